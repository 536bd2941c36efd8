/** A step as the process left it that had the run before. */
export interface EarlierStep {
  /** When it began, in milliseconds since the epoch. */
  readonly begunAt: number;
  /** How often it had been tried. */
  readonly attempt: number;
}

/** What became of a call that was made more than once. */
export interface Retries {
  /** How often it was made. */
  readonly attempts: number;
  /** How long it was left before it was made again, all waits together, in milliseconds. */
  readonly waitedMs: number;
}

/**
 * When the steps of a round began, and how often each was tried. Lives as long as the round does in this process,
 * through all its advances; what an earlier process told of them goes on.
 */
export class StepHistory {
  readonly #earlier: ReadonlyMap<string, EarlierStep>;
  readonly #begunAt = new Map<string, number>();
  readonly #attempts = new Map<string, number>();
  readonly #retries = new Map<string, Retries>();
  readonly #atWork = new Set<string>();

  constructor(earlier: ReadonlyMap<string, EarlierStep> = new Map()) {
    this.#earlier = earlier;
  }

  /** Notes that a step begins. One that an earlier process had begun is tried once more, and keeps its start. */
  begins(step: string, now: number): void {
    if (this.#begunAt.has(step)) return;
    const earlier = this.#earlier.get(step);
    this.#begunAt.set(step, earlier?.begunAt ?? now);
    if (earlier !== undefined) this.#attempts.set(step, earlier.attempt + 1);
  }

  /** When it first began; undefined where nothing tells. */
  begunAt(step: string): number | undefined {
    return this.#begunAt.get(step) ?? this.#earlier.get(step)?.begunAt;
  }

  /** 1 while it is tried for the first time. */
  attempt(step: string): number {
    return this.#attempts.get(step) ?? this.#earlier.get(step)?.attempt ?? 1;
  }

  /** Notes that it is tried once more. */
  triesAgain(step: string): void {
    this.#attempts.set(step, this.attempt(step) + 1);
  }

  /** Notes that its platform has pushed a call back, which is made again after so many milliseconds. */
  pushedBack(step: string, afterMs: number): void {
    const { attempts, waitedMs } = this.#retries.get(step) ?? { attempts: 1, waitedMs: 0 };
    this.#retries.set(step, { attempts: attempts + 1, waitedMs: waitedMs + afterMs });
  }

  /**
   * The retries of the calls since the last result of the step, which go with the next; none where each was made once.
   */
  takeRetries(step: string): Retries | undefined {
    const retries = this.#retries.get(step);
    this.#retries.delete(step);
    return retries;
  }

  /** Whether it is still to be told that the platform is at work on what a call has begun; asked once, it is told. */
  tellsWork(call: string): boolean {
    const isNew = !this.#atWork.has(call);
    this.#atWork.add(call);
    return isNew;
  }
}
