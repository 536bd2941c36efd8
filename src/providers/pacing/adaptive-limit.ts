/** As many as anybody may ask for; how many steps or reads are under way is for whoever makes them. */
const startLimit = 1024;

/** A platform that has pushed back once gets half of what was under way, or of so many where that was less. */
const firstLimit = 32;

/** One admitted call. Hand it back exactly once, with how the call ended. */
export interface Permit {
  /** `pushed-back`: the platform asked for less. `passed`: it answered. `failed`: says nothing about load. */
  release(ending: "passed" | "pushed-back" | "failed"): void;
}

/**
 * How many calls may be under way at once: halves what is under way when the platform pushes back, grows by one after a
 * whole limit's worth of calls passed at full use, never below one. Calls that wait are admitted in order.
 */
export class AdaptiveLimit {
  /** What the user allows at once; the platform may ask for less. */
  readonly #most: number;
  #limit: number;
  #underWay = 0;
  #passedAtFullUse = 0;
  /** Counts the halvings: calls of one burst that are all pushed back halve the limit once, not once each. */
  #halvings = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number = startLimit) {
    this.#most = most;
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Whether a call would be admitted at once. */
  get isFree(): boolean {
    return this.#underWay < this.#limit && this.#waiting.length === 0;
  }

  async acquire(): Promise<Permit> {
    if (this.isFree) return this.#admit();
    return new Promise((resolve) => this.#waiting.push(() => resolve(this.#admit())));
  }

  #admit(): Permit {
    this.#underWay += 1;
    const admittedAfter = this.#halvings;
    return {
      release: (ending) => {
        if (ending === "pushed-back" && admittedAfter === this.#halvings) this.#halve();
        if (ending === "passed" && this.#underWay >= this.#limit && this.#limit < this.#most) this.#passed();
        this.#underWay -= 1;
        while (this.#underWay < this.#limit) {
          const next = this.#waiting.shift();
          if (next === undefined) break;
          next();
        }
      },
    };
  }

  #halve(): void {
    const borne = Math.min(this.#limit, Math.max(this.#underWay, firstLimit));
    this.#limit = Math.max(1, Math.floor(borne / 2));
    this.#halvings += 1;
    this.#passedAtFullUse = 0;
  }

  #passed(): void {
    this.#passedAtFullUse += 1;
    if (this.#passedAtFullUse < this.#limit) return;
    this.#limit += 1;
    this.#passedAtFullUse = 0;
  }
}
