import type { RunEvent, RunSummary } from "../../contract/documents/runs.ts";
import type { Deployment } from "../deployment.ts";
import { endedSteps } from "../use-cases/runs/journal-events.ts";
import { resumeRun, runPlan } from "../use-cases/runs/run-plans.ts";
import { cancelRun } from "../use-cases/runs/runs-of-stack.ts";
import { toldEvents } from "../use-cases/runs/step-events.ts";
import { ToldSoFar } from "../use-cases/runs/told-so-far.ts";
import type { RunDocument } from "./dispatcher.ts";
import { type EventLog, type EventPen, pagesOf } from "./events/event-log.ts";
import { journalledRun, summaryOfJournal, summaryOfUnbegun } from "./events/journalled-run.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";

export interface CarryInput {
  /** Taken up by this process: nobody else carries it out under the same attempt. */
  readonly kept: KeptRun;
  /** With the authority of the run's caller. */
  readonly deployment: Deployment;
  readonly log: EventLog;
  /** Refuses a run that has lost the approvals that it needs: asked before its first step, and when it was resumed. */
  readonly requireApprovals: () => Promise<void>;
  /** Aborted when somebody asks the run to end. */
  readonly cancelled: AbortSignal;
  /** Aborted when the process is to give the run back. */
  readonly leaving: AbortSignal;
  /** The end of a run that can't be carried on; throws where the next attempt may do better. */
  readonly endOf: (cause: unknown) => RunSummary;
}

/** The result of carrying out. Null: the run is to be taken up by another. */
export interface Carried {
  readonly summary: RunSummary | null;
  readonly pen: EventPen;
}

/**
 * Carries a run on from where its journal and its events say that it stands, and writes its further events but the
 * last. Throws RunLost when another has it, and what `endOf` throws.
 */
export async function carryOut(input: CarryInput): Promise<Carried> {
  const { kept, log, deployment } = input;
  const { stack, run } = kept.document;
  const leave = new AbortController();
  const pen = await log.open(stack, run, () => leave.abort());
  const told = await toldSoFar(kept, log);
  const leaving = AbortSignal.any([input.leaving, leave.signal]);
  let summary: RunSummary | null = null;
  let isTakenOver = kept.attempt > 1 && kept.attempt !== kept.resumedBy;
  try {
    for await (const event of eventsFrom({ ...input, leaving }, told)) {
      if (event.event === "summary") summary = event;
      else if (!told.isRepeated(event)) {
        // Told with what goes on: an attempt that only finds the stack busy has taken nothing over.
        if (isTakenOver) pen.push({ event: "taken-over", at: timeOf(deployment), run, attempt: kept.attempt });
        isTakenOver = false;
        pen.push(event);
      }
    }
  } catch (cause) {
    summary = input.endOf(cause);
  }
  await pen.flush();
  return { summary: summary !== null && isOnlyBusy(summary, kept) ? null : summary, pen };
}

function timeOf({ clock }: Deployment): string {
  return new Date(clock.now()).toISOString();
}

async function* eventsFrom(
  { kept, deployment, cancelled, leaving, requireApprovals }: CarryInput,
  told: ToldSoFar,
): AsyncGenerator<RunEvent, void, void> {
  const { document, cancelAsked, attempt, resumedBy } = kept;
  const { stack, run, plan, parallel, retryForMs, allowEmpty = false, startedAt } = document;
  const pace = { parallel, retryForMs };
  // What was asked to go on tells of the rest alone, and how long that took.
  const since = startedAt === null || attempt === resumedBy ? {} : { since: startedAt };
  const { isStarted, ended } = await journalledRun(stack, run, deployment);
  if (!cancelAsked && (!isStarted || attempt === resumedBy)) await requireApprovals();
  if (!isStarted && cancelAsked) yield summaryOfUnbegun(document);
  else if (!isStarted)
    yield* runPlan({ stack, plan, ...pace, allowEmpty, run, ...since }, deployment, cancelled, leaving);
  else if (ended !== null && (ended.status !== "done" || cancelAsked)) {
    yield* await untoldEnds(document, told, deployment);
    yield await summaryOfJournal(document, ended, deployment);
  } else if (cancelAsked) {
    await cancelRun(stack, run, deployment);
    const after = await journalledRun(stack, run, deployment);
    yield* await untoldEnds(document, told, deployment);
    yield after.ended === null ? summaryOfUnbegun(document) : await summaryOfJournal(document, after.ended, deployment);
  } else {
    const going = attempt === resumedBy ? {} : { going: told };
    yield* resumeRun({ stack, run, ...pace, ...going, ...since }, deployment, cancelled, leaving);
  }
}

/** Ends of steps that the journal has, and that whoever carried the run out did not live to tell. */
async function untoldEnds(
  { stack, run }: RunDocument,
  told: ToldSoFar,
  deployment: Deployment,
): Promise<readonly RunEvent[]> {
  const ends = await endedSteps(stack, run, deployment, told.begunAt);
  return ends.filter(({ step }) => !told.hasEnd(step)).flatMap(toldEvents);
}

/** What the run's events have told already. */
async function toldSoFar({ document }: KeptRun, log: EventLog): Promise<ToldSoFar> {
  const told = new ToldSoFar();
  for await (const page of pagesOf(log, document.stack, document.run, document.eventsBefore))
    for (const { event } of page) told.note(event);
  return told;
}

/**
 * Whoever was there before, or looks at the stack for a moment, still holds it: no reason to end a run that has begun.
 */
function isOnlyBusy({ status, problems }: RunSummary, { attempt, resumedBy }: KeptRun): boolean {
  const isFirst = attempt === 1 || attempt === resumedBy;
  return !isFirst && status === "refused" && problems.some(({ code }) => code === "stack-busy");
}
