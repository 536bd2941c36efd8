import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { RemovalStep } from "../../plan/plan.ts";
import { secretsBy } from "../../recover/open-change.ts";
import { type RecordEffect, wasNotThere } from "../../state/journal.ts";
import { remainsProblem } from "../../state/records/may-be-left.ts";
import { resultOf } from "../calls/call-notes.ts";
import { priorObservation } from "../calls/prior-observation.ts";
import { type Sent, sendChange } from "../calls/send-change.ts";
import type { NotedChange } from "../noted-change.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";
import { keptWithHolder } from "./kept-with-holder.ts";
import { readyObject } from "./ready-object.ts";
import { restoring } from "./restoring.ts";

/** The result of a removal. */
export interface Removed {
  /** It was to be deleted and was not there. */
  readonly wasAbsent?: true;
  readonly warning?: Problem;
}

/**
 * Ends our care for an object: deletes it, restores what was before us, or only forgets it. The record is gone
 * afterwards.
 */
export async function performRemoval(step: RemovalStep, context: RunContext): Promise<Removed> {
  if (step.blocked !== undefined) throw new StepFailed(step.blocked);
  const { ref, kind, config } = step.provider;
  const claim = context.claimKeyOf(step.type, step.provider.cloudId, step.identity.claim);
  // A record that a write of this plan goes over stays until that write puts another in its place: it holds what was
  // before us.
  if (step.how === "forget" && context.isWrittenOver(step)) return endWithout([], step, claim, context);
  const { uid, generation } = step;
  const claims = context.claims.goingWith(step, claim);
  const effects = (
    of: { readonly uid: string; readonly generation: number },
    kept: string | null = null,
  ): readonly RecordEffect[] =>
    claims.map((each) => ({
      ...{ kind: "remove", ...of },
      claimKey: each === kept ? null : context.claims.leftBy(of, each),
    }));
  if (step.how === "forget" || (await isDeletedByCascade(step, context)))
    return endWithout(effects({ uid, generation }), step, claim, context);
  const prior = priorObservation(step.prior);
  const target = {
    type: step.type,
    apiVersion: step.apiVersion,
    provider: { ref, kind, config },
    id: step.identity.id,
    variables: step.identity.variables,
    secret: [...secretPlaces(step.prior?.outputs), ...context.open.intents(step.uid, claim).flatMap(secretsBy)],
  };
  const change: NotedChange = {
    operation: step.how === "restore" ? "update" : "delete",
    claim: step.identity.claim,
    record: null,
    target,
    inputs: step.restore ?? {},
    fields: step.how === "restore" ? [...new Set(step.fields.map(({ path }) => pointerSegments(path)[0] ?? ""))] : [],
    prior,
    condition: prior?.version ?? null,
    displaces: [],
    keepsOthers: true,
    ...(step.unseen === undefined ? {} : { unseen: step.unseen }),
    ...restoring(step.restores),
  };
  let answered: Awaited<ReturnType<typeof send>>;
  try {
    answered = await send(step, change, context);
  } catch (cause) {
    const kept = await keptWithHolder(step, cause, context);
    if (kept === undefined) throw cause;
    return { ...(await endWithout(effects({ uid, generation }), step, claim, context)), warning: kept };
  }
  const { sent, generation: recorded } = answered;
  // What may show itself yet keeps its claim; the record is of what is not there.
  const isLeft = sent.remains !== undefined;
  const isUnmade = isLeft && recorded === 0;
  await sent.close(isUnmade ? [] : effects({ uid, generation: recorded }, isLeft ? claim : null), true);
  const warning = sent.remains === undefined ? undefined : remainsProblem(step.address, sent.remains);
  return { ...(sent.wasAbsent === true ? { wasAbsent: true } : {}), ...(warning === undefined ? {} : { warning }) };
}

/** Carries out the one call of a removal, after the one that a deletion may need first. */
async function send(
  step: RemovalStep,
  change: NotedChange,
  context: RunContext,
): Promise<{ readonly sent: Sent; readonly generation: number }> {
  const { deletion, generation, wasAbsent } = await readyObject(step, change, context);
  try {
    return { sent: await sendChange(step, deletion, context), generation };
  } catch (cause) {
    const isRefused = cause instanceof StepFailed && cause.problem.code === "refused-by-platform";
    if (wasAbsent !== true || !isRefused) throw cause;
    // What the first call did not find has shown itself since.
    const anew = await readyObject(step, change, context);
    return { sent: await sendChange(step, anew.deletion, context), generation: anew.generation };
  }
}

/**
 * Whether the deletion of another object has taken this one along. A platform that does not show it to us any more, or
 * refuses the question, has: the declaration says so.
 */
async function isDeletedByCascade(step: RemovalStep, context: RunContext): Promise<boolean> {
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

/** Ends a step that makes no call, or no further one. */
async function endWithout(
  effects: readonly RecordEffect[],
  step: RemovalStep,
  claim: string,
  context: RunContext,
): Promise<Removed> {
  // Nothing is sent for what the plan has seen to be gone.
  const wasAbsent = step.action === "delete" && step.goneWith === undefined && step.prior === null;
  const end = { seq: null, outcome: "done", detail: wasAbsent ? wasNotThere : "", effects, ends: true } as const;
  // A call of its own that was not answered does not matter any more: the object is let go of.
  const settled = [...context.open.settled(step.uid, claim, null), ...context.open.ownSettled(step.id)];
  await context.journal([...settled, resultOf(step, end, context)], step);
  return wasAbsent ? { wasAbsent } : {};
}
