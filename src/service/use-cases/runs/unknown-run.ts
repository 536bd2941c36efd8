import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { prunedUpTo } from "../../../engine/state/prune/checkpoint.ts";

/** Why a run or an edit is not found in the journal of a stack, of which the beginning is given. */
export function unknownRun(stack: string, run: string, journal: readonly JournalEntry[]): Problem {
  const upTo = prunedUpTo(journal);
  if (upTo === null) return problem("run-unknown", `stack \`${stack}\` has no run ${run}`);
  const detail =
    `stack \`${stack}\` has no run ${run} any more, if it ever had: ` + `what happened up to ${upTo} was pruned`;
  return problem("run-pruned", detail);
}
