/** How much may wait and run. */
export interface FairShares {
  /** Jobs that run at once, of all callers. */
  readonly maxConcurrent: number;
  /** Jobs of one caller that wait. */
  readonly ofOneCaller: number;
  /** Jobs of all callers that wait. */
  readonly ofAll: number;
  /**
   * A caller who has used more than this of late leaves the last free place to others. In milliseconds of the
   * processor.
   */
  readonly little: number;
}

interface Caller<T> {
  readonly waiting: T[];
  running: number;
  /** What it has used, in milliseconds of the processor, halved with each half-life that has passed. */
  used: number;
  /** When `used` was true. */
  at: number;
}

/** In milliseconds: what was used a minute ago hardly counts. */
const halfLife = 10_000;

/**
 * Whose turn it is. Who has used least of late goes first, and a caller never has all places, so that one who asks for
 * much waits behind those who ask for little. The queue of each caller is bounded, and so is the whole: when that is
 * full, the newest of the caller with most waiting makes room.
 */
export class FairQueue<T> {
  readonly #shares: FairShares;
  readonly #now: () => number;
  readonly #callers = new Map<string, Caller<T>>();
  #running = 0;

  /** `now`: of a clock that is not set, in milliseconds. */
  constructor(shares: FairShares, now: () => number) {
    this.#shares = shares;
    this.#now = now;
  }

  /**
   * Lets something wait; gives what has no place for it: itself, another that made room, or null where there was room.
   */
  add(caller: string, item: T): T | null {
    const own = this.#caller(caller);
    if (own.waiting.length >= this.#shares.ofOneCaller) return item;
    if (this.#waiting() < this.#shares.ofAll) {
      own.waiting.push(item);
      return null;
    }
    const longest = [...this.#callers.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    );
    if (longest.waiting.length <= own.waiting.length + 1) return item;
    own.waiting.push(item);
    return longest.waiting.pop() ?? null;
  }

  /** Takes out what waits no more; false where it does not wait. */
  remove(caller: string, item: T): boolean {
    const own = this.#callers.get(caller);
    const index = own?.waiting.indexOf(item) ?? -1;
    if (own === undefined || index < 0) return false;
    own.waiting.splice(index, 1);
    this.#tidy(caller, own);
    return true;
  }

  /** What begins now, and whose it is; null where nothing may. */
  next(): { readonly caller: string; readonly item: T } | null {
    const { maxConcurrent, little } = this.#shares;
    const free = maxConcurrent - this.#running;
    if (free <= 0) return null;
    const most = Math.max(1, maxConcurrent - 1);
    let first: { readonly name: string; readonly caller: Caller<T>; readonly used: number } | null = null;
    for (const [name, caller] of this.#callers) {
      const used = this.#usedBy(caller);
      if (caller.waiting.length === 0 || caller.running >= most) continue;
      if (free === 1 && maxConcurrent > 1 && used > little) continue;
      if (first === null || used < first.used) first = { name, caller, used };
    }
    const item = first?.caller.waiting.shift();
    if (first === null || item === undefined) return null;
    first.caller.running += 1;
    this.#running += 1;
    return { caller: first.name, item };
  }

  /** Something that began is over, and has used so many milliseconds of the processor. */
  done(caller: string, used: number): void {
    const own = this.#caller(caller);
    own.used = this.#usedBy(own) + used;
    own.at = this.#now();
    own.running -= 1;
    this.#running -= 1;
    this.#tidy(caller, own);
  }

  get isEmpty(): boolean {
    const { running, waiting } = this.load;
    return running === 0 && waiting === 0;
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting() };
  }

  #caller(name: string): Caller<T> {
    const known = this.#callers.get(name);
    if (known !== undefined) return known;
    const made: Caller<T> = { waiting: [], running: 0, used: 0, at: this.#now() };
    this.#callers.set(name, made);
    return made;
  }

  #usedBy({ used, at }: Caller<T>): number {
    return used * 0.5 ** ((this.#now() - at) / halfLife);
  }

  #waiting(): number {
    let count = 0;
    for (const { waiting } of this.#callers.values()) count += waiting.length;
    return count;
  }

  /** Who has nothing here and has used next to nothing is forgotten, and so are others who are. */
  #tidy(name: string, own: Caller<T>): void {
    const isIdle = (caller: Caller<T>) =>
      caller.waiting.length === 0 && caller.running === 0 && this.#usedBy(caller) < 1;
    if (isIdle(own)) this.#callers.delete(name);
    if (this.#callers.size <= 10 * this.#shares.ofAll) return;
    for (const [other, caller] of this.#callers) if (isIdle(caller)) this.#callers.delete(other);
  }
}
