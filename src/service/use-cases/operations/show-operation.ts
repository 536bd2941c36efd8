import { base64url, fromBase64url } from "../../../../packages/base/base64url.ts";
import { sleepUntil } from "../../../../packages/base/clock.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { OperationMetadata, OperationView } from "../../../contract/documents/operations.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { Rejection } from "../../rejection.ts";
import { isOwnStack } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { inRequest, itsName } from "../direct/direct-text.ts";
import { recordedObject } from "../direct/object-view.ts";
import { storedPlan } from "../plans/kept-plans.ts";
import type { OngoingRun, Runs } from "./ongoing-run.ts";

/** Longest that anybody is kept waiting, in milliseconds. */
const longestWaitMs = 60_000;

/** Where operations are followed. */
export interface OperationContext {
  readonly deployment: Deployment;
  readonly runs: Runs;
  /** Id that the run of a write gets; one that is there by this id was begun for the same request before. */
  readonly effect?: string | null;
}

/** Name of the operation that a run is: `operations/<id>`. */
export function operationName(stack: string, run: string): string {
  return `operations/${base64url(stack)}.${run}`;
}

/** Which run an operation's id (without `operations/`) means, and of which stack; null for an object of its own. */
export function operationSubject(id: string): { readonly stack: string | null; readonly run: string } {
  const { stack, run } = runOf(id);
  return { stack: isOwnStack(stack) ? null : stack, run };
}

/** How an operation stands. A Rejection when there is none of that id. */
export async function showOperation(id: string, context: OperationContext): Promise<OperationView> {
  const { stack, run } = runOf(id);
  return operationOf(await context.runs.find(stack, run), context);
}

/** Waits until an operation is done, so long at most (and `longestWaitMs`), and tells how it stands then. */
export async function waitForOperation(
  id: string,
  waitMs: number,
  context: OperationContext,
  signal: AbortSignal,
): Promise<OperationView> {
  const { stack, run } = runOf(id);
  return settled(await context.runs.find(stack, run), waitMs, context, signal);
}

/** The same for a run that is at hand. */
export async function settled(
  run: OngoingRun,
  waitMs: number,
  context: OperationContext,
  signal: AbortSignal,
): Promise<OperationView> {
  if (isOver(run) || waitMs <= 0) return operationOf(run, context);
  const { clock } = context.deployment;
  const done = new AbortController();
  const late = new AbortController();
  const waited = sleepUntil(
    clock.now() + Math.min(waitMs, longestWaitMs),
    clock,
    AbortSignal.any([signal, done.signal]),
  ).then(() => late.abort());
  const summary = await lastSummary(run, context, AbortSignal.any([signal, late.signal]));
  done.abort();
  await waited;
  const now = await context.runs.find(run.stack, run.run);
  // The last event may be there a moment before the run is noted as ended.
  return operationOf(summary === null || isOver(now) ? now : { ...now, status: summary.status }, context);
}

async function operationOf(run: OngoingRun, context: OperationContext): Promise<OperationView> {
  const name = operationName(run.stack, run.run);
  const metadata = await metadataOf(run, context);
  if (!isOver(run)) return { name, done: false, metadata, problems: [] };
  const summary = await lastSummary(run, context, new AbortController().signal);
  if (run.status !== "done" || summary === null) {
    const said = summary?.problems ?? [];
    const problems = said.length > 0 ? said : [problem("not-reached", `the run was ${run.status}`)];
    return { name, done: true, metadata, problems: isOwnStack(run.stack) ? inRequest(problems) : problems };
  }
  return { name, done: true, metadata, result: { summary, ...(await objectOf(run, context)) }, problems: [] };
}

async function objectOf({ stack }: OngoingRun, { deployment }: OperationContext) {
  if (!isOwnStack(stack)) return {};
  const { record } = await deployment.store.readRecord(stack, itsName);
  return { object: record === null ? null : recordedObject(record) };
}

async function metadataOf(run: OngoingRun, { deployment }: OperationContext): Promise<OperationMetadata> {
  const { stack, plan, status, createdAt, startedAt, endedAt } = run;
  const common = { run: run.run, plan, status, createdAt, startedAt, endedAt };
  if (!isOwnStack(stack)) return { stack, ...common };
  const object = await objectMeant(stack, plan, deployment);
  return { stack: null, ...(object === null ? {} : { object }), ...common };
}

/** What the plan for an object does to it. */
async function objectMeant(
  stack: string,
  digest: string,
  deployment: Deployment,
): Promise<NonNullable<OperationMetadata["object"]> | null> {
  const { plan } = await storedPlan(stack, digest, deployment);
  const [step] = plan.steps;
  const [same] = plan.unchanged;
  if (step !== undefined) {
    const id = step.kind === "read" ? null : (step.identity?.id ?? null);
    return { action: step.action, type: step.type, id };
  }
  return same === undefined ? null : { action: "same", type: same.type, id: same.id };
}

/** The end of a run, once it has come; null when the wait is over. */
async function lastSummary(
  { stack, run }: OngoingRun,
  { runs }: OperationContext,
  signal: AbortSignal,
): Promise<RunSummary | null> {
  // One that was resumed has told several.
  let last: RunSummary | null = null;
  for await (const { event } of runs.events(stack, run, 0, signal)) if (event.event === "summary") last = event;
  return last;
}

function isOver({ status }: OngoingRun): boolean {
  return status !== "awaiting-approval" && status !== "queued" && status !== "running";
}

function runOf(id: string): { readonly stack: string; readonly run: string } {
  const [, encoded, run] = /^([A-Za-z0-9_-]+)\.([0-9A-Za-z-]+)$/.exec(id) ?? [];
  const stack = encoded === undefined ? null : fromBase64url(encoded);
  if (stack === null || run === undefined)
    throw new Rejection("missing", [problem("run-unknown", `there is no operation ${JSON.stringify(id)}`)]);
  return { stack, run };
}
