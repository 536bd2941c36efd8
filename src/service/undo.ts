import { jsonEqual, ownMember } from "../base/json.ts";
import { problem } from "../base/problem.ts";
import { inTurns } from "../base/turns.ts";
import type { PlanView } from "../doors/api/documents.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import type { KeptOutputs } from "../engine/undo/former-outputs.ts";
import { inverseOfRun } from "../engine/undo/inverse-of-run.ts";
import type { Deployment } from "./deployment.ts";
import { refreshed } from "./drift.ts";
import { findPlan, planChecked } from "./make-plans.ts";
import type { FoundPlan } from "./newest-plan.ts";
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
      language: await expressionLanguage({}),
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
          keptOutputs: keptOutputs(found, await planBefore(stack, begin, journal, deployment)),
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

/** The plan of the last run that began before another one did. */
async function planBefore(
  stack: string,
  begin: JournalEntry,
  journal: readonly JournalEntry[],
  deployment: Deployment,
): Promise<FoundPlan | null> {
  const former = journal.slice(0, journal.indexOf(begin)).findLast((entry) => entry.kind === "run-started");
  return former === undefined ? null : findPlan(stack, former.plan, deployment);
}

/** The outputs that two plans declare alike, with the managed names that they read. */
function keptOutputs(found: FoundPlan | null, former: FoundPlan | null): KeptOutputs {
  const declaredBefore = former?.plan.derivedOutputs ?? {};
  const declared = Object.entries(found?.plan.derivedOutputs ?? {});
  const kept = declared.filter(([name, { value }]) => jsonEqual(value, ownMember(declaredBefore, name)?.value));
  return new Map(kept.map(([name, { on }]) => [name, on]));
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
