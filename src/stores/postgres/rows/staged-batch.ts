import { Fault } from "../../../../packages/base/fault.ts";
import { atOnce, type InParts } from "../../../../packages/base/turns.ts";
import type { StackBrief } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { refuseDoublesInParts } from "../../../engine/state/records/one-current.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { project, type StateRows } from "../../../engine/state/stack-state.ts";
import { rowSum } from "../../rows/checksum.ts";
import { documentWriter, entryText } from "../../rows/document-writer.ts";
import { type EntryPart, partsOf } from "../../rows/entry-parts.ts";
import type { JournalRow } from "../../rows/journal-chain.ts";
import { packed } from "../../rows/packed-text.ts";
import { briefAfter } from "../../rows/stack-brief.ts";
import type { StackHead } from "../../rows/stack-head.ts";
import { StagedTable } from "../../rows/staged-table.ts";
import { journalSum } from "./journal-rows.ts";
import { type BodyRow, type ClaimRow, contextKey, type IntentRow, type KnownRows, outputsKey } from "./known-rows.ts";

/** Thrown inside a caller's part when a claim of it is another's. */
class ClaimTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super("claim taken");
    this.claim = claim;
  }
}

/**
 * What several callers append to one stack, worked out in memory from the rows it touches, so that it can be written by
 * few statements. The stack's head is locked meanwhile; only claims may still be lost to another stack.
 */
export class StagedBatch {
  readonly records: StagedTable<BodyRow>;
  readonly intents: StagedTable<IntentRow>;
  readonly outputs: StagedTable<BodyRow>;
  readonly context: StagedTable<BodyRow>;
  readonly claims: StagedTable<ClaimRow>;
  readonly journal: JournalRow[] = [];
  /** Records at the addresses that the batch takes, with all that was added. */
  readonly #standing: Map<string, ResourceRecord>;
  readonly #write = documentWriter();
  readonly #before: StackHead;
  readonly #rows: StateRows;
  #serial: number;
  #brief: StackBrief | null;

  constructor(head: StackHead, known: KnownRows) {
    this.#before = head;
    this.#serial = head.serial;
    this.#brief = head.brief;
    this.records = new StagedTable(known.records);
    this.intents = new StagedTable(known.intents);
    this.outputs = new StagedTable(known.outputs);
    this.context = new StagedTable(known.context);
    this.claims = new StagedTable(known.claims);
    this.#standing = new Map(known.standing);
    this.#rows = this.#makeRows(head.name);
  }

  /**
   * Adds one caller's entries under a serial of their own: all of them, or none when somebody holds a claim of theirs.
   * Throws what is that caller's only; then nothing was added.
   */
  append(entries: readonly JournalEntry[]): number | Claim {
    return atOnce(this.appendInParts(entries));
  }

  /** The same in parts; nothing else is to be added before its end. */
  *appendInParts(entries: readonly JournalEntry[]): InParts<number | Claim> {
    const tables = [this.records, this.intents, this.outputs, this.context, this.claims];
    const length = this.journal.length;
    const standing = (addresses: ReadonlySet<string>) =>
      this.#standing.values().filter(({ address }) => addresses.has(address));
    yield* refuseDoublesInParts(entries, standing, Number.POSITIVE_INFINITY);
    try {
      for (const entry of entries) {
        for (const part of partsOf(entry)) {
          this.#journal(part);
          project(part, this.#rows);
          yield;
        }
      }
    } catch (cause) {
      for (const table of tables) table.takeBack();
      this.journal.length = length;
      if (cause instanceof ClaimTaken) return cause.claim;
      throw cause;
    }
    for (const table of tables) table.keep();
    this.#stand(entries);
    this.#brief = briefAfter(this.#brief ?? {}, entries, (this.#before.brief?.records ?? 0) + this.records.growth());
    this.#serial += 1;
    return this.#serial;
  }

  #stand(entries: readonly JournalEntry[]): void {
    for (const effect of entries.flatMap((entry) => (entry.kind === "result" ? entry.effects : []))) {
      if (effect.kind === "put") this.#standing.set(recordKey(effect.record), effect.record);
      else this.#standing.delete(recordKey(effect));
    }
  }

  /** The head of the stack with all that was added. */
  head(): StackHead {
    const head = this.#before;
    const last = this.journal.at(-1);
    return {
      ...head,
      serial: this.#serial,
      stateSum: this.context.tally(this.outputs.tally(this.intents.tally(this.records.tally(head.stateSum)))),
      claimSum: this.claims.tally(head.claimSum),
      journalSeq: last?.seq ?? head.journalSeq,
      journalSum: last?.sum ?? head.journalSum,
      brief: this.#brief,
    };
  }

  #journal(entry: EntryPart): void {
    const { name, epoch } = this.#before;
    const last = this.journal.at(-1) ?? { seq: this.#before.journalSeq, sum: this.#before.journalSum };
    const row = {
      stack: name,
      seq: last.seq + 1,
      epoch,
      serial: this.#serial + 1,
      run: entry.run,
      prior: last.sum,
      entry: packed(entryText(entry, this.#write)),
    };
    this.journal.push({ ...row, sum: journalSum(row) });
  }

  #makeRows(stack: string): StateRows {
    const { records, intents, outputs, context, claims } = this;
    return {
      putRecord: (key, record) => {
        const body = this.#write(record);
        records.set(key, { body, sum: rowSum("record", stack, key, body) });
      },
      removeRecord: (key) => records.set(key, undefined),
      putIntent: (key, intent) => {
        if (intents.get(key) !== undefined) throw new Fault("store-failed", `intent ${key} is there already`);
        const body = this.#write(intent);
        intents.set(key, { body, handle: null, sum: rowSum("intent", stack, key, body, null) });
      },
      setHandle: (key, url) => {
        const open = intents.get(key);
        if (open === undefined) return;
        intents.set(key, { body: open.body, handle: url, sum: rowSum("intent", stack, key, open.body, url) });
      },
      removeIntent: (key) => intents.set(key, undefined),
      putClaim: (claimKey, uid, address) => {
        const claim = claims.get(claimKey);
        if (claim !== undefined && (claim.uid !== uid || claim.stack !== stack)) {
          const { sum: _, ...taken } = claim;
          throw new ClaimTaken(taken);
        }
        claims.set(claimKey, { claimKey, stack, uid, address, sum: rowSum("claim", claimKey, stack, uid, address) });
      },
      removeClaim: (claimKey, uid) => {
        const claim = claims.get(claimKey);
        if (claim?.uid === uid && claim.stack === stack) claims.set(claimKey, undefined);
      },
      setOutputs: (values) => {
        const body = JSON.stringify(values);
        outputs.set(outputsKey, { body, sum: rowSum("outputs", stack, body) });
      },
      setContext: (values) => {
        const body = JSON.stringify(values);
        context.set(contextKey, { body, sum: rowSum("context", stack, body) });
      },
    };
  }
}
