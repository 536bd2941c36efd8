import { noContext } from "../../engine/state/stack-context.ts";
import { assembleState, type OpenIntent, type StackState } from "../../engine/state/stack-state.ts";
import { rowSum, tallied } from "../rows/checksum.ts";
import type { StackHead } from "../rows/stack-head.ts";
import { demanded, readContext, readIntent, readObject, readRecord } from "../rows/stored-documents.ts";
import type { Queries, Row } from "./session.ts";

const sql = `
  SELECT 'record' AS kind, key, body, NULL AS handle, sum FROM plumbline.record WHERE stack = $1
  UNION ALL SELECT 'intent', key, body, handle, sum FROM plumbline.intent WHERE stack = $1
  UNION ALL SELECT 'outputs', '', body, NULL, sum FROM plumbline.outputs WHERE stack = $1
  UNION ALL SELECT 'context', '', body, NULL, sum FROM plumbline.context WHERE stack = $1
  UNION ALL SELECT 'claim', claim_key, uid, address, sum FROM plumbline.claim WHERE stack = $1
  UNION ALL SELECT 'journal', '', NULL, NULL, sum FROM plumbline.journal WHERE stack = $1 AND seq = $2
`;

/** Reads what is believed of a stack; a list of what is wrong with its rows, one sentence part each, when they don't agree. */
export async function readState(queries: Queries, head: StackHead): Promise<StackState | readonly string[]> {
  const rows = (await queries.rows(sql, head.name, head.journalSeq)).toSorted((a, b) =>
    String(a["key"]) < String(b["key"]) ? -1 : 1,
  );
  const damage = rows
    .filter((row) => sumOf(head.name, row) !== row["sum"])
    .map((row) => `the ${String(row["kind"])} ${String(row["key"])} disagrees with its checksum`);
  const of = (kind: string) => rows.filter((row) => row["kind"] === kind);
  const tally = (...kinds: readonly string[]) =>
    kinds.flatMap(of).reduce((sum, row) => tallied(sum, Number(row["sum"]), 0), 0);
  if (damage.length === 0 && tally("record", "intent", "outputs", "context") !== head.stateSum)
    damage.push("records, intents or outputs are missing, old or too many");
  if (damage.length === 0 && tally("claim") !== head.claimSum) damage.push("claims are missing, old or too many");
  if (head.journalSeq > 0 && tally("journal") !== head.journalSum) damage.push("the journal lacks its newest entries");
  if (damage.length > 0) return damage;
  const [outputs] = of("outputs").map((row) => parsed(row, readObject));
  const [context] = of("context").map((row) => parsed(row, readContext));
  return assembleState(
    { lineage: head.lineage, serial: head.serial, outputs: outputs ?? {}, context: context ?? noContext },
    of("record").map((row) => parsed(row, readRecord)),
    of("intent").map((row): OpenIntent => ({ intent: parsed(row, readIntent), handle: textOf(row, "handle") })),
  );
}

function parsed<T>(row: Row, read: (text: string) => T | undefined): T {
  return demanded(read(String(row["body"])), `the ${String(row["kind"])} ${String(row["key"])}`);
}

/** The checksum that a row should carry; the journal's is only compared with the head's. */
function sumOf(stack: string, row: Row): unknown {
  const [key, body] = [String(row["key"]), textOf(row, "body")];
  switch (row["kind"]) {
    case "record":
      return rowSum("record", stack, key, body);
    case "intent":
      return rowSum("intent", stack, key, body, textOf(row, "handle"));
    case "outputs":
      return rowSum("outputs", stack, body);
    case "context":
      return rowSum("context", stack, body);
    case "claim":
      return rowSum("claim", key, stack, body, textOf(row, "handle"));
    default:
      return row["sum"];
  }
}

function textOf(row: Row, column: string): string | null {
  return row[column] === null ? null : String(row[column]);
}
