import type { TracePlace } from "../../../packages/base/trace/span.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import type { CancelledRun, RunDetails } from "../../contract/documents/runs/runs.ts";
import type { PlanKind } from "../../engine/state/journal.ts";
import type { Caller } from "../access/caller.ts";

export type RunStatus =
  | "awaiting-approval"
  | "queued"
  | "running"
  | "done"
  | "failed"
  | "refused"
  | "rejected"
  | "stopped"
  | "cancelled"
  /** A process carried it out, died, and no other took it up: only of runs that no service keeps. */
  | "broken-off";

export interface Approval {
  /** A person's principal, even when a token of that person was used. */
  readonly by: string;
  readonly name: string;
  readonly at: string;
  readonly comment: string | null;
  readonly verdict: "approved" | "rejected";
}

/** A run as the service keeps it, from the request to start it until after its end. */
export interface RunDocument {
  readonly run: string;
  readonly stack: string;
  readonly plan: string;
  /** What the plan is for; absent in runs of 0.1. */
  readonly kind?: PlanKind;
  /** 0 where it was not noted. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: true;
  readonly status: RunStatus;
  /** Whose rights each step is checked against. */
  readonly caller: Caller;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** How many others must approve before it begins. */
  readonly approvalsNeeded: number;
  readonly approvals: readonly Approval[];
  /** Number of the last event before the run was resumed; 0 when it never was. */
  readonly eventsBefore: number;
  /** Grows with each change, for conditional writes. */
  readonly revision: number;
}

/** How fast a run goes. */
export interface RunPace {
  /** Steps in flight at once. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number | undefined;
}

export interface StartRequest extends RunPace {
  readonly stack: string;
  readonly plan: string;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean;
  /** Id that the run gets: to start it again starts nothing, and gives the one that is there. Left out: a new one. */
  readonly run?: string;
  /** The call that asks for it. Left out or null: the run begins a trace of its own. */
  readonly trace?: TracePlace | null;
}

export interface NumberedEvent {
  /** 1 for the first of the run; without gaps, the same for every reader. */
  readonly id: number;
  readonly event: RunEvent;
}

/** A run in a list: with how many calls that changed something it has made so far. */
export type ListedRun = RunDocument & { readonly changes: number };

/** A run that was asked to stop, with its calls in flight, and those that their platforms have turned away for now. */
export type StoppedRun = RunDocument & Pick<CancelledRun, "inFlight" | "putOff">;

/** A run with the counts of its steps so far. */
export type ShownRun = ListedRun & Pick<RunDetails, "stepCounts" | "inFlight">;

/**
 * Runs that go on without whoever started them. What `start` has answered is durable: when the process dies, another
 * that serves the same store takes the run up (recovery first), and its events go on under the next numbers.
 */
export interface Dispatcher {
  /**
   * Rejection "missing" when there is no such plan, "conflict" with the errors of one that has any: what is never
   * carried out needs no approval. What `runPlan` refuses besides is the run's own end.
   */
  start(request: StartRequest, caller: Caller): Promise<RunDocument>;
  /** Takes a run that stopped or broke off up again. */
  resume(stack: string, run: string, pace: RunPace, caller: Caller, trace?: TracePlace | null): Promise<RunDocument>;
  /** Asks it to stop, wherever it runs, and tells what is in flight. Rejection "conflict" when it has ended. */
  cancel(stack: string, run: string, caller: Caller): Promise<StoppedRun>;
  /** Rejection "conflict" when it does not wait for approval, or `caller` started it or has answered already. */
  approve(stack: string, run: string, caller: Caller, comment: string | null): Promise<RunDocument>;
  reject(stack: string, run: string, caller: Caller, comment: string | null): Promise<RunDocument>;
  /** Newest first, those that only the journal knows included. Rejection "missing" for `show` of an unknown one. */
  list(stack: string): Promise<readonly ListedRun[]>;
  show(stack: string, run: string): Promise<ShownRun>;
  /** A run without what it did, at little cost. Rejection "missing" for an unknown one. */
  find(stack: string, run: string): Promise<RunDocument>;
  /**
   * Rejection "gone" where a kept run has no event of that number: the store was restored from a backup since, and what
   * comes next would be taken for what comes after it.
   */
  requireEvent(stack: string, run: string, number: number): Promise<void>;
  /** The events after `after`; goes on as they happen and ends with the summary, or with the signal. */
  events(stack: string, run: string, after: number, signal: AbortSignal): AsyncIterable<NumberedEvent>;
  /** Begins nothing new, lets calls in flight finish, gives runs back for another process; settles when idle. */
  drain(): Promise<void>;
}
