import { Fault } from "../../packages/base/fault.ts";
import type { Json } from "../../packages/base/json/json.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../src/contract/documents/declarations.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { Deployment } from "../../src/service/deployment.ts";
import { pruneHistory } from "../../src/service/dispatch/prune/prune-history.ts";
import { Rejection } from "../../src/service/rejection.ts";
import { driftStack, refreshStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { planStack, planUndo } from "../../src/service/use-cases/plans/make-plans.ts";
import { runPlan } from "../../src/service/use-cases/runs/run-plans.ts";
import { cancelRun, listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import {
  exportState,
  forgetResource,
  importState,
  renameResource,
} from "../../src/service/use-cases/state/edit-state.ts";
import { declare } from "./declared/declarations.ts";
import { hostOf, nameOf, wholeIdOf } from "./declared/names.ts";
import type { Request, Scenario } from "./scenario.ts";
import { stack } from "./world/world.ts";

/** How a request of ours ended, and all that was said to whoever made it. */
export interface Ending {
  readonly status: "done" | "failed" | "cancelled" | "refused" | "stopped" | "rejected" | "fault" | "crashed";
  readonly problems: readonly Problem[];
  /** Plans that were carried out or shown. */
  readonly plans: readonly string[];
  /** Steps that a plan came to. */
  readonly steps: number;
  readonly said: readonly unknown[];
}

/** How a request can be called off. */
export interface Cancel {
  readonly signal: AbortSignal;
  /** Called when a run begins, which is what can be called off. */
  runs(): void;
  /** Called when it is known which run is undone. */
  undoes?(run: string): void;
}

/** Of a request that nobody calls off. Each has its own: whoever listens to a signal may go on doing so. */
export function never(): Cancel {
  return { signal: new AbortController().signal, runs: () => {} };
}

const parallel = 4;

/** The state that was exported last, by the world that it is of. */
const exported = new WeakMap<Deployment["vault"], Json>();

const importTypes: Readonly<Record<string, string>> = {
  client: "iam:OAuthClient",
  credential: "iam:OAuthClientCredential",
  attachment: "connectors:EndpointAttachment",
  collector: "migrate:ServerCollector",
  member: "compute:ReservationIamMember",
  setting: "settings:RestrictWorkspaceAdmins",
};

/** Does what is asked of a process. A failing world and a refusal are endings; anything else is thrown. */
export async function perform(
  request: Request,
  scenario: Scenario,
  deployment: Deployment,
  cancel: Cancel,
): Promise<Ending> {
  try {
    return await carryOut(request, scenario, deployment, cancel);
  } catch (cause) {
    if (cause instanceof Rejection) {
      return {
        status: "rejected",
        problems: cause.problems,
        plans: [],
        steps: 0,
        said: [cause.problems, cause.message],
      };
    }
    if (!(cause instanceof Fault)) throw cause;
    return { status: "fault", problems: [], plans: [], steps: 0, said: [cause.code, cause.message] };
  }
}

async function carryOut(request: Request, scenario: Scenario, deployment: Deployment, cancel: Cancel): Promise<Ending> {
  switch (request.kind) {
    case "plan":
    case "up": {
      const text = declare(scenario, request.want);
      return request.kind === "up" ? up(text, deployment, cancel) : showPlan(text, deployment);
    }
    case "destroy": {
      const asked = { stack, kind: "destroy", declaration: null, refresh: true } as const;
      const view = await knowingTheWorld((dropAllOf) => planStack({ ...asked, dropAllOf }, deployment));
      return runToEnd(view, deployment, cancel);
    }
    case "undo": {
      const run = (await listRuns(stack, deployment))[request.back ?? 0];
      if (run === undefined) return ended([]);
      cancel.undoes?.(run.run);
      const view = await knowingTheWorld((dropAllOf) => planUndo(stack, run.run, deployment, dropAllOf));
      return runToEnd(view, deployment, cancel);
    }
    case "cancel-run": {
      const [run] = await listRuns(stack, deployment);
      if (run !== undefined) await cancelRun(stack, run.run, deployment);
      return ended([]);
    }
    case "prune": {
      const repeatable = async () => new Set<string>();
      return ended([await pruneHistory(stack, { keep: request.keep }, { deployment, repeatable })]);
    }
    case "export": {
      exported.set(deployment.vault, (await exportState(stack, deployment)) as unknown as Json);
      return ended([]);
    }
    case "import-state": {
      const document = exported.get(deployment.vault);
      if (document !== undefined) await importState(stack, document, true, deployment);
      return ended([]);
    }
    case "refresh":
      return ended([await refreshStack(stack, deployment)]);
    case "drift":
      return ended([await driftStack(stack, deployment)]);
    case "forget":
      await forgetResource(stack, request.name ?? nameOf(request.slot, false), deployment);
      return ended([]);
    case "rename": {
      const { from = nameOf(request.slot, false), to = nameOf(request.slot, true) } = request;
      await renameResource(stack, from, to, deployment);
      return ended([]);
    }
    case "import":
      return importSlot(request, scenario, deployment);
  }
}

/** Imports a slot's object, under the slot's name or another one. */
async function importSlot(
  { slot, name, moved = false }: Extract<Request, { kind: "import" }>,
  scenario: Scenario,
  deployment: Deployment,
): Promise<Ending> {
  const blueprint = scenario.blueprints[slot];
  const type = importTypes[blueprint?.kind ?? ""];
  if (blueprint === undefined || type === undefined) return ended([]);
  const host = blueprint.kind === "credential" ? hostOf(blueprint, slot, false) : null;
  const id = wholeIdOf({ blueprint, slot, form: { text: 0, moved, renamed: false }, host });
  // A share was never imported before it could get another name.
  if (id === null || (blueprint.kind === "member" && name === undefined)) return ended([]);
  const entries = [{ type, name: name ?? nameOf(slot, false), id, provider: null }];
  const want = scenario.blueprints.map(() => null);
  return ended([await importObjects({ stack, entries, declaration: declare(scenario, want) }, deployment)]);
}

/** Plans, and carries the plan out. */
export async function up(text: DeclarationText, deployment: Deployment, cancel = never()): Promise<Ending> {
  const asked = { stack, kind: "apply", declaration: text, refresh: true } as const;
  const view = await knowingTheWorld((dropAllOf) => planStack({ ...asked, dropAllOf }, deployment));
  return runToEnd(view, deployment, cancel);
}

/** A person who is refused because nothing of a provider is seen knows that its objects are gone, and says so. */
async function knowingTheWorld(plan: (dropAllOf: readonly string[]) => Promise<PlanView>): Promise<PlanView> {
  const view = await plan([]);
  const { problems } = view;
  return problems.some(({ code }) => code === "drops-all") ? await plan(["google", "azure", "workspace"]) : view;
}

export async function showPlan(text: DeclarationText, deployment: Deployment): Promise<Ending> {
  const view = await planStack({ stack, kind: "apply", declaration: text, refresh: true }, deployment);
  const errors = view.problems.filter((each) => each.severity === "error");
  return {
    status: errors.length > 0 ? "refused" : "done",
    problems: errors,
    plans: [view.digest],
    steps: changesOf(view),
    said: [view],
  };
}

async function runToEnd(view: PlanView, deployment: Deployment, { signal, runs }: Cancel): Promise<Ending> {
  // Planning alone is not broken off: whoever stops there has nothing to stop.
  if (signal.aborted) return { ...ended([view]), status: "cancelled" };
  runs();
  const said: unknown[] = [view];
  for await (const event of runPlan({ stack, plan: view.digest, parallel, allowEmpty: true }, deployment, signal)) {
    said.push(event);
    if (event.event !== "summary") continue;
    return {
      status: event.status,
      problems: event.problems,
      plans: [view.digest],
      steps: changesOf(view),
      said,
    };
  }
  throw new Error("a run ended without a summary");
}

/** Steps that would change something. */
function changesOf({ steps }: PlanView): number {
  return steps.filter(({ action }) => action !== "same" && action !== "read").length;
}

function ended(said: readonly unknown[]): Ending {
  return { status: "done", problems: [], plans: [], steps: 0, said };
}
