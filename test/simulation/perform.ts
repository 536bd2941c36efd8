import { Fault } from "../../packages/base/fault.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { memoized } from "../../packages/base/memoized.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../src/contract/documents/declarations.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { RunEvent } from "../../src/contract/documents/runs/run-events.ts";
import { pruneHistory } from "../../src/service/background/prune/prune-history.ts";
import { Rejection } from "../../src/service/rejection.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import type { ImportEntry } from "../../src/service/use-cases/objects/import-request.ts";
import { planStack, planUndo } from "../../src/service/use-cases/plans/make-plans.ts";
import { advanceOnce } from "../../src/service/use-cases/runs/advance-once.ts";
import { journalledRun } from "../../src/service/use-cases/runs/journalled-run.ts";
import { resumeRun, runPlan } from "../../src/service/use-cases/runs/run-events.fixture.ts";
import { cancelRun, listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import { forgetResource, importState, renameResource } from "../../src/service/use-cases/state/edit-state.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { refreshStack } from "../../src/service/use-cases/state/refresh-stack.ts";
import { declare } from "./declared/declarations.ts";
import { hostOf, nameOf, stackOf, wholeIdOf } from "./declared/names.ts";
import type { Request, Scenario, Want } from "./scenario.ts";

/** How a request of ours ended, and all that was said to whoever made it. */
export interface Ending {
  readonly status: "done" | "failed" | "cancelled" | "refused" | "stopped" | "rejected" | "fault" | "crashed";
  readonly problems: readonly Problem[];
  /** Plans that were carried out or shown. */
  readonly plans: readonly string[];
  /** Steps that a plan came to. */
  readonly steps: number;
  readonly said: readonly unknown[];
  /** What it has carried out, where that is a declaration. */
  readonly want?: Want | undefined;
}

/** How a request can be called off. */
export interface Cancel {
  readonly signal: AbortSignal;
  /** Called when a run begins, which is what can be called off. */
  runs(): void;
  /** Called when it is known which run is undone. */
  undoes?(run: string): void;
  /** Called when it is known which run is resumed. */
  resumes?(run: string): void;
}

/** Of a request that nobody calls off. Each has its own: whoever listens to a signal may go on doing so. */
export function never(): Cancel {
  return { signal: new AbortController().signal, runs: () => {} };
}

const parallel = 4;

/** The state that was exported last, by the world that it is of. */
const exported = new WeakMap<Deployment["vault"], Json>();

/** What each plan is to bring about, by its digest, the latest last. */
const wanted = memoized((_: Deployment["vault"]) => new Map<string, Want>());

/** The plans that were proposed, the latest last. */
const proposals = memoized((_: Deployment["vault"]): PlanView[] => []);

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
  const stack = stackOf(scenario);
  switch (request.kind) {
    case "plan":
    case "up": {
      const text = declare(scenario, request.want);
      if (request.kind === "plan") return showPlan(stack, text, deployment);
      const view = await planned(stack, text, deployment);
      wanted(deployment.vault).set(view.digest, request.want);
      return { ...(await runToEnd(stack, view, deployment, cancel)), want: request.want };
    }
    case "propose": {
      const view = await planned(stack, declare(scenario, request.want), deployment);
      wanted(deployment.vault).set(view.digest, request.want);
      proposals(deployment.vault).push(view);
      return ended([view]);
    }
    case "approve": {
      const view = proposals(deployment.vault).at(-1);
      if (view === undefined) return ended([]);
      return { ...(await runToEnd(stack, view, deployment, cancel)), want: wanted(deployment.vault).get(view.digest) };
    }
    case "advance":
      return advance(stack, request, deployment, cancel);
    case "resume": {
      const [run] = await listRuns(stack, deployment);
      if (run === undefined) return ended([]);
      cancel.runs();
      cancel.resumes?.(run.run);
      const events = resumeRun({ stack, run: run.run, parallel }, deployment, cancel.signal);
      return { ...(await toEnd(events, [])), want: wanted(deployment.vault).get(run.plan) };
    }
    case "destroy": {
      const asked = { stack, kind: "destroy", declaration: null, refresh: true } as const;
      const view = await knowingTheWorld((dropAllOf) => planStack({ ...asked, dropAllOf }, deployment));
      return runToEnd(stack, view, deployment, cancel);
    }
    case "undo": {
      const run = (await listRuns(stack, deployment))[request.back ?? 0];
      if (run === undefined) return ended([]);
      cancel.undoes?.(run.run);
      const view = await knowingTheWorld((dropAllOf) => planUndo(stack, run.run, deployment, dropAllOf));
      return runToEnd(stack, view, deployment, cancel);
    }
    case "cancel-run": {
      const [run] = await listRuns(stack, deployment);
      return ended(run === undefined ? [] : [await cancelRun(stack, run.run, deployment)]);
    }
    case "prune": {
      const repeatable = async () => new Set<string>();
      return ended([await pruneHistory(stack, { keep: request.keep }, { deployment, repeatable })]);
    }
    case "export": {
      const document = (await exportState(stack, deployment)) as unknown as Json;
      exported.set(deployment.vault, document);
      return ended([document]);
    }
    case "import-state": {
      const document = exported.get(deployment.vault);
      return ended(document === undefined ? [] : [await importState(stack, document, true, deployment)]);
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
      return importEntries([entryOf(request, scenario)], scenario, deployment);
    case "import-all":
      return importEntries(
        request.slots.map((slot) => entryOf({ slot }, scenario)),
        scenario,
        deployment,
      );
  }
}

/** A slot's object, under the slot's name or another one; null where it can't be told beforehand. */
function entryOf(
  { slot, name, moved = false }: Omit<Extract<Request, { kind: "import" }>, "kind">,
  scenario: Scenario,
): ImportEntry | null {
  const blueprint = scenario.blueprints[slot];
  const type = importTypes[blueprint?.kind ?? ""];
  if (blueprint === undefined || type === undefined) return null;
  const host = blueprint.kind === "credential" ? hostOf(blueprint, slot, false) : null;
  const id = wholeIdOf({ blueprint, slot, form: { text: 0, moved, renamed: false }, host });
  // A share was never imported before it could get another name.
  if (id === null || (blueprint.kind === "member" && name === undefined)) return null;
  return { type, name: name ?? nameOf(slot, false), id, provider: null };
}

/** Imports objects: all of them, or none. */
async function importEntries(
  asked: readonly (ImportEntry | null)[],
  scenario: Scenario,
  deployment: Deployment,
): Promise<Ending> {
  const entries = asked.filter((each) => each !== null);
  if (entries.length === 0) return ended([]);
  const want = scenario.blueprints.map(() => null);
  const stack = stackOf(scenario);
  return ended([await importObjects({ stack, entries, declaration: declare(scenario, want) }, deployment)]);
}

/** Plans, and carries the plan out. */
export async function up(
  stack: string,
  text: DeclarationText,
  deployment: Deployment,
  cancel = never(),
): Promise<Ending> {
  return runToEnd(stack, await planned(stack, text, deployment), deployment, cancel);
}

function planned(stack: string, text: DeclarationText, deployment: Deployment): Promise<PlanView> {
  const asked = { stack, kind: "apply", declaration: text, refresh: true } as const;
  return knowingTheWorld((dropAllOf) => planStack({ ...asked, dropAllOf }, deployment));
}

/** A person who is refused because nothing of a provider is seen knows that its objects are gone, and says so. */
async function knowingTheWorld(plan: (dropAllOf: readonly string[]) => Promise<PlanView>): Promise<PlanView> {
  const view = await plan([]);
  const { problems } = view;
  return problems.some(({ code }) => code === "drops-all") ? await plan(["google", "azure", "workspace"]) : view;
}

export async function showPlan(stack: string, text: DeclarationText, deployment: Deployment): Promise<Ending> {
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

async function runToEnd(
  stack: string,
  view: PlanView,
  deployment: Deployment,
  { signal, runs }: Cancel,
): Promise<Ending> {
  // Planning alone is not broken off: whoever stops there has nothing to stop.
  if (signal.aborted) return { ...ended([view]), status: "cancelled" };
  runs();
  const events = runPlan({ stack, plan: view.digest, parallel, allowEmpty: true }, deployment, signal);
  return { ...(await toEnd(events, [view])), plans: [view.digest], steps: changesOf(view) };
}

/** Takes the run of a proposal as far as it goes, as every driver of runs does. */
async function advance(
  stack: string,
  { proposal, patienceMs }: Extract<Request, { kind: "advance" }>,
  deployment: Deployment,
  { signal, runs, resumes }: Cancel,
): Promise<Ending> {
  const view = proposals(deployment.vault)[proposal];
  if (view === undefined || signal.aborted) return ended([]);
  const run = String(proposal).padStart(32, "a");
  const { isStarted } = await journalledRun(stack, run, deployment);
  runs();
  if (isStarted) resumes?.(run);
  const said: RunEvent[] = [];
  const request = { stack, run, plan: view.digest, parallel, allowEmpty: true, patienceMs, cancelled: signal };
  const went = await advanceOnce(deployment, { ...request, emit: (event) => said.push(event) });
  if (went.kind === "put-off" || went.kind === "held") return { ...ended(said), status: "stopped" };
  const { status, problems } = went.summary;
  const result = { ...ended([...said, went.summary]), status, problems };
  // Who only hears that it is over has done nothing that could be held against the declaration.
  if (!said.some(({ event }) => event === "started")) return result;
  const begun = isStarted ? {} : { plans: [view.digest], steps: changesOf(view) };
  return { ...result, ...begun, want: wanted(deployment.vault).get(view.digest) };
}

/** Hears the events of a run to their end. `before`: what was said before them. */
async function toEnd(events: AsyncIterable<RunEvent>, before: readonly unknown[]): Promise<Ending> {
  const said = [...before];
  for await (const event of events) {
    said.push(event);
    if (event.event === "summary") return { ...ended(said), status: event.status, problems: event.problems };
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
