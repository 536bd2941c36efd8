import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { SettledCall } from "../../../contract/documents/in-flight-calls.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { planOfInParts, sealPlanInParts } from "../../../engine/plan/document/plan-document.ts";
import type { Plan, PlanContent } from "../../../engine/plan/plan.ts";
import type { PlanRow, StackChange } from "../../../engine/ports/store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { personOf } from "../../access/caller.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { strikeSecrets } from "../secrets/strike-secrets.ts";
import type { FoundPlan } from "./newest-plan.ts";
import type { PlanBrief } from "./plan-briefs.ts";
import { planSummary, planView } from "./plan-view.ts";
import { removeUnusedPlans } from "./remove-unused-plans.ts";

/** A plan as it was made, and what it was made by. */
export interface PlanMade {
  readonly content: PlanContent;
  readonly state: StackState;
  /** Calls that were in flight when it was made. */
  readonly inFlight: readonly SettledCall[];
}

/** Keeps a plan as `keepPlan` does, and shows it. */
export async function keptView(
  { content, state, inFlight }: PlanMade,
  declared: CheckedDeclaration | null,
  deployment: Deployment,
): Promise<PlanView> {
  const plan = await keepPlan(content, declared, deployment);
  const view = await viewOf(plan, state, deployment);
  return { ...view, inFlight, ...(deployment.isReadOnly === true ? { readOnly: true } : {}) };
}

async function viewOf(plan: Plan, state: StackState, deployment: Deployment): Promise<PlanView> {
  const strike = await strikeSecrets(plan.stack, deployment, async () => state, [plan.steps]);
  return inTurns(planView(plan, state, plan.problems, deployment.catalog, strike), deployment.turns);
}

/** Seals a plan and keeps it under its digest. `declared`: from which later rounds plan what it defers. */
export async function keepPlan(
  content: PlanContent,
  declared: CheckedDeclaration | null,
  deployment: Deployment,
): Promise<Plan> {
  const { store, clock, turns, newestPlan } = deployment;
  const { stack, kind } = content;
  const checked = content.deferred.length === 0 ? null : declared;
  const sealed = await inTurns(sealPlanInParts(content), turns);
  const { plan } = sealed;
  const createdAt = new Date(clock.now()).toISOString();
  const document: KeptPlan = { plan: sealed.document, checked };
  const stored = { digest: plan.digest, kind, createdAt, document: keptPlanCodec.write(document) };
  await store.putPlan(stack, stored, content.bindings.lineage);
  newestPlan.note(stack, { plan, checked, createdAt, madeFor: stack, isOwn: true });
  await removeUnusedPlans(stack, deployment);
  return plan;
}

/** What the store keeps of a plan. */
interface KeptPlan {
  readonly plan: JsonObject;
  readonly checked: CheckedDeclaration | null;
}

const keptPlanCodec = documentCodec<KeptPlan>();

/** A kept plan, or a Rejection. */
export async function storedPlan(stack: string, digest: string, deployment: Deployment): Promise<FoundPlan> {
  const found = await findPlan(stack, digest, deployment);
  if (found !== null) return found;
  throw unknownPlan(stack, digest);
}

function unknownPlan(stack: string, digest: string): Rejection {
  const hint =
    "a plan is kept where it was made: name that store (`--dir`, or PLUMB_STORE in the environment) or that service " +
    "(`--server`); `plumb plan --list` lists the plans that are here";
  return new Rejection("missing", [problem("plan-unknown", `stack \`${stack}\` has no plan ${digest}`, { hint })]);
}

/**
 * False for a plan that was kept after its stack was removed: the one of that name now is another. By the lineages of
 * both.
 */
export function isOf(planned: string, lineage: string): boolean {
  return planned === "" || originalLineage(planned) === originalLineage(lineage);
}

/** A kept plan; null where there is none of that digest. */
export async function findPlan(
  stack: string,
  digest: string,
  { store, turns, newestPlan }: Deployment,
): Promise<FoundPlan | null> {
  const made = newestPlan.find(stack, digest);
  if (made !== null) return made;
  const stored = await store.getPlan(stack, digest);
  if (stored === null) return null;
  const { plan: document, checked } = keptPlanCodec.read(stored.document);
  const plan = await inTurns(planOfInParts(document), turns);
  return { plan: { ...plan, stack }, checked, createdAt: stored.createdAt, madeFor: plan.stack, isOwn: false };
}

/**
 * A kept plan as it is shown. A caller that asks for many at once gets one after another: each may be as large as a
 * stack.
 */
export function showPlan(stack: string, digest: string, deployment: Deployment): Promise<PlanView> {
  const { authority, client, planReads, planViews, store, turns } = deployment;
  const keyAt = ({ lineage, serial }: StackChange) => `${stack} ${digest} ${lineage} ${serial}`;
  const shown = async () => {
    // What is shown from memory takes no time of waiting, and many at once would leave none to others.
    if (turns?.isDue() === true) await turns.next();
    // Who reads a plan page by page does so while its stack stays as it is: then one row is read, not the whole stack.
    const known = planViews?.find(keyAt(await store.progress(stack)));
    if (known !== undefined) return known;
    const state = await store.readStack(stack);
    const show = async () => {
      const { plan } = await storedPlan(stack, digest, deployment);
      if (!isOf(plan.bindings.lineage, state.lineage)) throw unknownPlan(stack, digest);
      return viewOf(plan, state, deployment);
    };
    return planViews === undefined ? show() : planViews.of(keyAt(state), show);
  };
  return planReads === undefined ? shown() : planReads.do(personOf(authority.caller), shown, client?.());
}

/** What a list says of a kept plan; null where it is there no more. */
export async function planOfRow(
  stack: string,
  { digest }: PlanRow,
  { store, turns }: Deployment,
): Promise<PlanBrief | null> {
  const stored = await store.getPlan(stack, digest);
  if (stored === null) return null;
  const plan = await inTurns(planOfInParts(keptPlanCodec.read(stored.document).plan), turns);
  return { kind: plan.kind, summary: planSummary(plan), lineage: plan.bindings.lineage };
}
