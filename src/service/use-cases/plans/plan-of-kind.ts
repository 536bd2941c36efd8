import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { holderNow, stackBusy } from "../lease/busy-stack.ts";
import type { ImportEntry } from "../objects/import-request.ts";
import { type AskedRound, roundOf } from "../runs/rounds.ts";
import { findPlan } from "./kept-plans.ts";
import { type PlanRequest, planStack, planUndo } from "./make-plans.ts";
import { planImport } from "./plan-import.ts";
import { planRefresh } from "./plan-refresh.ts";

/** What a plan is asked for. */
export type PlanKindRequest = PlannedKind & {
  /** It is to be run at once: while another holds the stack it is refused, before anything is read. */
  readonly forRun?: boolean;
  /** Providers of which every record may go. */
  readonly dropAllOf?: readonly string[];
};

type PlannedKind =
  /** `newStack`: the stack may be one that the run makes. `round`: a program gives the declaration, in rounds. */
  | (PlanRequest & { readonly kind: "apply"; readonly newStack?: boolean; readonly round?: AskedRound })
  | (PlanRequest & { readonly kind: "destroy" })
  | { readonly kind: "refresh"; readonly stack: string; readonly selection?: Selection }
  | {
      readonly kind: "import";
      readonly stack: string;
      readonly entries: readonly ImportEntry[];
      /** Null takes the one that is kept for the stack. */
      readonly declaration: DeclarationText | null;
    }
  | {
      readonly kind: "undo";
      readonly stack: string;
      /** The run to take back. */
      readonly run: string;
    };

/** So often a plan is made again because another run came and went meanwhile. */
const mostTries = 4;

/**
 * Makes a plan of any kind and keeps it under its digest; a run carries it out. Changes nothing but what is kept. While
 * a run holds the stack, a plan that is to be run is refused (Rejection `stack-busy`), and any other says so first.
 */
export async function planOfKind(request: PlanKindRequest, deployment: Deployment): Promise<PlanView> {
  const { stack, forRun = false } = request;
  for (let tries = 1; ; tries += 1) {
    if (forRun) await refuseWhileHeld(stack, deployment);
    const view = await made(request, deployment);
    if (forRun) await refuseWhileHeld(stack, deployment);
    if (tries < mostTries && (await isOvertaken(stack, view, deployment))) continue;
    if (request.kind !== "apply" || request.round === undefined) return view;
    return { ...view, round: await roundOf(stack, view.digest, request.round, deployment) };
  }
}

async function refuseWhileHeld(stack: string, deployment: Deployment): Promise<void> {
  const holder = await holderNow(stack, deployment);
  if (holder !== null) throw new Rejection("conflict", [stackBusy(stack, holder)]);
}

/**
 * Whether another run has come and gone since the plan read what is believed. While one is at work the next look is no
 * better.
 */
async function isOvertaken(stack: string, view: PlanView, deployment: Deployment): Promise<boolean> {
  const found = await findPlan(stack, view.digest, deployment);
  const { serial } = await deployment.store.progress(stack);
  return found?.plan.bindings.serial !== serial && (await holderNow(stack, deployment)) === null;
}

function made(request: PlanKindRequest, deployment: Deployment): Promise<PlanView> {
  switch (request.kind) {
    case "apply":
    case "destroy":
      return planStack(request, deployment);
    case "refresh":
      return planRefresh(request, deployment);
    case "import":
      return planImport(request, deployment);
    case "undo":
      return planUndo(request.stack, request.run, deployment, request.dropAllOf);
  }
}
