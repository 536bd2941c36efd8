/** Does the works of each lane one after another in the order they came; lanes don't wait for one another. */
export class Lanes {
  readonly #ends = new Map<string, Promise<void>>();

  run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(lane) ?? Promise.resolve();
    const result = before.then(work);
    const end: Promise<void> = result.then(
      () => this.#leave(lane, end),
      () => this.#leave(lane, end),
    );
    this.#ends.set(lane, end);
    return result;
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends.values());
  }

  #leave(lane: string, end: Promise<void>): void {
    if (this.#ends.get(lane) === end) this.#ends.delete(lane);
  }
}
