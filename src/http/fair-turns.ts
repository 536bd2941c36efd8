/** So many turns of the event loop are given to new connections, at most, before the next request is begun. */
const mostArrivals = 256;

/**
 * Whose request is begun next: one in each turn of the event loop, from each caller in turn. However many requests one
 * caller sends at once, and however long each of them keeps the thread, another's waits for a few of them. A process
 * takes one new connection in each turn of its loop, and whoever comes last is behind all that came before: so none is
 * begun while connections are still coming in.
 */
export class FairTurns {
  /** Who waits, by caller, in the order in which the callers are next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** A turn is not over. */
  #isGoing = false;
  /** Connections that have come in. */
  #arrivals = 0;

  /** Comes back when it is the caller's turn. */
  of(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller);
      if (own === undefined) this.#waiting.set(caller, [resolve]);
      else own.push(resolve);
      if (!this.#isGoing) this.#end();
    });
  }

  /** To be told of each new connection. */
  readonly arrived = (): void => {
    this.#arrivals += 1;
  };

  readonly #next = (): void => {
    const first = this.#waiting.entries().next().value;
    if (first === undefined) {
      this.#isGoing = false;
      return;
    }
    const [caller, own] = first;
    this.#waiting.delete(caller);
    own.shift()?.();
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#end();
  };

  /** Lets connections in, and goes on. */
  #end(): void {
    this.#isGoing = true;
    let left = mostArrivals;
    let before = this.#arrivals;
    const look = () => {
      left -= 1;
      if (this.#arrivals === before || left === 0) return this.#next();
      before = this.#arrivals;
      setImmediate(look);
    };
    setImmediate(look);
  }
}
