import { pause } from "../../base/clock.ts";
import type { Deployment } from "../deployment.ts";
import { watchLease } from "../lease/watch-lease.ts";
import type { NumberedEvent, RunDocument } from "./dispatcher.ts";
import { journalledRun, summaryOfJournal } from "./journalled-run.ts";

const lookMs = 1_000;

/**
 * What can be told of a run that only the journal knows: its summary, once it has ended. Ends without one when the run's
 * process is gone, or with the signal.
 */
export async function* followJournal(
  document: RunDocument,
  deployment: Deployment,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent, void, void> {
  const { stack, run } = document;
  while (!signal.aborted) {
    const isHeld = (await watchLease(stack, deployment)) !== null;
    const { ended } = await journalledRun(stack, run, deployment);
    if (ended !== null) return yield { id: 1, event: await summaryOfJournal(document, ended, deployment) };
    if (!isHeld) return;
    await pause(lookMs, deployment.clock, signal);
  }
}
