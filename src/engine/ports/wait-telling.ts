/** A call that the platform pushed back is made again at a later time. */
export interface Wait {
  /** Of the driver that waits. */
  readonly kind: string;
  /** In milliseconds since the epoch. */
  readonly untilMs: number;
  readonly why: "too many requests" | "it can't answer now";
}

type OnWait = (wait: Wait) => void;

/** Signals go through all that stands around a driver, and so does what is told beside them. */
const listeners = new WeakMap<AbortSignal, OnWait>();

/** The same signal for calls whose waits are told to `onWait`, and to nothing else. */
export function withWaitsTold(signal: AbortSignal, onWait: OnWait): AbortSignal {
  const own = AbortSignal.any([signal]);
  listeners.set(own, onWait);
  return own;
}

/** Who is told of the waits of calls under this signal, if anything is. */
export function waitListener(signal: AbortSignal | undefined): OnWait | undefined {
  return signal === undefined ? undefined : listeners.get(signal);
}

/** `title`: the platform's, for people. */
export function waitText({ untilMs, why }: Wait, title: string): string {
  return `waiting until ${new Date(untilMs).toISOString().slice(11, 19)} UTC for ${title}: ${why}`;
}
