import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { KeptRun, RunRepository } from "../kept-runs/run-repository.ts";
import type { EventLog, EventPen } from "./event-log.ts";
import { summaryOfUnbegun } from "./journalled-run.ts";

/** What it takes to tell the end of a run. */
export interface EndMeans {
  readonly repository: RunRepository;
  readonly log: EventLog;
  /** Tells others of the end; may be called again for the same end after a crash. `lastEvent`: the summary's number. */
  readonly announce: (kept: KeptRun, summary: RunSummary, lastEvent: number) => Promise<void>;
}

/** Tells the end of a run whose document says that it has ended: to its readers, to others, and that it is told. */
export async function reportEnd(kept: KeptRun, summary: RunSummary, pen: EventPen, means: EndMeans): Promise<void> {
  pen.push(summary);
  await pen.flush();
  await settleEnd(kept, summary, pen.length, means);
}

/** The same for an end whose telling may have been broken off anywhere. */
export async function reportEndAgain(kept: KeptRun, means: EndMeans): Promise<void> {
  const { stack, run, eventsBefore } = kept.document;
  const summary = kept.summary ?? summaryOfUnbegun(kept.document);
  const pen = await means.log.open(stack, run, () => {});
  const [last] = await means.log.read(stack, run, Math.max(eventsBefore, pen.length - 1), 1);
  if (last?.event.event === "summary") return settleEnd(kept, summary, pen.length, means);
  await reportEnd(kept, summary, pen, means);
}

async function settleEnd(
  kept: KeptRun,
  summary: RunSummary,
  lastEvent: number,
  { announce, repository }: EndMeans,
): Promise<void> {
  await announce(kept, summary, lastEvent);
  await repository.settle(kept.document.stack, kept.document.run);
}
