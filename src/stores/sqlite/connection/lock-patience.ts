import { Fault } from "../../../../packages/base/fault.ts";

/**
 * How long SQLite itself waits for a lock, in milliseconds. Nothing else can be done by this process in that time, so
 * it is short: what is locked for longer is tried again after a pause.
 */
export const busyTimeoutMs = 20;

/** For how long a lock is waited for in all, in milliseconds. */
const mostMs = 10_000;

/** Pauses between two tries, in milliseconds: the first, and the longest. */
const [firstPauseMs, longestPauseMs] = [5, 50];

/** True when another process kept the database locked. */
export function isBusy(cause: unknown): boolean {
  return cause instanceof Fault && cause.code === "store-busy";
}

/** Work that waits for a lock: it is tried again until it is let through, and what came later waits behind it. */
export class LockPatience {
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  /** True from when a lock was met until all that waits for it has been let through, or has given up. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /**
   * Does work now, or once the lock is free and all that waits has been done. Throws Fault("store-busy") when it stays
   * locked.
   */
  inOrder<T>(work: () => T): Promise<T> {
    if (this.#waiting === 0) {
      const done = tried(work);
      if (done !== "busy") return done;
    }
    return this.inTurn(work);
  }

  /** The same for work that is long and lets others have their turn: what comes later waits until it is done. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const until = performance.now() + mostMs;
    this.#waiting += 1;
    const turn = this.#last.then(() => repeated(work, until));
    const over = () => {
      this.#waiting -= 1;
    };
    this.#last = turn.then(over, over);
    return turn;
  }

  /** The same for what may overtake, as reading does. */
  async whenFree<T>(work: () => T): Promise<T> {
    const done = tried(work);
    return done === "busy" ? repeated(work, performance.now() + mostMs) : done;
  }

  /** The same for a long read. */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return repeated(work, performance.now() + mostMs);
  }

  /** Comes back when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

function tried<T>(work: () => T): Promise<T> | "busy" {
  try {
    return Promise.resolve(work());
  } catch (cause) {
    return isBusy(cause) ? "busy" : Promise.reject(cause);
  }
}

async function repeated<T>(work: () => T | Promise<T>, until: number): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return await work();
    } catch (cause) {
      if (!isBusy(cause) || performance.now() >= until) throw cause;
    }
    await new Promise<void>((resolve) => setTimeout(resolve, pause));
  }
}
