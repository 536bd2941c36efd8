import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Caller } from "../../access/caller.ts";

/** A run that goes on by itself, as far as operations show it. */
export interface OngoingRun {
  readonly run: string;
  readonly stack: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** Whoever carries runs out, as far as operations need it. */
export interface Runs {
  start(
    request: { readonly stack: string; readonly plan: string; readonly parallel: number; readonly run?: string },
    caller: Caller,
  ): Promise<OngoingRun>;
  /** Rejection "missing" for an unknown one. */
  find(stack: string, run: string): Promise<OngoingRun>;
  /** The events after a number; goes on as they happen and ends with the summary, or with the signal. */
  events(
    stack: string,
    run: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<{ readonly id: number; readonly event: RunEvent }>;
}
