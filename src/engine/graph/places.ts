/** The place of a visit among those that run at once. */
export interface Place {
  /** Gives the place to another visit until `wait` is over, and takes one again then. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
}

type Taken = Place & { readonly end: () => void };

/**
 * At most `most` visits run at once. One that stands aside does not count, and takes a place again before others begin.
 * So that not all of a group begin and stand aside, none begins while `most` of its group do.
 */
export class Places {
  readonly #most: number;
  readonly #onFree: () => void;
  #running = 0;
  readonly #aside = new Map<string, number>();
  readonly #returning: (() => void)[] = [];

  /** `onFree`: another visit may be able to begin. */
  constructor(most: number, onFree: () => void) {
    this.#most = most;
    this.#onFree = onFree;
  }

  /** Whether a visit of the group may begin. */
  admits(group: string): boolean {
    return this.#running < this.#most && (this.#aside.get(group) ?? 0) < this.#most;
  }

  take(group: string): Taken {
    let isHeld = false;
    let isAside = false;
    let isOver = false;
    // At once: the visit may end before whoever waited for the place hears of it.
    const enter = () => {
      if (isOver) return;
      isHeld = true;
      this.#running += 1;
    };
    const leave = () => {
      isHeld = false;
      this.#running -= 1;
      this.#next();
    };
    enter();
    const comesBack = () => {
      if (isAside) this.#count(group, -1);
      isAside = false;
    };
    return {
      aside: async (wait) => {
        // A call that was given up goes on beside the visit's end, and has no place.
        if (!isHeld) return wait();
        isAside = true;
        this.#count(group, 1);
        leave();
        try {
          return await wait();
        } finally {
          comesBack();
          await this.#again(enter);
          this.#onFree();
        }
      },
      end: () => {
        isOver = true;
        comesBack();
        if (isHeld) leave();
        else this.#onFree();
      },
    };
  }

  /** Resolves when there is a place again, which `enter` takes where it is still wanted. */
  async #again(enter: () => void): Promise<void> {
    if (this.#running < this.#most) return enter();
    await new Promise<void>((resolve) => {
      this.#returning.push(() => {
        enter();
        resolve();
      });
    });
  }

  #next(): void {
    while (this.#running < this.#most) {
      const first = this.#returning.shift();
      if (first === undefined) break;
      first();
    }
    this.#onFree();
  }

  #count(group: string, change: number): void {
    this.#aside.set(group, (this.#aside.get(group) ?? 0) + change);
  }
}
