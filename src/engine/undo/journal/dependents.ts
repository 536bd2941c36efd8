import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { doer } from "../undo-refusal.ts";
import type { UndoContext } from "../verdict.ts";
import type { RunWork } from "./run-work.ts";
import type { Dependent, UndoScope } from "./undo-scope.ts";

/**
 * Objects that would go although others lean on them that stay, and have come to lean on them since or were changed
 * since. What leaned on one before the run, when it was gone from the platform, is as it was before the run once it is
 * gone again.
 */
export function deletedUnderDependents(
  removals: UndoScope["removals"],
  dependencies: ReadonlyMap<string, readonly string[]>,
  { work, state }: UndoContext,
): readonly Problem[] {
  return removals.flatMap(({ record: { address, uid }, how }) => {
    if (how !== "delete" || dependencies.has(address)) return [];
    return [...dependencies].flatMap(([dependent, on]) => {
      if (!on.includes(address)) return [];
      const record = state.records.get(dependent);
      const changedBy = record === undefined ? undefined : work.laterCalls.get(record.uid);
      if (changedBy === undefined && record !== undefined && dependedBefore(record.uid, uid, work)) return [];
      const by = changedBy ?? record?.lastRun;
      const why =
        by === undefined || by === work.run || !work.told.has(by)
          ? "; declare what you want and run `plumb up`"
          : `, and ${doer(by, work)} has made or changed it since; undo that first`;
      const detail = `\`${dependent}\` leans on \`${address}\`, which the undo would delete${why}`;
      return [problem("stands-on-it", detail, { address })];
    });
  });
}

/** Whether one object was recorded to lean on another when the run began. */
function dependedBefore(dependent: string, on: string, { before: { records, names } }: RunWork): boolean {
  const { dependsOn = [], options } = records.get(dependent) ?? {};
  const all = options?.deletedWith === undefined ? dependsOn : [...dependsOn, options.deletedWith];
  return all.some((name) => names.get(name) === on);
}

/** What later runs have made to lean on the objects of the scope. */
export function laterDependents(
  dependencies: ReadonlyMap<string, readonly string[]>,
  uids: ReadonlySet<string>,
  { work, state }: UndoContext,
): readonly Dependent[] {
  const now = new Map([...state.records.values()].map((record) => [record.uid, record]));
  // A later change that was undone since has left no mark.
  const isAsLeft = (uid: string) => {
    const [then, is] = [work.after.records.get(uid), now.get(uid)];
    return (
      then !== undefined &&
      is !== undefined &&
      jsonEqual(then.inputs, is.inputs) &&
      jsonEqual(then.dependsOn, is.dependsOn) &&
      then.options.deletedWith === is.options.deletedWith
    );
  };
  return [...dependencies].flatMap(([address, on]) => {
    const uid = state.records.get(address)?.uid;
    const run = uid === undefined || uids.has(uid) || isAsLeft(uid) ? undefined : work.laterCalls.get(uid);
    return run === undefined ? [] : on.map((each) => ({ on: each, address, by: doer(run, work) }));
  });
}
