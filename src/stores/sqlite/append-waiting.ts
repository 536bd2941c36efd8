import type { InParts } from "../../../packages/base/turns.ts";
import { fenced, holdersAmong, type Notify, stagedAll, type Waiting } from "../rows/batch/waiting.ts";
import type { Statements } from "./connection/statements.ts";
import { readKnownRows } from "./rows/known-rows.ts";
import type { SqliteHead } from "./rows/stack-head.ts";
import { countRecords } from "./rows/state-rows.ts";
import { newBatch, writeBatch } from "./write-batch.ts";

/** A caller whose entries are to be appended to a stack. */
export interface WaitingForStack extends Waiting {
  readonly stack: string;
}

/** What appending needs of its store. */
export interface AppendSurroundings {
  /** The head of a stack; undefined where there is none. Throws Fault. */
  readonly headOf: (statements: Statements, stack: string) => SqliteHead | undefined;
  /** Told of what was appended to a stack once it is durable. */
  readonly moved: (before: SqliteHead, after: SqliteHead) => void;
}

/** Appends what callers want to some stacks, inside a transaction. How to tell each what came of its own; in parts. */
export function* writeWaiting(
  statements: Statements,
  waiting: readonly WaitingForStack[],
  around: AppendSurroundings,
): InParts<readonly Notify[]> {
  const tells: Notify[] = [];
  for (const batch of sameStackInARow(waiting)) {
    for (const tell of yield* appendAll(statements, batch, around)) tells.push(tell);
  }
  return tells;
}

/** Who came first has a claim, whatever its stack: only those who follow one another for one stack share a batch. */
function sameStackInARow(waiting: readonly WaitingForStack[]): readonly (readonly WaitingForStack[])[] {
  const batches: WaitingForStack[][] = [];
  for (const each of waiting) {
    const last = batches.at(-1);
    if (last?.[0]?.stack === each.stack) last.push(each);
    else batches.push([each]);
  }
  return batches;
}

function* appendAll(
  statements: Statements,
  batch: readonly WaitingForStack[],
  { headOf, moved }: AppendSurroundings,
): InParts<readonly Notify[]> {
  const [first] = batch;
  const before = first === undefined ? undefined : headOf(statements, first.stack);
  const holders = holdersAmong(before, batch);
  if (before === undefined || holders.length === 0) return batch.map(fenced);
  const head = { ...before, brief: before.brief ?? { records: countRecords(statements, before.name) } };
  const entries = holders.flatMap((each) => each.entries);
  const staged = newBatch(statements, head, yield* readKnownRows(statements, head.name, entries));
  const tells = yield* stagedAll(staged, batch, holders);
  if (staged.serial === head.serial) return tells;
  const after = yield* writeBatch(statements, staged);
  return [() => moved(before, after), ...tells];
}
