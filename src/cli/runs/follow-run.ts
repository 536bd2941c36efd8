import { Fault } from "../../../packages/base/fault.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Result } from "../../../packages/base/result.ts";
import type { InFlightCall } from "../../contract/documents/in-flight-calls.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { RunEvent, RunSummary } from "../../contract/documents/runs/run-events.ts";
import type { RunDocument } from "../../contract/documents/runs/runs.ts";
import type { Invocation } from "../command.ts";
import { type ApiClient, cancelledFault } from "../connection/api-client.ts";
import { renderInFlight } from "../rendering/render-in-flight.ts";
import type { Sources } from "../rendering/render-problems.ts";
import { renderRecap } from "../rendering/render-recap.ts";
import { renderSeen, renderSummary } from "../rendering/render-run-end.ts";
import { RunDisplay } from "../rendering/run-display.ts";
import { clean, counted } from "../rendering/text.ts";
import { allRefused, exitCodeOfProblems, exitCodes } from "../reports/exit-code.ts";
import { documentOfFault, failureDocument } from "../reports/failure-document.ts";
import { writeProblems } from "../reports/report.ts";
import type { AskedByName } from "../stacks/stack-by-name.ts";
import { stackTyped } from "../stacks/stack-label.ts";
import { withCommands, writeLines } from "../terminal.ts";
import { type Patience, withWaitHint } from "./busy-stack.ts";
import { declaredPlaces } from "./declared-places.ts";
import { isDetached, reportDetached } from "./detach-option.ts";
import { countEvent, printLine, reportRunFailure, unbegunSummary } from "./run-lines.ts";
import { ServiceWatch } from "./service-watch.ts";
import { shortDigest } from "./whole-plan.ts";
import { endsAt } from "./within-option.ts";

/** What is known of a run while its events come. */
interface Progress {
  soFar: RunSummary;
  /** Number of the last event that was shown. */
  last: number;
  /** Problems of the steps that failed. */
  readonly failures: Problem[];
  /** Steps that have begun and not ended, as far as was seen: by name. */
  readonly begun: Set<string>;
  /** Why steps were not begun. */
  readonly skips: Problem[];
  /** The run's own summary; never comes when the stream breaks off for good. */
  end?: RunSummary;
  /** Calls that were in flight when the user asked to stop, and have not ended since, as far as is known. */
  inFlight: readonly InFlightCall[];
  /** `--within` has passed, so the run was asked to stop. */
  isTimeUp?: true;
  /** The caller tries again: the end is not shown. */
  isPassedOver?: true;
}

/** How often a stream that broke off is taken up again without a single event, and how long is waited before it. */
const mostAttempts = 8;
const patienceMs = 500;

/**
 * Starts a run of the plan, or takes one up, and shows what happens until its end; gives the exit code. When the user
 * asks to stop, so is the run, and its own end is waited for; with `--detach` it is left to the server at once. A
 * summary that is passed over is given instead, and not shown: the caller tries again. With patience, what is in the
 * way of its start is waited for. What is not begun within the time of `--within` is left.
 */
export async function startAndFollow(
  invocation: Invocation,
  plan: PlanView,
  start: () => Promise<Result<RunDocument, ProblemDocument>>,
  sources: Sources,
  isPassedOver: (summary: RunSummary) => boolean = () => false,
  patience?: Patience,
): Promise<number | RunSummary> {
  const { people, context, api } = invocation;
  const started = await (patience === undefined ? start() : patience.whenFree(start));
  if (!started.ok) return reportRunFailure(invocation, maybeBegun(invocation, started.error), sources);
  const { run, eventsBefore } = started.value;
  sayWhatItWaitsFor(invocation, started.value);
  if (isDetached(invocation)) return reportDetached(invocation, started.value);
  const progress: Progress = {
    soFar: unbegunSummary("failed", {}),
    last: eventsBefore,
    failures: [],
    begun: new Set(),
    skips: [],
    inFlight: [],
  };
  const display = new RunDisplay(people, sources, context.now, plan);
  const { server } = invocation.settings;
  const watched = { run, stack: plan.stack, status: started.value.status };
  const watch = server === undefined ? undefined : new ServiceWatch(invocation, server, watched, display);
  const stop = (why: string) => void askToStop(api, { stack: plan.stack, run }, display, progress, why);
  const onCancel = () => stop("Stopping");
  const over = new AbortController();
  const end = endsAt(invocation);
  if (end.ok && end.value !== undefined) void stopInTime(end.value, invocation, over.signal, progress, stop);
  context.leaving(() => renderInFlight(progress.inFlight, people));
  if (context.signal.aborted) onCancel();
  context.signal.addEventListener("abort", onCancel, { once: true });
  let failure: ProblemDocument | undefined;
  try {
    failure = await followToItsEnd(invocation, plan.stack, run, display, progress, isPassedOver, watch);
    if (context.signal.aborted) failure = documentOfFault(cancelledFault());
  } catch (cause) {
    if (context.signal.aborted) failure = documentOfFault(cancelledFault());
    else if (cause instanceof Fault) failure = documentOfFault(cause);
    else throw cause;
  } finally {
    over.abort();
    context.signal.removeEventListener("abort", onCancel);
    progress.inFlight = [];
    watch?.close();
    display.close();
  }
  if (progress.end !== undefined && progress.isPassedOver === true) return progress.end;
  if (progress.end !== undefined) return await finish(invocation, plan.stack, progress.end, progress, sources);
  if (!context.signal.aborted) await tellWhatWasSeen(invocation, plan.stack, progress);
  return reportRunFailure(invocation, lostSight(invocation, run, failure), sources, progress.soFar);
}

/** The recap of a run whose end was not seen: what is known of its steps. */
async function tellWhatWasSeen(
  invocation: Invocation,
  stack: string,
  { soFar, begun, failures, skips }: Progress,
): Promise<void> {
  const { people } = invocation;
  writeLines(people, renderSeen(soFar, [...begun], people));
  if (failures.length > 0)
    writeLines(people, renderRecap([...failures, ...skips], await declaredPlaces(invocation, stack), people));
}

/** Stops a run at a time, unless it is over before. */
async function stopInTime(
  endsAt: number,
  { context }: Invocation,
  over: AbortSignal,
  progress: Progress,
  stop: (why: string) => void,
): Promise<void> {
  await context.sleep(Math.max(0, endsAt - context.now()), over);
  if (over.aborted || context.signal.aborted) return;
  progress.isTimeUp = true;
  stop("The time of --within is up");
}

/** A run that ended meanwhile can't be stopped any more; its events say so. */
async function askToStop(
  api: ApiClient,
  path: AskedByName<"cancelRun">["path"],
  display: RunDisplay,
  progress: Progress,
  why: string,
): Promise<void> {
  display.say(`${why}: no call begins any more.`);
  try {
    const answer = await api.start("cancelRun", { path });
    const { inFlight: calls = [], putOff = [] } = answer.ok ? answer.value : {};
    progress.inFlight = calls;
    const [be, them] = calls.length === 1 ? ["is", "it"] : ["are", "them"];
    if (calls.length > 0)
      display.say(
        `${counted(calls.length, "call")} ${be} in flight; waiting for ${them}. Ctrl-C again leaves ${them}.`,
      );
    else if (putOff.length > 0) display.say(nothingInFlight(putOff));
  } catch {
    // The process that carries it out can't be reached; the stream of events tells.
  }
}

/** Of steps that wait to make a call again which their platform has turned away. */
function nothingInFlight(waiting: readonly InFlightCall[]): string {
  const [first] = waiting;
  return waiting.length === 1 && first !== undefined
    ? `Nothing is in flight: ${clean(first.name)} was waiting to be sent again, and is not sent.`
    : `Nothing is in flight: ${waiting.length} steps were waiting to be sent again, and are not sent.`;
}

function sayWhatItWaitsFor(
  { people }: Invocation,
  { run, status, approvalsNeeded = 1, approvals = [] }: RunDocument,
): void {
  if (status !== "awaiting-approval") return;
  const missing = approvalsNeeded - approvals.length;
  const short = shortDigest(clean(run));
  const approve = withCommands(people, `\`plumb runs approve ${short}\``);
  people.write(`Run ${short} waits for ${counted(missing, "approval")}: ${approve}, by others.\n`);
}

/** Shows the events of a run; a stream that breaks off is taken up after the last of them. Gives why that failed. */
async function followToItsEnd(
  invocation: Invocation,
  stack: string,
  run: string,
  display: RunDisplay,
  progress: Progress,
  isPassedOver: (summary: RunSummary) => boolean,
  watch: ServiceWatch | undefined,
): Promise<ProblemDocument | undefined> {
  const { settings, context } = invocation;
  for (let attempts = 0; ; ) {
    const before = progress.last;
    const stream = await opened(invocation, stack, run, before, watch);
    if (stream?.ok === true) await follow(invocation, stream.value, display, progress, isPassedOver, watch);
    if (progress.end !== undefined) return undefined;
    const failure = stream === undefined || stream.ok ? undefined : stream.error;
    // In one's own process a stream that ends has no run behind it any more.
    const isOver = settings.server === undefined || (failure !== undefined && failure.status < 500);
    attempts = progress.last > before ? 0 : attempts + 1;
    if (isOver || attempts >= mostAttempts) return failure;
    watch?.lost(failure);
    await context.sleep(patienceMs * 2 ** Math.min(attempts, 4));
  }
}

/** The events of a run after the given number; undefined where the watch has broken the stream off. */
async function opened(
  { api }: Invocation,
  stack: string,
  run: string,
  after: number,
  watch: ServiceWatch | undefined,
): Promise<Result<AsyncIterable<unknown>, ProblemDocument> | undefined> {
  const ended = watch?.opening().signal;
  try {
    const query = after === 0 ? {} : { after };
    const stream = await api.follow("followRun", { path: { stack, run }, query }, ended);
    if (stream.ok) watch?.opened();
    return stream;
  } catch (cause) {
    if (ended?.aborted === true) return undefined;
    throw cause;
  }
}

async function follow(
  invocation: Invocation,
  events: AsyncIterable<unknown>,
  display: RunDisplay,
  progress: Progress,
  isPassedOver: (summary: RunSummary) => boolean,
  watch: ServiceWatch | undefined,
): Promise<void> {
  try {
    for await (const value of events) {
      const event = value as RunEvent;
      watch?.heard();
      progress.last += 1;
      if (event.event === "summary" && isPassedOver(event)) {
        progress.end = event;
        progress.isPassedOver = true;
        return;
      }
      printLine(invocation, event);
      display.show(event);
      progress.soFar = countEvent(progress.soFar, event);
      if (event.event === "step" && event.phase === "started") progress.begun.add(event.name);
      if (event.event === "step" && event.phase !== "started" && event.phase !== "waiting") {
        progress.begun.delete(event.name);
        progress.inFlight = progress.inFlight.filter(({ name }) => name !== event.name);
      }
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

async function finish(
  invocation: Invocation,
  stack: string,
  summary: RunSummary,
  { failures, skips, isTimeUp }: Progress,
  sources: Sources,
): Promise<number> {
  const { people } = invocation;
  // What became of a step already stands beside it.
  const said = new Set([...failures, ...skips].map((each) => JSON.stringify(each)));
  const unsaid = summary.problems.filter((each) => !said.has(JSON.stringify(each)));
  writeProblems(invocation, withWaitHint(invocation, unsaid), sources);
  writeLines(people, renderSummary(summary, people));
  if (summary.failed > 0)
    writeLines(people, renderRecap(summary.problems, await declaredPlaces(invocation, stack), people));
  if (summary.status === "done") return exitCodes.done;
  // The user did not stop it, and what was asked for is not done.
  if (summary.status === "cancelled") return isTimeUp === true ? exitCodes.failed : exitCodes.cancelled;
  if (summary.status === "failed") return allRefused(failures) ? exitCodes.refused : exitCodes.failed;
  const code = exitCodeOfProblems(summary.problems);
  return code === exitCodes.done ? exitCodes.refused : code;
}

/** What to say of a run that a service has begun, and does not know any more. */
function forgotten(run: string, { detail }: ProblemDocument): ProblemDocument {
  const why =
    `The service does not know run ${shortDigest(clean(run))} any more: ${detail}. It was under way. Its store was ` +
    "put back to an earlier time, as from a backup, or the stack was removed.";
  const next = "What the run has changed until then stands at the platforms: `plumb plan` shows where they differ.";
  return { ...brokenStream, detail: `${why} ${next}` };
}

/** What to say of a run whose end was not seen; `failure` says why, where the stream did not just end. */
function lostSight(invocation: Invocation, run: string, failure?: ProblemDocument): ProblemDocument {
  const { settings, context } = invocation;
  const isOurs = settings.server === undefined;
  if (failure?.code === "run-unknown" && !isOurs) return forgotten(run, failure);
  if (failure !== undefined && (isOurs || failure.status < 500 || context.signal.aborted)) return failure;
  const why = failure?.detail ?? brokenStream.detail;
  if (isOurs)
    return { ...brokenStream, detail: `${why} Its progress is recorded; \`plumb up\` shows what is left and goes on.` };
  const short = shortDigest(clean(run));
  const show = `\`plumb runs show ${short}${onStack(invocation)}\``;
  const kept =
    "The run is kept in its store, and goes on where another process of that store carries it out, " +
    "else when the service is back.";
  const next = `${show} tells how far it is, once the service answers.`;
  return {
    ...brokenStream,
    detail: `The service was lost while run ${short} was under way. ${why} ${kept} ${next}`,
  };
}

/** What to say where the answer to the start of a run was lost: sent again, it would begin another one. */
function maybeBegun(invocation: Invocation, failure: ProblemDocument): ProblemDocument {
  const { settings, context } = invocation;
  if (settings.server === undefined || failure.code !== "server-unreachable" || context.signal.aborted) return failure;
  const next = `\`plumb runs list${onStack(invocation)}\` tells when the server is back.`;
  return { ...failure, detail: `${failure.detail} Whether the run has begun is not known: ${next}` };
}

function onStack({ settings }: Invocation): string {
  return settings.stackGiven ? ` -s ${clean(stackTyped(settings))}` : "";
}

const brokenStream = failureDocument({
  status: 502,
  code: "run-interrupted",
  title: "the run's events broke off",
  detail: "The connection ended before the run did.",
});
