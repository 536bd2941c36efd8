import type { JournalEntry } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import type { OngoingRun } from "../operations/ongoing-run.ts";
import type { OperationContext } from "../operations/show-operation.ts";
import { recoverStack } from "../runs/recover-stack.ts";
import { itsName } from "./direct-text.ts";

/** What earlier attempts at one request have come to. */
export type Begun =
  /**
   * None has begun a run, or none of their runs has made anything that is known of. `run`: the id of the next run, if
   * it has one.
   */
  | {
      readonly kind: "to-do";
      readonly isFirst: boolean;
      readonly run: string | undefined;
      readonly record: ResourceRecord | null;
    }
  /** A run of theirs goes on, or has done what was asked for. */
  | { readonly kind: "begun"; readonly run: OngoingRun }
  /** Their runs ended before it was known that one had made the object; a look has shown that it had. */
  | { readonly kind: "made"; readonly record: ResourceRecord };

/**
 * Finds what earlier attempts at the same request have begun in the stack of an object. A run whose call was not
 * answered is settled by a look at the platform: its object is the request's own. A request without a key has no
 * earlier attempts.
 */
export async function begunBefore(stack: string, context: OperationContext): Promise<Begun> {
  const { deployment, effect = null } = context;
  const ended: OngoingRun[] = [];
  let run: string | undefined;
  if (effect !== null) {
    for (let attempt = 1; ; attempt += 1) {
      run = attempt === 1 ? effect : `${effect}-${attempt}`;
      const found = await runOf(stack, run, context);
      if (found === null) break;
      if (!hasFailed(found)) return { kind: "begun", run: found };
      ended.push(found);
    }
  }
  if (ended.length > 0) await recoverStack(stack, deployment);
  const { record } = await deployment.store.readRecord(stack, itsName);
  if (record !== null && (await isOf(record, stack, ended, context))) return { kind: "made", record };
  return { kind: "to-do", isFirst: ended.length === 0, run, record };
}

/** Whether one of these runs was about the resource that a record stands for. */
async function isOf(
  { uid }: ResourceRecord,
  stack: string,
  runs: readonly OngoingRun[],
  { deployment }: OperationContext,
): Promise<boolean> {
  for (const { run } of runs) {
    const journal = await deployment.store.readRun(stack, run);
    if (journal.some((entry) => isAbout(entry, uid))) return true;
  }
  return false;
}

function isAbout(entry: JournalEntry, uid: string): boolean {
  if (entry.kind === "intent") return entry.uid === uid;
  return entry.kind === "result" && entry.effects.some((effect) => effect.kind === "put" && effect.record.uid === uid);
}

const goingOn: ReadonlySet<string> = new Set(["awaiting-approval", "queued", "running", "done"]);

function hasFailed({ status }: OngoingRun): boolean {
  return !goingOn.has(status);
}

async function runOf(stack: string, run: string, { runs }: OperationContext): Promise<OngoingRun | null> {
  try {
    return await runs.find(stack, run);
  } catch (cause) {
    if (cause instanceof Rejection && cause.reason === "missing") return null;
    throw cause;
  }
}
