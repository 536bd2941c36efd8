/**
 * Kinds of calls that a platform has put off for as long as anybody waits, and none of which has passed meanwhile: the
 * next of them are not waited for as well, so that one who throttles for good is waited for once and not for each call.
 * Lives as long as a run, or as what is asked for outside of one.
 */
export class PutOffKinds {
  readonly #passed = new Map<string, number>();
  /** Until when a kind is not waited for, in milliseconds since the epoch. */
  readonly #spent = new Map<string, number>();

  /** A call of the kind was answered. */
  pass(kind: string): void {
    this.#passed.set(kind, this.passed(kind) + 1);
    this.#spent.delete(kind);
  }

  /** How many of the kind were answered so far. */
  passed(kind: string): number {
    return this.#passed.get(kind) ?? 0;
  }

  /**
   * A call has used all its budget up. `before`: how many of its kind were answered when it was first sent. `until`:
   * when the platform is worth a wait again.
   */
  spend(kind: string, before: number, until: number): void {
    if (this.passed(kind) === before) this.#spent.set(kind, until);
  }

  isSpent(kind: string, now: number): boolean {
    return now < (this.#spent.get(kind) ?? now);
  }
}
