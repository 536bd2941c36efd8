import { problem } from "../../../../packages/base/problems/problem.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { Observation, WriteOutcome } from "../../ports/driver.ts";
import type { Refusal } from "../../ports/outcome.ts";
import { isMadeSince, isMaking, mayHaveStood } from "../../state/drift/stood-before.ts";
import { mayLag } from "../../state/records/lagging-reads.ts";
import { takingOver } from "../../state/records/taking-over.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";

/**
 * The object is as it was to be made, and the only call that the run knows of was refused. `isRecorded`: another object
 * has the step's name.
 */
export function madeByAnother(
  { address, type }: WritingStep,
  { target }: NotedChange,
  detail: string,
  isRecorded: boolean,
): StepFailed {
  const way = takingOver(type, address, target.id, isRecorded);
  const told =
    `\`${target.id}\` exists, and another hand has made it, or the call was delivered twice: ${detail}; ` +
    `if it is yours, ${way}`;
  return new StepFailed(problem("already-exists", told, { address }));
}

/** The same of one that no read shows yet. */
export function takenUnshown({ address }: WritingStep, { target }: NotedChange, detail: string): StepFailed {
  const told =
    `\`${target.id}\` is taken by another hand, or the call was delivered twice, and no read shows it yet: ` +
    `${detail}; plan again when it shows, or choose another identifier`;
  return new StepFailed(problem("already-exists", told, { address }));
}

/**
 * The object stands as it was to be made, and the platform has refused each send of its creation: by its word it is not
 * of their making. Its refusal is told, and what is to be done about what stands. `remains`: a failed creation of ours
 * may have left it, in words.
 */
export function standsAllTheSame(
  step: WritingStep,
  { target }: NotedChange,
  refusal: Refusal,
  { remains, isRecorded }: { readonly remains: string | undefined; readonly isRecorded: boolean },
): StepFailed {
  const way = takingOver(step.type, step.address, target.id, isRecorded);
  const stands =
    remains === undefined
      ? `\`${target.id}\` stands there now all the same; by this refusal no send of ours has made it, ` +
        `so it is not recorded; if it is yours, ${way}`
      : `${remains}, and it may be what stands there now; run again`;
  return refused(step, { ...refusal, detail: `${refusal.detail}; ${stands}` });
}

/** The name is taken, and a failed creation of ours may have left what has it (`remains`). */
export function takenByRemains({ address }: WritingStep, remains: string, detail: string): StepFailed {
  const told = `${remains}, and it may be what has the name: ${detail}; run again when a read shows it`;
  return new StepFailed(problem("already-exists", told, { address }));
}

/**
 * What always stands, or a share of it, has become as it was to be, though the step's sends were refused. One that was
 * delivered twice may have been refused the second time alone: nothing tells it from another hand's.
 */
export function setByAnother({ address }: WritingStep, { target }: NotedChange, detail: string): StepFailed {
  const told =
    `another hand has set \`${target.id}\` since the plan, as it was to be, or the call was delivered twice: ` +
    `${detail}; plan again to take it over as it stands`;
  return new StepFailed(problem("stale-plan", told, { address }));
}

/**
 * Whether a write whose object is as it was to be, as a look has shown, may have found what stood all the time: the
 * plan's look may have lagged behind, or another hand was there first. `mayBeOurs`: a call of ours may have made it so.
 */
export function mayHaveFoundExisting(
  step: WritingStep,
  change: NotedChange,
  seen: Observation | null,
  { wasSent, mayBeOurs }: { readonly wasSent: boolean; readonly mayBeOurs: boolean },
  context: RunContext,
): boolean {
  if (seen === null) return false;
  if (!wasSent && !mayBeOurs) return true;
  const former = context.formerRecord(step);
  if (former === undefined || former.identity.claim !== change.claim) return false;
  return (isMaking(change) && !mayBeOurs) || mayHaveStood(change, former, seen.outputs, context.definition(step.type));
}

/**
 * What a creation has written over is our own: it is recorded, and so young that the read that did not show it may have
 * lagged behind. Long after that the read was right, and what came since is another's.
 */
export function isOwnUnshown(step: WritingStep, { target }: NotedChange, context: RunContext): boolean {
  const former = context.formerRecord(step);
  if (former === undefined || !mayLag(former, context.now())) return false;
  const definition = context.definition(step.type);
  return idKey(definition, former.identity.id) === idKey(definition, target.id);
}

/**
 * What a creation has met is what an earlier one has left half made, as it is recorded, and a look had not shown: no
 * other operation about it makes that whole. Undefined where it was made since.
 */
export function halfMadeStill(
  step: WritingStep,
  { claim, operation }: NotedChange,
  seen: Observation | null,
  context: RunContext,
): Extract<WriteOutcome, { kind: "failed" }> | undefined {
  const former = context.formerRecord(step);
  if (operation !== "create" || seen === null || former?.tainted === undefined || former.identity.claim !== claim)
    return undefined;
  if (isMadeSince(seen, context.definition(step.type), former.observed.at)) return undefined;
  return { kind: "failed", code: "", detail: former.tainted };
}

/** Another hand has made the object between the look before the call and the call, or the call was delivered twice. */
export function writtenOver(step: WritingStep, { target }: NotedChange): StepFailed {
  const detail =
    `\`${target.id}\` was made by another hand while its creation was under way, or the call was delivered twice, ` +
    "and the creation has written over it; the next plan takes it over, and " +
    `\`plumb state rm ${step.address}\` lets go of it after that`;
  return new StepFailed(problem("already-exists", detail, { address: step.address }));
}
