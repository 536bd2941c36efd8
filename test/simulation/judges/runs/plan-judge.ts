import type { Plan, Step } from "../../../../src/engine/plan/plan.ts";
import type { JudgedWrite } from "../../world/cloud-memory.ts";
import type { Violation } from "../journal-judge.ts";
import { objectOf, type SeenRun } from "./run-history.ts";

/** A run writes to no object but those that its plan has a step for, or that a broken-off run had a call open about. */
export function judgeUntouched(
  own: readonly JudgedWrite[],
  { openBefore }: SeenRun,
  plans: readonly Plan[],
): readonly Violation[] {
  if (plans.some(({ deferred }) => deferred.length > 0)) return [];
  const steps = plans.flatMap((plan) => plan.steps);
  const allowed = new Set([...openBefore.map(({ identity }) => objectOf(identity.id)), ...steps.flatMap(objectsOf)]);
  const unnamed = steps.some((step) => step.kind === "write" && step.identity === null);
  if (unnamed) return [];
  return own
    .filter(({ object }) => !allowed.has(object.toLowerCase()))
    .map(({ action, object }) => ({
      rule: "untouched",
      detail: `${action} ${object}, which no step of the plan is about`,
    }));
}

function objectsOf(step: Step): readonly string[] {
  if (step.kind === "read" || step.kind === "move" || step.kind === "record") return [];
  const identities =
    step.kind === "write" ? [step.identity, step.prior?.identity, step.removes] : [step.identity, step.prior?.identity];
  return identities.flatMap((identity) => (identity === null || identity === undefined ? [] : [objectOf(identity.id)]));
}

/** After a run that ended done, each step of its plan is seen in the records. */
export function judgeDone({ ended, openBefore }: SeenRun, plans: readonly Plan[]): readonly Violation[] {
  if (ended === null || ended.status !== "done" || plans.some(({ deferred }) => deferred.length > 0)) return [];
  return plans.flatMap(({ steps }) =>
    steps.flatMap((step): readonly Violation[] => {
      if (step.kind === "removal") {
        // What a failed creation may have left keeps its record, and the run tells of it.
        if (openBefore.some(({ uid, failedWith }) => uid === step.uid && failedWith !== undefined)) return [];
        const left = ended.after.get(`${step.uid}.${step.generation}`);
        return left === undefined ? [] : [undone(step, `and ${left.identity.id} is recorded still`)];
      }
      if (step.kind !== "write") return [];
      const made = [...ended.after.values()].find(({ uid, status }) => uid === step.uid && status === "current");
      return made?.address === step.address ? [] : [undone(step, `and ${made?.address ?? "nothing"} is recorded`)];
    }),
  );
}

function undone({ id, action }: Step, what: string): Violation {
  return { rule: "not done", detail: `the plan has \`${id}\` ${action}, the run is done, ${what}` };
}
