/** Pieces of work under keys, of which a few are under way at once; the others wait in the order in which they came. */
export class FewAtOnce {
  readonly #most: number;
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Begins the work as soon as there is room. One that waits under the same key is replaced where it stands; nothing is done where
   * one of that key is under way. `work` never rejects.
   */
  add(key: string, work: () => Promise<void>): void {
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
      if (this.#underWay.size >= this.#most) return;
      this.#waiting.delete(key);
      const done = work().finally(() => {
        this.#underWay.delete(key);
        this.#fill();
      });
      this.#underWay.set(key, done);
    }
  }
}
