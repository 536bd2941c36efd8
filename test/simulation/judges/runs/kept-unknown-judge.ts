import type { Plan } from "../../../../src/engine/plan/plan.ts";
import type { Intent } from "../../../../src/engine/state/journal.ts";
import { isRead, slotsOf } from "../../declared/slots.ts";
import type { Deed } from "../../run-scenario.ts";
import type { Scenario } from "../../scenario.ts";
import type { JudgedWrite } from "../../world/cloud-memory.ts";
import type { Violation } from "../journal-judge.ts";
import { objectOf, type SeenRun } from "./run-history.ts";

/** No read lags behind for so long, with a little to spare. */
const surelySoonMs = 290_000;

/**
 * What a call of unknown end may have made, or changed for the first time, is kept as its record would be: no run takes
 * it away where the call noted that it is protected or to be kept. What is declared by now lifts the protection. A run
 * knows by our machines' clock alone how long ago the call was: where that was set back, it believes its look.
 */
export function judgeKeptUnknown(
  { end: ended }: Deed,
  { run, plans }: { readonly run: SeenRun; readonly plans: readonly Plan[] },
  own: readonly JudgedWrite[],
  { blueprints, operations }: Scenario,
): readonly Violation[] {
  if (operations.some(({ act }) => act.kind === "clock-set" && act.byMs < 0)) return [];
  const want = ended === null || ended.ending === "died" || "thrown" in ended.ending ? undefined : ended.ending.want;
  const slots = want === undefined ? [] : slotsOf(blueprints, want);
  const steps = plans.flatMap((plan) => plan.steps);
  return run.openBefore.flatMap((intent): readonly Violation[] => {
    const { address, uid, identity, at } = intent;
    const sinceMs = Date.parse(run.at) - Date.parse(at);
    const isMadeAgain = steps.some(
      (step) => step.kind === "write" && step.uid === uid && step.identity?.id === identity.id,
    );
    if (sinceMs < 0 || sinceMs > surelySoonMs || isMadeAgain) return [];
    const isRecorded = [...run.before.values()].some((record) => record.uid === uid);
    const isLifted = slots.some(
      (each) => each?.name === address && !isRead(each.blueprint.kind) && !each.blueprint.protect,
    );
    const why = whyKept(intent, isLifted);
    const object = objectOf(identity.id);
    const end = own.find((write) => write.object.toLowerCase() === object && endsIt(write));
    return why === null || end === undefined || isRecorded
      ? []
      : [
          {
            rule: "kept back",
            detail: `${object} was taken away by ${end.action} and is ${why}, as its open call notes`,
          },
        ];
  });
}

function whyKept({ operation, record, failedWith }: Intent, isLifted: boolean): string | null {
  if (operation !== "create" || record === null || failedWith !== undefined) return null;
  const { protect, onDestroy } = record.options;
  if (onDestroy === "retain") return "to be kept";
  return protect && !isLifted ? "protected" : null;
}

/**
 * Whether a write takes an object away; of one that nothing is recorded of in the end, as a setting or a share, each
 * write does.
 */
function endsIt({ action, object }: JudgedWrite): boolean {
  return action === "delete" || object.startsWith("settings/") || object.endsWith("/iamPolicy");
}
