import type { Plan } from "../../../../src/engine/plan/plan.ts";
import type { Deed } from "../../run-scenario.ts";
import type { Call } from "../../world/network.ts";
import type { Violation } from "../journal-judge.ts";
import type { SeenRun } from "./run-history.ts";

/**
 * A setting whose first change has no known end is put back by the very run that is to do nothing else, though reads
 * still show what stood before that change: it waits for no read to agree. After a later change a look that shows
 * neither the value before us nor the present version is waited for: another hand may have written. Asked where nothing
 * else goes wrong.
 */
export function judgePutBack(
  { operation, cancelledMs, member, struckBefore, end }: Deed,
  { run, plans }: { readonly run: SeenRun; readonly plans: readonly Plan[] },
  calls: readonly Call[],
): readonly Violation[] {
  const isBroken = operation.breaksAt !== undefined || cancelledMs !== null || member.process.wasHalted;
  const struck = (end?.struck ?? 0) - struckBefore - calls.filter(({ isHidden }) => isHidden).length;
  if (run.ended === null || isBroken || struck > 0 || calls.some(({ strangers }) => strangers.length > 0)) return [];
  const intent = run.openBefore.find(
    ({ type, operation, record }) =>
      type === "settings:RestrictWorkspaceAdmins" && operation === "create" && record !== null,
  );
  const [step, ...others] = plans.flatMap(({ steps }) => steps);
  const isAbout = intent !== undefined && step?.kind === "removal" && step.uid === intent.uid;
  if (!isAbout || step.action !== "delete" || others.length > 0 || run.ended.status === "done") return [];
  return [{ rule: "put back", detail: `${step.address} is not put back by a run that ended ${run.ended.status}` }];
}
