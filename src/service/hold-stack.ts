import { type Clock, isRecent, sleepUntil } from "../base/clock.ts";
import { problem } from "../base/problem.ts";
import type { AppendOutcome } from "../engine/ports/store.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import { mendingEntry } from "../engine/state/one-current.ts";
import { claimantOf } from "../engine/state/snapshot.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { claimKeyOf } from "./adoptions.ts";
import type { Deployment } from "./deployment.ts";
import { Rejection } from "./rejection.ts";
import { stackBusy } from "./stack-holder.ts";

/**
 * How long a holder may be silent before another may take its stack over. It prolongs three times as often, so it may be
 * stuck for five seconds; and whoever can't tell that it is dead has seven left to carry on within a quarter of a minute.
 */
export const leaseMs = 8_000;

/** How often a holder looks whether it is asked to stop. */
const cancelPollMs = 400;

/** A stack in one's own hands: nobody else writes to it until the work is done. */
export interface HeldStack {
  readonly stack: string;
  readonly epoch: number;
  readonly state: StackState;
  /** Aborted when the signal is, when somebody asks the holder to stop, or when the stack is not the holder's any more. */
  stoppedBy(signal: AbortSignal): AbortSignal;
  /** Aborted when the stack is not the holder's any more. Only a look at the other signal finds it out in time. */
  readonly lost: AbortSignal;
  append(entries: readonly JournalEntry[]): Promise<AppendOutcome>;
}

/** Takes the stack for the length of `work`, prolonging the lease meanwhile. A Rejection says who holds it otherwise. */
export async function holdStack<T>(
  stack: string,
  deployment: Deployment,
  work: (held: HeldStack) => Promise<T>,
): Promise<T> {
  const { store, clock } = deployment;
  const now = clock.now();
  const holder = { ...deployment.holder, since: new Date(now).toISOString() };
  const lease = await store.acquire(stack, holder, now, leaseMs, deployment.isDead);
  if (lease.kind === "busy") throw new Rejection("conflict", [stackBusy(stack, lease.holder)]);
  const { epoch } = lease;
  const heart = new AbortController();
  const hold = new Hold(now + leaseMs, clock);
  const beating = keepLease(stack, epoch, deployment, heart.signal, hold);
  try {
    const state = await wholeState(stack, epoch, deployment);
    return await work({
      stack,
      epoch,
      state,
      stoppedBy: (signal) => hold.stoppedBy(signal),
      lost: hold.lost,
      append: (entries) => store.append(stack, epoch, entries),
    });
  } finally {
    hold.end();
    heart.abort(over);
    await beating;
    await store.release(stack, epoch);
  }
}

/** What is believed of a stack; where older versions left two objects under one name, one is written as superseded first. */
async function wholeState(stack: string, epoch: number, { store, ids, catalog }: Deployment): Promise<StackState> {
  const state = await store.readStack(stack);
  if (state.doubled === undefined) return state;
  const mending = mendingEntry(ids.unique(), state.doubled, (record) => claimKeyOf(record, catalog));
  // A holder that is fenced here is fenced in all that follows.
  await store.append(stack, epoch, [mending]);
  return store.readStack(stack);
}

/** Appends entries that can't meet another's claim, or a Rejection. */
export async function appendOrReject(held: HeldStack, entries: readonly JournalEntry[]): Promise<void> {
  const outcome = await held.append(entries);
  if (outcome.kind === "fenced")
    throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  if (outcome.kind === "claimed") {
    throw new Rejection("conflict", [problem("claimed-twice", `it already belongs to ${claimantOf(outcome.claim)}`)]);
  }
}

/** Why a heart stops. It is told to nobody, so it carries no stack of calls. */
const over = "over";

/** The time for which a stack is the holder's own. */
class Hold {
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #followed = new Set<AbortSignal>();
  /** Milliseconds since the epoch. */
  until: number;

  constructor(until: number, clock: Clock) {
    this.until = until;
    watched(this.#stop.signal, () => {
      if (clock.now() >= this.until) this.lose();
    });
  }

  /** What is aborted with a signal, with a request to stop, and with the loss of the stack. */
  stoppedBy(signal: AbortSignal): AbortSignal {
    this.#followed.add(signal);
    signal.addEventListener("abort", this.stop);
    if (signal.aborted) this.stop();
    return this.#stop.signal;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  readonly stop = (): void => this.#stop.abort();

  lose(): void {
    this.#lost.abort();
    this.stop();
  }

  /** A signal that outlives the work must not keep it. */
  end(): void {
    for (const signal of this.#followed) signal.removeEventListener("abort", this.stop);
  }
}

/**
 * A process that was paused has no timer that could tell it in time that its lease has passed, so this signal has a look
 * whenever somebody looks at it.
 */
class WatchedSignal extends AbortSignal {
  declare readonly look: () => void;

  override get aborted(): boolean {
    if (!super.aborted) this.look();
    return super.aborted;
  }
}

function watched(signal: AbortSignal, look: () => void): void {
  Object.setPrototypeOf(Object.assign(signal, { look }), WatchedSignal.prototype);
}

/**
 * Prolongs the lease while the work lasts, and listens for a request to stop. A lease that was lost stops the work as
 * well; what it still tries to write is fenced.
 */
async function keepLease(
  stack: string,
  epoch: number,
  { store, clock }: Deployment,
  signal: AbortSignal,
  hold: Hold,
): Promise<void> {
  try {
    for (let renewed = clock.now(); ; ) {
      await sleepUntil(clock.now() + cancelPollMs, clock, signal);
      if (signal.aborted) return;
      if (await store.isCancelRequested(stack, epoch)) hold.stop();
      if (isRecent(renewed, clock.now(), leaseMs / 3)) continue;
      renewed = clock.now();
      if (await store.renew(stack, epoch, renewed + leaseMs)) hold.until = renewed + leaseMs;
      else hold.lose();
    }
  } catch {
    // A medium that fails tells its reason at the next write; no more work is begun on it.
    hold.lose();
  }
}
