import { problem } from "../base/problem.ts";
import { inTurns } from "../base/turns.ts";
import type { PlanView } from "../contract/documents/plans.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import { type JournalEntry, refreshed } from "../engine/state/journal.ts";
import { inverseOfRun } from "../engine/undo/inverse-of-run.ts";
import type { Deployment } from "./deployment.ts";
import { findPlan, planChecked } from "./make-plans.ts";
import type { FoundPlan } from "./newest-plan.ts";
import { outputsDeclaredAround } from "./outputs-declared.ts";
import { Rejection } from "./rejection.ts";

/**
 * Plans the inverse of what a run did, field by field: what it made goes, what it changed gets its former values, what it
 * deleted or let go comes back. Nothing else is looked at or planned, and where a later run stands on what is to be undone, the
 * plan is refused. It is reviewed and carried out like any other. `dropAllOf`: providers of which every record may go.
 */
export async function planUndo(
  stack: string,
  run: string,
  deployment: Deployment,
  dropAllOf: readonly string[] = [],
): Promise<PlanView> {
  return planChecked(
    {
      stack,
      kind: "undo",
      checked: null,
      // Outputs are asked for as they were declared, which only the journal tells.
      language: await expressionLanguage({}, true),
      problems: [],
      refresh: true,
      dropAllOf,
      undo: async (state) => {
        const journal = await deployment.store.readJournal(stack);
        const begin = journal.find((entry) => entry.run === run);
        if (begin === undefined)
          throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no run ${run}`)]);
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
    },
    deployment,
  );
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
