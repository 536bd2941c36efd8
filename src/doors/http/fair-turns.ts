/** Work of less than this needs no pause, and no pause is longer than that; in milliseconds. */
const [shortMs, longestMs] = [2, 25];

/**
 * Whose request is begun next: one in each turn of the event loop, from each caller in turn. However many requests one caller sends at
 * once, and however long each of them keeps the thread, another's waits for a few of them. A turn is followed by a pause as long as it
 * was: a process takes one new connection in each turn of its loop, and whoever comes last is behind all that came before.
 */
export class FairTurns {
  /** Who waits, by caller, in the order in which the callers are next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** A turn, or the pause after one, is not over. */
  #isGoing = false;
  /** How long this thread had worked, in milliseconds, when the present turn began. */
  #worked = 0;

  /** Comes back when it is the caller's turn. */
  of(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller);
      if (own === undefined) this.#waiting.set(caller, [resolve]);
      else own.push(resolve);
      if (this.#isGoing) return;
      this.#isGoing = true;
      this.#worked = workedUntilNow();
      setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const first = this.#waiting.entries().next().value;
    this.#isGoing = first !== undefined;
    if (first === undefined) return;
    const [caller, own] = first;
    this.#waiting.delete(caller);
    own.shift()?.();
    if (own.length > 0) this.#waiting.set(caller, own);
    setImmediate(this.#pause);
  };

  readonly #pause = (): void => {
    const worked = workedUntilNow();
    const tookMs = worked - this.#worked;
    this.#worked = worked;
    if (tookMs < shortMs) this.#next();
    else setTimeout(this.#next, Math.min(tookMs, longestMs));
  };
}

function workedUntilNow(): number {
  return performance.eventLoopUtilization().active;
}
