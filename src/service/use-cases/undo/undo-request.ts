import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { type JournalEntry, refreshed } from "../../../engine/state/journal.ts";
import { isCheckpoint, prunedUpTo } from "../../../engine/state/prune/checkpoint.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { inverseOfRun } from "../../../engine/undo/inverse-of-run.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import type { CheckedPlanRequest } from "../plans/checked-plan-request.ts";
import { findPlan } from "../plans/kept-plans.ts";
import type { FoundPlan } from "../plans/newest-plan.ts";
import { outputsDeclaredAround } from "../plans/outputs-declared.ts";
import { unknownRun } from "../runs/unknown-run.ts";

/** What the undo of a run asks for. `dropAllOf`: providers of which every record may go. */
export async function undoRequest(
  stack: string,
  run: string,
  deployment: Deployment,
  dropAllOf: readonly string[],
): Promise<CheckedPlanRequest> {
  return {
    stack,
    kind: "undo",
    checked: null,
    // Outputs are asked for as they were declared, which only the journal tells.
    language: await expressionLanguage({}, true),
    problems: [],
    refresh: true,
    dropAllOf,
    undo: async (state) => {
      const journal = await journalUpTo(state, stack, deployment);
      const begin = journal.find((entry) => entry.run === run);
      if (begin === undefined || isCheckpoint(begin)) throw new Rejection("missing", [noSuchRun(stack, run, journal)]);
      const found = begin.kind === "run-started" ? await findPlan(stack, begin.plan, deployment) : null;
      const inverse = inverseOfRun({
        ...{ run, journal, state },
        catalog: deployment.catalog,
        isRefresh: found?.plan.kind === "refresh" || isPlainRefresh(begin),
        toldAsLost: toldAsLost(found),
        outputsDeclared: await outputsDeclaredAround(stack, begin, journal, deployment),
      });
      return inTurns(inverse, deployment.turns);
    },
  };
}

/** The journal as far as a state has come: a run may have gone on since that was read. */
async function journalUpTo(
  { serial }: StackState,
  stack: string,
  { store }: Deployment,
): Promise<readonly JournalEntry[]> {
  const { batches } = await store.readJournalAfter(stack, 0, Math.max(serial, 1));
  return batches.flatMap((batch) => (batch.serial <= serial ? batch.entries : []));
}

function noSuchRun(stack: string, run: string, journal: readonly JournalEntry[]): Problem {
  if (prunedUpTo(journal) !== null) return unknownRun(stack, run, journal);
  return problem("not-found", `stack \`${stack}\` has no run ${run}`);
}

/** Whether a run, by its first entry, is a refresh that no plan was made for. */
function isPlainRefresh(begin: JournalEntry): boolean {
  return begin.kind === "result" && begin.intentSeq === null && begin.detail === refreshed;
}

/** The grants of others that a plan said its writes take away, by uid. */
function toldAsLost(found: FoundPlan | null): ReadonlyMap<string, readonly string[]> {
  const steps = found?.plan.steps ?? [];
  return new Map(
    steps.flatMap((step): [string, readonly string[]][] =>
      step.kind === "write" && step.displaces !== undefined ? [[step.uid, step.displaces]] : [],
    ),
  );
}
