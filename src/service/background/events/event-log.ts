import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { NumberedEvent } from "../dispatcher.ts";

/** Another process has gone on with the run: what this one still has to say of it counts no more. */
export class RunLost extends Error {
  override readonly name = "RunLost";
}

/** Writes the next events of one run. */
export interface EventPen {
  /** How many events have been written and handed over. */
  readonly length: number;
  /** Hands an event over; it is written soon. */
  push(event: RunEvent): void;
  /** Resolves when all that was handed over can be read. Throws RunLost, or the Fault of the medium. */
  flush(): Promise<void>;
}

/** The events of all runs, numbered from 1 without gaps, in the order in which they happened. */
export interface EventLog {
  /** `lost` is called as soon as a write shows that the run is another's, or fails. */
  open(stack: string, run: string, lost: () => void): Promise<EventPen>;
  /** The events after the given number, oldest first, at most `limit`. */
  read(stack: string, run: string, after: number, limit: number): Promise<readonly NumberedEvent[]>;
  /** How many there are. */
  length(stack: string, run: string): Promise<number>;
  /** Tells once at the beginning and then whenever there are more; ends with the signal. */
  changes(stack: string, run: string, signal: AbortSignal): AsyncIterable<void>;
}

const pageSize = 500;

/** The events after the given number that there are by now, oldest first, so many at once. */
export async function* pagesOf(
  log: Pick<EventLog, "read">,
  stack: string,
  run: string,
  after: number,
): AsyncGenerator<readonly NumberedEvent[], void, void> {
  for (let at = after; ; at += pageSize) {
    const page = await log.read(stack, run, at, pageSize);
    yield page;
    if (page.length < pageSize) return;
  }
}
