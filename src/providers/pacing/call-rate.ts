/** Reserves so many turns, evenly apart, after all that were reserved before; gives the moment of the first one. */
export type ReserveTurns = (turns: number, gapMs: number, now: number) => Promise<number>;

/** So many turns are reserved at once as begin within this time: who dies, or needs fewer, loses no more than these. */
const batchMs = 250;

/** Turns of a process by itself. */
export function ownTurns(): ReserveTurns {
  let nextAt = 0;
  return async (turns, gapMs, now) => {
    const at = Math.max(now, nextAt);
    nextAt = at + turns * gapMs;
    return at;
  };
}

/** Begins calls evenly apart: so many a minute, and none before its turn. Turns that pass unused are lost. */
export class CallRate {
  readonly #gapMs: number;
  readonly #batch: number;
  readonly #reserve: ReserveTurns;
  #nextAt = 0;
  #left = 0;
  /** Who asks meanwhile comes after. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(perMinute: number, reserve: ReserveTurns) {
    this.#gapMs = 60_000 / perMinute;
    this.#batch = Math.max(1, Math.floor(batchMs / this.#gapMs));
    this.#reserve = reserve;
  }

  /** Takes the next turn; gives its moment, in milliseconds since the epoch. Throws what reserving throws. */
  nextTurn(now: () => number): Promise<number> {
    const turn = this.#asked.then(() => this.#take(now()));
    this.#asked = turn.catch(() => {});
    return turn;
  }

  async #take(now: number): Promise<number> {
    const passed = Math.min(this.#left, Math.max(0, Math.floor((now - this.#nextAt) / this.#gapMs)));
    this.#pass(passed);
    if (this.#left === 0) {
      this.#nextAt = await this.#reserve(this.#batch, this.#gapMs, now);
      this.#left = this.#batch;
    }
    const turn = this.#nextAt;
    this.#pass(1);
    return turn;
  }

  #pass(turns: number): void {
    this.#nextAt += turns * this.#gapMs;
    this.#left -= turns;
  }
}
