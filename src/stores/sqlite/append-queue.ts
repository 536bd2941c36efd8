import { weightOf } from "../../../packages/base/json/content-bounds.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { atOnce, type InParts } from "../../../packages/base/turns.ts";
import type { AppendOutcome } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import { refuseDoublesInParts } from "../../engine/state/records/one-current.ts";
import { project } from "../../engine/state/stack-state.ts";
import { documentWriter } from "../rows/document-writer.ts";
import { effectsOfPart, partsOf, valuesOfPart } from "../rows/entry-parts.ts";
import { briefAfter } from "../rows/stack-brief.ts";
import { isHeldUnder } from "../rows/stack-head.ts";
import type { Connection, Writing } from "./connection/connection.ts";
import type { Statements } from "./connection/statements.ts";
import { endsConnection } from "./connection/store-faults.ts";
import { appendPart } from "./rows/journal-rows.ts";
import { findRecords } from "./rows/record-lookup.ts";
import { growSpan, type RunSpan } from "./rows/run-spans.ts";
import { type SqliteHead, writeHead } from "./rows/stack-head.ts";
import { ChangingRows, ClaimTaken, countRecords } from "./rows/state-rows.ts";

/** What the queue needs of its store. */
export interface AppendSurroundings {
  readonly connection: Connection;
  /** The head of a stack; undefined where there is none. Throws Fault. */
  readonly headOf: (statements: Statements, stack: string) => SqliteHead | undefined;
  /** Told of each append once it is durable. */
  readonly moved: (before: SqliteHead, after: SqliteHead) => void;
  /** Told which stacks were asked for, once that is durable. */
  readonly written: (stacks: ReadonlySet<string>) => void;
}

interface Waiting {
  readonly stack: string;
  readonly epoch: number;
  readonly entries: readonly JournalEntry[];
  resolve(outcome: AppendOutcome): void;
  reject(cause: unknown): void;
}

/** What one caller's entries have come to; the head is not written yet. */
interface Appended {
  readonly head: SqliteHead;
  /** Rows of the journal. */
  readonly rows: number;
}

/** Tells a caller what has become of its entries, once that is durable. */
type Tell = () => void;

/**
 * More effects than are written at once get a transaction of their own, in turns; so does what has the values of more
 * than one part.
 */
const longFrom = 2 * effectsOfPart;

/**
 * Appends to the journals of stacks. Those that wait together share one transaction, so that many steps ready at once
 * cost one fsync; one with many effects has a transaction of its own, which others have their turns beside.
 */
export class AppendQueue {
  readonly #around: AppendSurroundings;
  #waiting: Waiting[] = [];

  constructor(surroundings: AppendSurroundings) {
    this.#around = surroundings;
  }

  /** Writes entries and their projection in one transaction: all of them or none. Throws Fault. */
  append(stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stack, epoch, entries, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.flush());
    });
  }

  /** Writes all that waits. Never throws: each caller is told what becomes of its own. */
  async flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    for (const together of sharingTransactions(batch)) await this.#write(together);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let tells: readonly Tell[];
    try {
      tells = await this.#commit(batch);
    } catch (cause) {
      for (const each of batch) each.reject(cause);
      return;
    }
    for (const tell of tells) tell();
    this.#around.written(new Set(batch.map(({ stack }) => stack)));
  }

  /** Hardly ever can a part not be written, and a savepoint for each costs: they are there the second time only. */
  async #commit(batch: readonly Waiting[]): Promise<readonly Tell[]> {
    const { connection } = this.#around;
    const [only] = batch;
    if (only !== undefined && isLong(only)) return this.#commitLong(only);
    try {
      return await connection.writing((writing) => this.#appendAll(batch, writing));
    } catch (cause) {
      if (!(cause instanceof PartRefused)) throw cause;
      return await connection.writing((writing) => this.#appendAll(batch, writing, writing.alone));
    }
  }

  async #commitLong(only: Waiting): Promise<readonly Tell[]> {
    try {
      return [await this.#around.connection.writingInParts(({ statements }) => this.#appendLong(only, statements))];
    } catch (cause) {
      if (!(cause instanceof ClaimTaken)) throw cause;
      return [() => only.resolve({ kind: "claimed", claim: cause.claim })];
    }
  }

  *#appendLong(only: Waiting, statements: Statements): InParts<Tell> {
    const before = this.#around.headOf(statements, only.stack);
    if (before === undefined || !isHeldUnder(before, only.epoch)) return () => only.resolve({ kind: "fenced" });
    const after = yield* appendedInParts(statements, before, only);
    writeHeads(statements, [after.head], [...spansOf(only, after)]);
    return () => this.#tell(only, before, after.head);
  }

  /**
   * Appends what waits; how to tell is for after the commit. What fails `alone` is undone and that caller's only;
   * without it, all of it is undone: PartRefused, or the failure of the medium, after which nothing is tried again.
   */
  #appendAll(batch: readonly Waiting[], writing: Writing, alone?: Writing["alone"]): readonly Tell[] {
    const heads = new Map<string, SqliteHead>();
    const spans = new Map<string, RunSpan>();
    const tells = batch.map((each) => {
      const head = heads.get(each.stack) ?? this.#around.headOf(writing.statements, each.stack);
      if (head === undefined || !isHeldUnder(head, each.epoch)) {
        return () => each.resolve({ kind: "fenced" });
      }
      try {
        const part = () => atOnce(appendedInParts(writing.statements, head, each));
        const after = alone === undefined ? part() : alone(part);
        heads.set(each.stack, after.head);
        for (const span of spansOf(each, after)) {
          const key = JSON.stringify([span.stack, span.run]);
          spans.set(key, { ...span, first: spans.get(key)?.first ?? span.first });
        }
        return () => this.#tell(each, head, after.head);
      } catch (cause) {
        if (alone === undefined) throw endsConnection(cause) ? cause : new PartRefused();
        if (cause instanceof ClaimTaken) return () => each.resolve({ kind: "claimed", claim: cause.claim });
        if (!writing.isOpen()) throw cause;
        return () => each.reject(cause);
      }
    });
    writeHeads(writing.statements, [...heads.values()], [...spans.values()]);
    return tells;
  }

  #tell({ resolve }: Waiting, before: SqliteHead, after: SqliteHead): void {
    this.#around.moved(before, after);
    resolve({ kind: "done", serial: after.serial });
  }
}

/** A part of a batch can't be written, and none of the batch was. */
class PartRefused extends Error {}

function isLong({ entries }: Waiting): boolean {
  const effects = entries.reduce((sum, entry) => sum + (entry.kind === "result" ? entry.effects.length : 0), 0);
  return effects > longFrom || weightOf(jsonOf(entries), valuesOfPart) >= valuesOfPart;
}

/** Those that wait, in their order: short ones together, each long one by itself. */
function sharingTransactions(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const groups: Waiting[][] = [];
  let short: Waiting[] | undefined;
  for (const each of batch) {
    if (isLong(each)) {
      groups.push([each]);
      short = undefined;
    } else if (short === undefined) {
      short = [each];
      groups.push(short);
    } else short.push(each);
  }
  return groups;
}

/** Writes one caller's entries and their projection; the head that comes of it is not written yet. */
function* appendedInParts(statements: Statements, head: SqliteHead, { epoch, entries }: Waiting): InParts<Appended> {
  const moved = {
    stateSum: head.stateSum,
    claimSum: head.claimSum,
    journalSeq: head.journalSeq,
    journalSum: head.journalSum,
    records: head.brief?.records ?? countRecords(statements, head.name),
  };
  yield* refuseDoublesInParts(entries, (addresses) => findRecords(statements, head.name, addresses));
  const serial = head.serial + 1;
  const write = documentWriter();
  const state = new ChangingRows(statements, head.name, moved, write);
  let rows = 0;
  for (const entry of entries) {
    for (const part of partsOf(entry)) {
      appendPart(statements, { stack: head.name, epoch, serial }, part, moved, write);
      project(part, state);
      rows += 1;
      yield;
    }
  }
  const { records, ...ends } = moved;
  const brief = briefAfter(head.brief ?? {}, entries, records);
  return { head: { ...head, ...ends, serial, brief }, rows };
}

/** Where the journal has the runs of what was appended. */
function* spansOf({ stack, entries }: Waiting, { head, rows }: Appended): Generator<RunSpan, void, void> {
  const [first, last] = [head.journalSeq - rows + 1, head.journalSeq];
  for (const run of new Set(entries.map((entry) => entry.run))) yield { stack, run, first, last };
}

function writeHeads(statements: Statements, heads: readonly SqliteHead[], spans: readonly RunSpan[]): void {
  for (const head of heads) {
    const grown = spans.filter(({ stack }) => stack === head.name);
    const runSum = grown.reduce((tally, span) => growSpan(statements, span, tally), head.runSum);
    writeHead(statements, { ...head, runSum });
  }
}
