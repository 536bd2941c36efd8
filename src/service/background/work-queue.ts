/** Work that may give up its place while it waits for others: the next one begins then, and this one goes on. */
type Work = (stepAside: () => void) => Promise<void>;

/** Pieces of work under keys. `maxConcurrent` of them have a place; the others wait in the order in which they came. */
export class WorkQueue {
  readonly #maxConcurrent: number;
  readonly #mostAside: number;
  readonly #waiting = new Map<string, Work>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Keys of those that are under way and have given up their place. */
  readonly #aside = new Set<string>();

  /** `mostAside`: so many may be under way without a place; of more, each keeps the place that it has. */
  constructor(maxConcurrent: number, mostAside = 0) {
    this.#maxConcurrent = maxConcurrent;
    this.#mostAside = mostAside;
  }

  /**
   * Begins the work as soon as there is room. One that waits under the same key is replaced where it stands; nothing is
   * done where one of that key is under way. `work` never rejects.
   */
  add(key: string, work: Work): void {
    if (this.#underWay.has(key)) return;
    this.#waiting.set(key, work);
    this.#fill();
  }

  /** Forgets what waits under other keys than these. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#waiting.keys()) if (!keys.has(key)) this.#waiting.delete(key);
  }

  /** Settles when nothing is under way, and nothing waits. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  #fill(): void {
    for (const [key, work] of this.#waiting) {
      if (this.#underWay.size - this.#aside.size >= this.#maxConcurrent) return;
      this.#waiting.delete(key);
      const done = work(() => this.#stepAside(key)).finally(() => {
        this.#underWay.delete(key);
        this.#aside.delete(key);
        this.#fill();
      });
      this.#underWay.set(key, done);
    }
  }

  #stepAside(key: string): void {
    if (!this.#underWay.has(key) || this.#aside.size >= this.#mostAside) return;
    this.#aside.add(key);
    this.#fill();
  }
}
