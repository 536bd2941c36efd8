import { doubledDamage, doubledRecords } from "../../../engine/state/records/one-current.ts";
import { replayRows } from "../../../engine/state/replay.ts";
import { noContext } from "../../../engine/state/stack-context.ts";
import { rowSum } from "../../rows/checksum.ts";
import { type Believed, claimDisagreements, journalDisagreements } from "../../rows/journal-agreement.ts";
import { type JournalRow, journalDamage } from "../../rows/journal-chain.ts";
import { partsIn } from "../../rows/stored-documents.ts";
import type { FoundMark } from "../connection/high-water-mark.ts";
import { documentDamage } from "../documents/rebuild-documents.ts";
import { sumOf } from "../rows/journal-rows.ts";
import type { SqliteHead } from "../rows/stack-head.ts";
import type { Reading } from "./read-database.ts";
import type { Salvage } from "./salvage.ts";

/** Everything about a store that was read whole or in part which is not as it was written, one sentence part each. */
export function findDamage({ salvage, damage }: Reading, mark: FoundMark): readonly string[] {
  const journals = Map.groupBy(salvage.journal.values(), ({ stack }) => stack);
  const named = (stack: string, found: readonly string[]) => found.map((each) => `stack \`${stack}\`: ${each}`);
  const withoutHead = [...new Set([...journals.keys(), ...salvage.states.keys()])].filter(
    (stack) => !salvage.heads.has(stack),
  );
  return [
    ...damage,
    ...storeDamage(salvage, mark),
    ...withoutHead.flatMap((stack) => named(stack, ["its head is missing"])),
    ...[...salvage.heads.values()].flatMap((head) =>
      named(head.name, stackDamage(head, journals.get(head.name) ?? [], salvage)),
    ),
    ...keysDamage(salvage),
    ...documentDamage(salvage.register.inTables),
  ];
}

function storeDamage({ storeRow, heads }: Salvage, mark: FoundMark): readonly string[] {
  if (mark.kind === "unreadable") return ["the note beside the file of how far it came can't be read"];
  if (storeRow === null) return ["the row of the store is missing"];
  const damage: string[] = [];
  if (storeRow.stacks !== heads.size) damage.push(`${heads.size} heads of ${storeRow.stacks} stacks are there`);
  if (mark.kind === "found" && storeRow.id !== mark.mark.storeId) damage.push("the file is another store's");
  else if (mark.kind === "found" && storeRow.commits < mark.mark.commits) {
    damage.push(
      `the newest ${mark.mark.commits - storeRow.commits} committed writes are not in it: ` +
        "its log was cut or lost, or an older copy was put in its place",
    );
  }
  return damage;
}

function keysDamage({ keys, sealed, storeRow }: Salvage): readonly string[] {
  const keysSum = storeRow?.keysSum ?? null;
  if (keys === null) return keysSum !== null || sealed.size > 0 ? ["the keys of sealed values are missing"] : [];
  return storeRow === null || rowSum("sealing_keys", keys) === keysSum ? [] : ["the keys of sealed values are old"];
}

function stackDamage(head: SqliteHead, journal: readonly JournalRow[], salvage: Salvage): readonly string[] {
  const rows = [...journal].sort((a, b) => a.seq - b.seq);
  const inJournal = journalDamage(head, rows, sumOf);
  const state = salvage.states.get(head.name);
  const damage = [...inJournal];
  const isWhole = (state?.tally ?? 0) === head.stateSum;
  if (!isWhole) damage.push("records, intents or outputs are missing, old or too many");
  if ((salvage.claimTallies.get(head.name) ?? 0) !== head.claimSum) damage.push("claims are missing, old or too many");
  if ((salvage.planTallies.get(head.name) ?? 0) !== head.planSum)
    damage.push("saved plans are missing, old or too many");
  if ((salvage.runTallies.get(head.name) ?? 0) !== head.runSum)
    damage.push("places of runs are missing, old or too many");
  if (inJournal.length > 0 || !isWhole) return damage;
  const replayed = replayRows(partsIn(rows));
  const records = [...replayed.records.values()];
  damage.push(...doubledDamage(doubledRecords(records)));
  const found: Believed = {
    records: [...(state?.records.values() ?? [])],
    openIntents: state?.intents.size ?? 0,
    outputs: state?.outputs ?? {},
    context: state?.context ?? noContext,
  };
  return [
    ...damage,
    ...journalDisagreements({ ...replayed, records, openIntents: replayed.intents.size }, found),
    ...claimDisagreements(head.name, replayed.claims, salvage.claims),
  ];
}
