import { pause, type SteadyClock } from "../../../../packages/base/clock.ts";
import type { Store } from "../../../engine/ports/store.ts";
import { leaseMs, renewEveryMs } from "./held-lease.ts";
import type { LeaseTaker, Taken } from "./take-stack.ts";

/** How often a holder looks whether it is asked to stop, and whether its time has passed. */
const pollMs = 400;

/** The time for which a stack is the holder's own: a whole length from each renewal, by a monotonic clock. */
export class Hold {
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #followed = new Set<AbortSignal>();
  /** By the steady clock. */
  until: number;
  /** Loses the stack once its time has passed. */
  readonly look: () => void;

  constructor(until: number, clock: SteadyClock, store: Pick<Store, "isLockedOut">) {
    this.until = until;
    this.look = () => {
      const now = clock.elapsed();
      if (now < this.until) return;
      // While the store takes no write, the stack can't be taken; and nothing is begun, as that is written first.
      // Whoever waits to write may renew first after that.
      if (store.isLockedOut === true) this.until = now + renewEveryMs;
      else this.lose();
    };
    watched(this.#stop.signal, this.look);
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
 * A process that was paused has no timer that could tell it in time that its lease has passed, so this signal has a
 * look whenever somebody looks at it.
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
 * Renews the lease while the work lasts, and listens for a request to stop. A lease that was lost stops the work as
 * well; what it still tries to write is fenced. A store that is slow to answer one question keeps no renewal waiting,
 * and a timer finds out that the lease has passed while a renewal is not answered.
 */
export async function keepRenewing(
  stack: string,
  { epoch }: Taken,
  { store, clock }: LeaseTaker,
  signal: AbortSignal,
  hold: Hold,
): Promise<void> {
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    try {
      for (;;) {
        await pause(everyMs, clock, ended);
        if (ended.aborted) return;
        await work();
      }
    } catch {
      // A medium that fails tells its reason at the next write; no more work is begun on it.
      hold.lose();
      failed.abort();
    }
  };
  let awaitsAnswer = false;
  await Promise.all([
    repeat(renewEveryMs, async () => {
      const until = clock.elapsed() + leaseMs;
      awaitsAnswer = true;
      if (await store.renew(stack, epoch, clock.now() + leaseMs)) hold.until = Math.max(hold.until, until);
      else hold.lose();
      awaitsAnswer = false;
    }),
    repeat(pollMs, async () => {
      if (await store.isCancelRequested(stack, epoch)) hold.stop();
    }),
    // Of a process that stood still, the answer to its next renewal tells whether the stack is still its own.
    repeat(pollMs, async () => {
      if (awaitsAnswer) hold.look();
    }),
  ]);
}
