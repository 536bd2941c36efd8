import { secondsInWords } from "../../../packages/base/time-in-words.ts";
import type { PutOffKinds } from "./put-off-kinds.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** A call that the platform pushed back is made again at a later time. */
export interface Wait {
  /** Of the driver that waits. */
  readonly kind: string;
  /** In milliseconds since the epoch. */
  readonly untilMs: number;
  /** How long that is from now, in milliseconds. */
  readonly afterMs: number;
  readonly why: "throttled" | "unavailable";
  /** Number of the call that follows: 2 for the first that is made again. */
  readonly attempt: number;
  /** How much of the budget is used before this wait; left out where the platform has not asked for it. */
  readonly budget?: { readonly usedMs: number; readonly allMs: number };
}

/**
 * A request that has left for a platform, and how it ended. It holds no path, query, field or body. Each of them may
 * hold a secret that readers of a run may not know (decision 0086).
 */
export interface MadeCall {
  readonly method: string;
  /** Host and port. */
  readonly host: string;
  /** Of the answer; null where none came. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Hears of calls while they are made. */
export interface CallListener {
  /** A call is made again after a wait. */
  readonly waits: (wait: Wait) => void;
  /** A call has ended. */
  readonly made: (call: MadeCall) => void;
  /** How long its calls may be put off, all together. Left out: each call has a budget of its own. */
  readonly budget?: RetryBudget;
  /** What is put off for good, for all who share it. Left out: for the calls under the same signal. */
  readonly putOff?: PutOffKinds;
  /** A write is about to be made again, after a wait or an answer that was long in coming. */
  readonly beforeRepeat?: () => Promise<void>;
  /** Lets others go on while a call waits. */
  readonly aside?: <T>(wait: () => Promise<T>) => Promise<T>;
  /** Aborted: a call that waits is given up as it is, for another process; one that was sent is heard out. */
  readonly leaving?: AbortSignal;
}

/** Signals go through all that stands around a driver, and so does what is told beside them. */
const listeners = new WeakMap<AbortSignal, CallListener>();

/** The same signal for calls that are told to `listener`, and to nothing else. */
export function withCallListener(signal: AbortSignal, listener: CallListener): AbortSignal {
  const own = AbortSignal.any([signal]);
  listeners.set(own, listener);
  return own;
}

/** The same signal and listener for one write, which asks before it is made again. */
export function withBeforeRepeat(signal: AbortSignal, beforeRepeat: () => Promise<void>): AbortSignal {
  const listener = listeners.get(signal);
  return listener === undefined ? signal : withCallListener(signal, { ...listener, beforeRepeat });
}

/** Who hears of the calls under this signal, if anything does. */
export function callListener(signal: AbortSignal | undefined): CallListener | undefined {
  return signal === undefined ? undefined : listeners.get(signal);
}

/** Who waits for less does not ask why. */
const reportedFromMs = 1_000;

/** Whether a wait is long enough to tell people for what it is (decision 0069). */
export function isLongWait({ afterMs }: Pick<Wait, "afterMs">): boolean {
  return afterMs >= reportedFromMs;
}

const words = { throttled: "rate limited", unavailable: "unavailable" } as const;

/** `title`: the platform's, for people. */
export function waitText({ afterMs, why, attempt, budget }: Wait, title: string): string {
  const used = budget === undefined ? "" : `, ${secondsInWords(budget.usedMs)} of ${secondsInWords(budget.allMs)} used`;
  return `waiting for ${title}: ${words[why]}, again in ${secondsInWords(afterMs)} (attempt ${attempt}${used})`;
}
