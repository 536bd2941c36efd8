import { pause, type SteadyClock } from "../../../../packages/base/clock.ts";
import type { Store } from "../../../engine/ports/store.ts";
import type { Taken, Taker } from "./take-stack.ts";
import { beatMs, leaseMs } from "./watch-lease.ts";

/** How often a holder looks whether it is asked to stop. */
const cancelPollMs = 400;

/** The time for which a stack is the holder's own: a whole length from each beat, by a clock that is not set. */
export class Hold {
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #followed = new Set<AbortSignal>();
  /** By the steady clock. */
  until: number;

  constructor(until: number, clock: SteadyClock, store: Pick<Store, "isLockedOut">) {
    this.until = until;
    watched(this.#stop.signal, () => {
      // While the store takes no write, the stack can't be taken; and nothing is begun, as that is written first.
      if (clock.elapsed() >= this.until && store.isLockedOut !== true) this.lose();
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
 * Beats while the work lasts, and listens for a request to stop. A lease that was lost stops the work as well; what it
 * still tries to write is fenced.
 */
export async function keepBeating(
  stack: string,
  { epoch, at }: Taken,
  { store, clock }: Taker,
  signal: AbortSignal,
  hold: Hold,
): Promise<void> {
  try {
    for (let beatAt = at; ; ) {
      await pause(cancelPollMs, clock, signal);
      if (signal.aborted) return;
      if (await store.isCancelRequested(stack, epoch)) hold.stop();
      if (clock.elapsed() - beatAt < beatMs) continue;
      beatAt = clock.elapsed();
      if (await store.renew(stack, epoch, clock.now() + leaseMs)) hold.until = beatAt + leaseMs;
      else hold.lose();
    }
  } catch {
    // A medium that fails tells its reason at the next write; no more work is begun on it.
    hold.lose();
  }
}
