import type { RunEvent, RunSummary } from "../../contract/documents/runs/run-events.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { type Advanced, type AdvanceRequest, advanceOnce } from "../use-cases/runs/advance-once.ts";
import { journalledRun } from "../use-cases/runs/journalled-run.ts";
import { ReportedSteps } from "../use-cases/runs/reported-steps.ts";
import { cancelRun } from "../use-cases/runs/runs-of-stack.ts";
import type { RunDocument } from "./dispatcher.ts";
import { type EventLog, type EventPen, pagesOf } from "./events/event-log.ts";
import { summaryOfUnbegun } from "./events/journalled-run.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import type { RunPatience } from "./run-driver.ts";

export interface CarryInput {
  /** Taken up by this process: no other carries it out under the same attempt. */
  readonly kept: KeptRun;
  /** With the authority of the run's caller. */
  readonly deployment: Deployment;
  readonly log: EventLog;
  /** Refuses a run that has lost the approvals that it needs: asked before its first step, and when it was resumed. */
  readonly requireApprovals: () => Promise<void>;
  readonly patience: RunPatience;
  /** It goes on at the moment that it was put off to: it was not taken over. */
  readonly wasPutOff: boolean;
  /** The end of a run that can't be carried on; throws where the next attempt may do better. */
  readonly endOf: (cause: unknown) => RunSummary;
}

/** The result of carrying out: an end, or why the run is left to whoever takes it up next. */
export type Carried =
  | { readonly kind: "ended"; readonly summary: RunSummary }
  | Extract<Advanced, { readonly kind: "put-off" | "held" }>;

/**
 * Carries a run on from where its journal and its events say that it stands, and writes its further events but the
 * last. Throws RunLost when another has it, and what `endOf` throws.
 */
export async function carryOut(input: CarryInput): Promise<{ readonly carried: Carried; readonly pen: EventPen }> {
  const { kept, log, deployment, patience, wasPutOff } = input;
  const { stack, run } = kept.document;
  const leave = new AbortController();
  const pen = await log.open(stack, run, () => leave.abort());
  const reported = await reportedSteps(kept, log);
  let isTakenOver = kept.attempt > 1 && kept.attempt !== kept.resumedBy && !wasPutOff;
  const emit = (event: RunEvent) => {
    patience.heard?.(event);
    if (reported.isRepeated(event) || (wasPutOff && event.event === "started")) return;
    // Told with what goes on: an attempt that only finds the stack busy has taken nothing over.
    if (isTakenOver) pen.push({ event: "taken-over", at: timeOf(deployment), run, attempt: kept.attempt });
    isTakenOver = false;
    pen.push(event);
  };
  const leaving = AbortSignal.any([patience.leaving, leave.signal]);
  const carried = await advanced({ ...requestOf(input, reported), leaving, emit }, input);
  await pen.flush();
  return { carried, pen };
}

/** How a run is advanced on behalf of its caller. */
function requestOf({ kept, patience, requireApprovals }: CarryInput, reported: ReportedSteps): AdvanceRequest {
  const { document, attempt, resumedBy, cancelAsked } = kept;
  const { stack, run, plan, parallel, retryForMs, allowEmpty = false, startedAt } = document;
  const isResumed = attempt === resumedBy;
  return {
    ...{ stack, run, plan, parallel, retryForMs, allowEmpty, patienceMs: patience.patienceMs },
    cancelled: cancelAsked ? AbortSignal.abort() : patience.cancelled,
    mayGoOn: async (hasBegun) => {
      if (!cancelAsked && (!hasBegun || isResumed)) await requireApprovals();
    },
    // What was asked to go on tells of the rest alone, and how long that took.
    ...(isResumed ? { countsRestAlone: true } : { going: reported }),
    ...(startedAt === null || isResumed ? {} : { since: startedAt }),
  };
}

async function advanced(request: AdvanceRequest, { kept, deployment, endOf }: CarryInput): Promise<Carried> {
  const { document, attempt, resumedBy, cancelAsked } = kept;
  try {
    if (cancelAsked && !(await isCalledOff(document, deployment)))
      return { kind: "ended", summary: summaryOfUnbegun(document) };
    const result = await advanceOnce(deployment, request);
    if (result.kind === "needs-approval") return { ...result, kind: "ended" };
    if (result.kind === "held") throw new Rejection("conflict", result.problems);
    return result;
  } catch (cause) {
    // Whoever was there before, or looks at the stack for a moment, still holds it: no reason to end a run that has
    // begun.
    const isFirst = attempt === 1 || attempt === resumedBy;
    if (!isFirst && isBusy(cause)) return { kind: "held", problems: cause.problems };
    return { kind: "ended", summary: endOf(cause) };
  }
}

function isBusy(cause: unknown): cause is Rejection {
  return cause instanceof Rejection && cause.problems.some(({ code }) => code === "stack-busy");
}

/** Calls a run off that no process carries out; false where it has not begun. */
async function isCalledOff({ stack, run }: RunDocument, deployment: Deployment): Promise<boolean> {
  const { isStarted, ended } = await journalledRun(stack, run, deployment);
  if (isStarted && ended === null) await cancelRun(stack, run, deployment);
  return isStarted;
}

function timeOf({ clock }: Deployment): string {
  return new Date(clock.now()).toISOString();
}

/** What the run's events have reported already. */
async function reportedSteps({ document }: KeptRun, log: EventLog): Promise<ReportedSteps> {
  const reported = new ReportedSteps();
  for await (const page of pagesOf(log, document.stack, document.run, document.eventsBefore))
    for (const { event } of page) reported.note(event);
  return reported;
}
