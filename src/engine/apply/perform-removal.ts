import { pointerSegments } from "../../base/pointer.ts";
import type { Problem } from "../../base/problem.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { RemovalStep } from "../plan/plan.ts";
import { type RecordEffect, wasNotThere } from "../state/journal.ts";
import { remainsProblem } from "../state/may-be-left.ts";
import { priorObservation } from "./prior-observation.ts";
import { refused } from "./refused.ts";
import { restoring } from "./restoring.ts";
import type { RunContext } from "./run-context.ts";
import { sendChange } from "./send-change.ts";
import { StepFailed } from "./step-failed.ts";

/** What a removal came to. */
export interface Removed {
  /** It was to be deleted and was not there. */
  readonly wasAbsent?: true;
  readonly warning?: Problem;
}

/** Ends our care for an object: deletes it, restores what was before us, or only forgets it. The record is gone afterwards. */
export async function performRemoval(step: RemovalStep, context: RunContext): Promise<Removed> {
  if (step.blocked !== undefined) throw new StepFailed(step.blocked);
  const { ref, kind, config } = step.provider;
  const claim = context.claimKeyOf(step.type, step.provider.cloudId, step.identity.claim);
  // A record that a write of this plan goes over stays until that write puts another in its place: it holds what was before us.
  if (step.how === "forget" && context.isWrittenOver(step)) return endWithout([], step, claim, context);
  const { uid, generation } = step;
  const claims = context.claimsOf(step, claim);
  const effects = (): readonly RecordEffect[] =>
    claims.map((each) => ({ kind: "remove", uid, generation, claimKey: context.claimLeftBy(step, each) }));
  if (step.how === "forget" || (await isTakenAlong(step, context))) return endWithout(effects(), step, claim, context);
  const prior = priorObservation(step.prior);
  const sent = await sendChange(
    step,
    {
      operation: step.how === "restore" ? "update" : "delete",
      claim: step.identity.claim,
      record: null,
      target: {
        type: step.type,
        apiVersion: step.apiVersion,
        provider: { ref, kind, config },
        id: step.identity.id,
        variables: step.identity.variables,
        secret: secretPlaces(step.prior?.outputs),
      },
      inputs: step.restore ?? {},
      fields: [...new Set(step.fields.map((field) => pointerSegments(field.path)[0] ?? ""))],
      prior,
      condition: prior?.version ?? null,
      displaces: [],
      keepsOthers: true,
      ...(step.unseen === undefined ? {} : { unseen: step.unseen }),
      ...restoring(step.restores),
    },
    context,
  );
  // What may show itself yet keeps its claim.
  await sent.close(sent.remains === undefined ? effects() : [], true);
  const warning = sent.remains === undefined ? undefined : remainsProblem(step.address, sent.remains);
  return { ...(sent.wasAbsent === true ? { wasAbsent: true } : {}), ...(warning === undefined ? {} : { warning }) };
}

/**
 * Whether the deletion of another object has taken this one along. A platform that does not show it to us any more, or refuses the
 * question, has: the declaration says so.
 */
async function isTakenAlong(step: RemovalStep, context: RunContext): Promise<boolean> {
  if (step.goneWith === undefined) return false;
  const { ref, kind, config } = step.provider;
  const { id, variables } = step.identity;
  const provider = { ref, kind, config };
  const target = { type: step.type, apiVersion: step.apiVersion, provider, id, variables };
  const driver = context.input.driverOf(step.provider);
  const seen = await context.deadline(step).bound(() => driver.read(target, context.signalOf(step)));
  if (seen.kind === "done") return seen.observation.deleted;
  if (seen.kind === "absent" || seen.kind === "denied") return true;
  throw refused(step, seen);
}

/** Ends a step that makes no call. */
async function endWithout(
  effects: readonly RecordEffect[],
  step: RemovalStep,
  claim: string,
  context: RunContext,
): Promise<Removed> {
  const { run } = context.input;
  // Nothing is sent for what the plan has seen to be gone.
  const wasAbsent = step.action === "delete" && step.goneWith === undefined && step.prior === null;
  await context.journal(
    [
      ...context.settledIntents(step.uid, claim, null),
      {
        kind: "result",
        run,
        step: step.id,
        intentSeq: null,
        outcome: "done",
        detail: wasAbsent ? wasNotThere : "",
        effects,
        ends: true,
      },
    ],
    step,
  );
  return wasAbsent ? { wasAbsent } : {};
}
