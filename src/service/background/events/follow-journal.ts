import { pause } from "../../../../packages/base/clock.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { RunEnded } from "../../../engine/state/journal.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { heldLease } from "../../use-cases/lease/held-lease.ts";
import { findPlan } from "../../use-cases/plans/kept-plans.ts";
import { journalEvents } from "../../use-cases/runs/journal-events.ts";
import { journalledRun, summaryOfJournal } from "../../use-cases/runs/journalled-run.ts";
import { reportedEvents } from "../../use-cases/runs/step-events.ts";
import type { NumberedEvent, RunDocument } from "../dispatcher.ts";
import { begunOf } from "./journalled-run.ts";

const pollMs = 1_000;

/**
 * What can be told of a run that only the journal knows: when its writes began and ended, and its summary, once it has
 * ended. Ends without one when the run's process is gone, or with the signal. A journal only grows, so each event keeps
 * its number.
 */
export async function* followJournal(
  document: RunDocument,
  after: number,
  deployment: Deployment,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent, void, void> {
  const { stack, run } = document;
  for (let told = after; !signal.aborted; ) {
    const isHeld = (await heldLease(stack, deployment)) !== null;
    const { ended } = await journalledRun(stack, run, deployment);
    const events = await eventsOf(document, ended, deployment);
    for (const [index, event] of events.entries()) if (index >= told) yield { id: index + 1, event };
    told = Math.max(told, events.length);
    if (ended !== null || !isHeld) return;
    await pause(pollMs, deployment.clock, signal);
  }
}

/** All that the journal knows of a run. `ended`: null while it may go on. */
async function eventsOf(
  document: RunDocument,
  ended: RunEnded | null,
  deployment: Deployment,
): Promise<readonly RunEvent[]> {
  const { stack, run, plan, startedAt } = document;
  const at = startedAt === null ? {} : { at: startedAt };
  const steps = (await findPlan(stack, plan, deployment))?.plan.steps.length ?? 0;
  const events = await journalEvents(stack, run, deployment);
  return [
    { event: "started", ...at, run, stack, plan, steps, inFlight: [] },
    ...events.flatMap(reportedEvents),
    ...(ended === null ? [] : [await summaryOfJournal(begunOf(document), ended, deployment)]),
  ];
}
