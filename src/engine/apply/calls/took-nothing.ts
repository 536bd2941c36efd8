import type { WriteStep } from "../../plan/plan.ts";
import type { PhysicalIdentity } from "../../state/records/record.ts";
import type { RunContext } from "../run-context.ts";

/**
 * The first write of a share as it was, where the share stood already: what the plan saw beside it others have taken
 * away, and its record does not say that we have. A later write passes on what its record has, and an undo what the
 * share had before.
 */
export function tookNothing(step: WriteStep, { claim }: PhysicalIdentity, { input }: RunContext): WriteStep {
  const { displaced = [], besideUs } = step;
  if (displaced.length === 0 || besideUs === undefined || input.plan.kind === "undo") return step;
  const { records, superseded } = input.state;
  const isOwn = (each: { readonly uid: string; readonly identity: PhysicalIdentity }) =>
    each.uid === step.uid && each.identity.claim === claim;
  if (records.values().some(isOwn) || superseded.some(isOwn)) return step;
  const words = displaced.map((each) => each.words);
  return { ...step, besideUs: besideUs.filter((each) => !words.includes(each.words)) };
}
