/** Steps that one look at a value may take: well below a tenth of a second. */
const mostAtOnce = 100_000;
/** Steps of all looks of one language: of a plan, or of a round of a run. */
const mostInAll = 5_000_000;

/** So many characters take as long as a step to be gone through. */
export const charactersOfStep = 8;

/** An expression took too many steps; its value is not known. */
class TooMuchEffort extends Error {}

/**
 * How much work expressions do, in steps: evaluation is synchronous, and the length of what is read decides how long it
 * takes. Counts of steps, and not time, so that a declaration is refused everywhere or nowhere.
 */
export class Effort {
  #left = mostInAll;
  #leftNow = mostAtOnce;

  /** Another value is looked at. */
  renew(): void {
    this.#leftNow = Math.min(mostAtOnce, this.#left);
  }

  get isSpent(): boolean {
    return this.#leftNow < 0;
  }

  /** Takes steps; false where there are not as many left. */
  affords(steps: number): boolean {
    this.#left -= steps;
    this.#leftNow -= steps;
    return !this.isSpent;
  }

  /** The same, and throws TooMuchEffort. */
  spend(steps: number): void {
    if (!this.affords(steps)) throw new TooMuchEffort();
  }
}

/** Why a value is not known, for people. */
export const tooMuchEffort =
  `it takes more than ${mostAtOnce} steps, or all expressions together more than ${mostInAll}: ` +
  "the lists and texts that it reads are too long for what it does with them";
