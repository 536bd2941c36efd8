import { Fault } from "../../base/fault.ts";
import type { JsonObject } from "../../base/json.ts";
import { hasErrors, type Problem } from "../../base/problem.ts";
import type { DeclarationText, PlanView, ProblemDocument, RunEvent, RunSummary } from "../api/documents.ts";
import { agreed } from "./agreed.ts";
import { cancelledFault, unlessThrownByCancel } from "./api-client.ts";
import type { Invocation } from "./command.ts";
import { allRefused, exitCodeOfProblems, exitCodes } from "./exit-code.ts";
import { documentOfFault, failureDocument } from "./failure-document.ts";
import { findRun } from "./find-run.ts";
import { ndjsonValues } from "./ndjson.ts";
import { findPlan, hasChanges, plansPath, shortDigest } from "./plan-view.ts";
import { problemsBeside, renderPlan } from "./rendering/render-plan.ts";
import type { Sources } from "./rendering/render-problems.ts";
import { renderOutputs, renderSummary } from "./rendering/render-summary.ts";
import { RunDisplay } from "./rendering/run-display.ts";
import { writeProblems } from "./report.ts";
import {
  countEvent,
  emptySummary,
  printLine,
  reportRunFailure,
  reportRunMistake,
  unbegunSummary,
} from "./run-lines.ts";
import { stackPath } from "./stack-path.ts";
import { writeLines } from "./terminal.ts";

/** Plans, shows the plan, asks unless `--yes`, and runs it. */
export async function applyNewPlan(
  invocation: Invocation,
  kind: "apply" | "destroy",
  declaration: DeclarationText | undefined,
  sources: Sources,
): Promise<number> {
  const body = { kind, refresh: true, ...(declaration === undefined ? {} : { declaration }) };
  return await planAndRun(invocation, plansPath(invocation.settings.stack), body, sources);
}

/** Plans the inverse of a run, named by its id or the id's unique beginning, and shows, asks and runs it likewise. */
export async function applyUndo(invocation: Invocation, reference: string): Promise<number> {
  const { stack } = invocation.settings;
  return await withFaultsShown(invocation, new Map(), async () => {
    const found = await findRun(invocation, reference);
    if (found.kind === "failure") return reportRunFailure(invocation, found.document, new Map());
    if (found.kind === "mistake") return reportRunMistake(invocation, found.mistake);
    return await planAndRun(invocation, stackPath(stack, "undo"), { run: found.row.run }, new Map());
  });
}

/** Takes a run that broke off up again, with the plan that was approved for it. */
export async function resumeRun(invocation: Invocation, reference: string): Promise<number> {
  const { stack, parallel } = invocation.settings;
  const sources: Sources = new Map();
  return await withFaultsShown(invocation, sources, async () => {
    const found = await findRun(invocation, reference);
    if (found.kind === "failure") return reportRunFailure(invocation, found.document, sources);
    if (found.kind === "mistake") return reportRunMistake(invocation, found.mistake);
    const { run, plan } = found.row;
    const answer = await invocation.api.get<PlanView>(`${plansPath(stack)}/${encodeURIComponent(plan)}`);
    if (!answer.ok) return reportRunFailure(invocation, answer.error, sources);
    const path = stackPath(stack, "runs", run, "resume");
    return await followRun(invocation, answer.value, path, parallel === undefined ? {} : { parallel }, sources);
  });
}

async function planAndRun(invocation: Invocation, path: string, body: object, sources: Sources): Promise<number> {
  return await withFaultsShown(invocation, sources, async () => {
    const answer = await invocation.api.post<PlanView>(path, body);
    if (!answer.ok) return reportRunFailure(invocation, answer.error, sources);
    return await showAndRun(invocation, answer.value, sources, invocation.arguments.flags.has("yes"));
  });
}

/** Runs a plan made and reviewed earlier; naming it is the approval. */
export async function applySavedPlan(invocation: Invocation, reference: string): Promise<number> {
  const sources: Sources = new Map();
  return await withFaultsShown(invocation, sources, async () => {
    const found = await findPlan(invocation, reference);
    if (!found.ok) return reportRunFailure(invocation, found.error, sources);
    return await showAndRun(invocation, found.value, sources, true);
  });
}

async function withFaultsShown(invocation: Invocation, sources: Sources, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return reportRunFailure(invocation, documentOfFault(cause), sources);
  }
}

/** An approved plan is shown in brief: what is made, and each change, for those who read the log later. */
async function showAndRun(
  invocation: Invocation,
  plan: PlanView,
  sources: Sources,
  approved: boolean,
): Promise<number> {
  const { people, world } = invocation;
  writeLines(people, renderPlan(plan, people, { label: shortDigest(plan.digest), brief: approved }));
  writeProblems(invocation, problemsBeside(plan), sources);
  if (hasErrors(plan.problems)) {
    printLine(invocation, unbegunSummary("refused", { problems: plan.problems }));
    invocation.diagnostics.write("The plan is blocked; nothing was changed.\n");
    return exitCodeOfProblems(plan.problems);
  }
  const changes = hasChanges(plan);
  if (!changes && plan.records === undefined) return await nothingToDo(invocation, plan);
  // New options and dependencies are recorded without asking: no object is touched.
  if (!approved && changes) {
    if (!world.stdin.isTTY) {
      const detail = "There is no terminal to ask on, and --yes is not given; nothing was changed.";
      return reportRunMistake(invocation, {
        detail,
        hint: "Add --yes, or run a reviewed plan with `plumb up --plan`.",
      });
    }
    if (!(await agreed(invocation, "Apply these changes?"))) {
      people.write("Nothing was changed.\n");
      printLine(invocation, unbegunSummary("cancelled", {}));
      return exitCodes.cancelled;
    }
  }
  const { parallel } = invocation.settings;
  const body = { plan: plan.digest, ...(parallel === undefined ? {} : { parallel }) };
  return await followRun(invocation, plan, stackPath(plan.stack, "runs"), body, sources);
}

async function nothingToDo(invocation: Invocation, plan: PlanView): Promise<number> {
  const answer = await invocation.api.get<{ readonly outputs: JsonObject }>(stackPath(plan.stack, "outputs"));
  const outputs = answer.ok ? answer.value.outputs : {};
  printLine(invocation, emptySummary(plan, outputs));
  writeLines(invocation.people, renderOutputs(outputs, invocation.people));
  return exitCodes.done;
}

/** Starts a run and shows what happens until its end. */
async function followRun(
  invocation: Invocation,
  plan: PlanView,
  path: string,
  body: object,
  sources: Sources,
): Promise<number> {
  const { people, world } = invocation;
  const stream = await invocation.api.stream(path, body);
  if (!stream.ok) return reportRunFailure(invocation, stream.error, sources);
  people.write("\n");
  const progress: Progress = { soFar: unbegunSummary("failed", {}), failures: [], skips: [] };
  const display = new RunDisplay(people, sources, world.now, plan.steps);
  const onCancel = () =>
    display.say("Stopping: what is in flight is finished, nothing new begins. Ctrl-C again leaves at once.");
  world.signal.addEventListener("abort", onCancel, { once: true });
  let failure = brokenStream();
  try {
    await unlessThrownByCancel(follow(invocation, stream.value, display, progress), world.signal);
    if (world.signal.aborted) failure = documentOfFault(cancelledFault());
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    failure = documentOfFault(cause);
  } finally {
    world.signal.removeEventListener("abort", onCancel);
    display.close();
  }
  if (progress.end !== undefined) return finish(invocation, progress.end, progress, sources);
  return reportRunFailure(invocation, failure, sources, progress.soFar);
}

/** What is known of a run while its events come. */
interface Progress {
  soFar: RunSummary;
  /** Problems of the steps that failed. */
  readonly failures: Problem[];
  /** Why steps were not begun. */
  readonly skips: Problem[];
  /** The run's own summary; never comes when the stream breaks off. */
  end?: RunSummary;
}

async function follow(
  invocation: Invocation,
  body: ReadableStream<Uint8Array>,
  display: RunDisplay,
  progress: Progress,
): Promise<void> {
  try {
    for await (const value of ndjsonValues(body)) {
      const event = value as RunEvent;
      printLine(invocation, event);
      display.show(event);
      progress.soFar = countEvent(progress.soFar, event);
      if (event.event === "step" && event.phase === "failed") progress.failures.push(event.problem);
      if (event.event === "step" && event.phase === "skipped") progress.skips.push(event.problem);
      if (event.event === "summary") {
        progress.end = event;
        return;
      }
    }
  } catch (cause) {
    // A connection that breaks in mid-stream leaves half a line or a network error: both mean no summary.
    if (!(cause instanceof SyntaxError) && invocation.settings.server === undefined) throw cause;
  }
}

function finish(invocation: Invocation, summary: RunSummary, { failures, skips }: Progress, sources: Sources): number {
  const { people } = invocation;
  writeLines(people, renderSummary(summary, people));
  // What became of a step already stands beside it.
  const said = new Set([...failures, ...skips].map((each) => JSON.stringify(each)));
  writeProblems(
    invocation,
    summary.problems.filter((each) => !said.has(JSON.stringify(each))),
    sources,
  );
  if (summary.status === "done") return exitCodes.done;
  if (summary.status === "cancelled") return exitCodes.cancelled;
  if (summary.status === "failed") return allRefused(failures) ? exitCodes.refused : exitCodes.failed;
  const code = exitCodeOfProblems(summary.problems);
  return code === exitCodes.done ? exitCodes.refused : code;
}

function brokenStream(): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "run-interrupted",
    title: "the run's events broke off",
    detail:
      "The connection ended before the run did. Its progress is recorded; `plumb up` shows what is left and goes on.",
  });
}
