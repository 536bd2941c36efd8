import { isRecent } from "../../../packages/base/clock.ts";

/**
 * How long an answer from memory may lag behind what another process has written: with the look of streams, two
 * seconds.
 */
export const stalenessMs = 1000;

interface Reading {
  readonly begun: number;
  readonly over: Promise<void>;
}

/**
 * Something in memory that is read again when it is asked for and too old. Who asks while it is read waits for that
 * read, unless it began too long ago, or before the last `forget`: then for the next.
 */
export class FreshRead {
  readonly #read: () => Promise<void>;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Reading | null = null;
  /** How often it was to be forgotten, and how often by the time the last read began. */
  #forgotten = 0;
  #forgottenAtRead = 0;

  /** `read` puts what it finds into memory; what it throws is thrown to all who wait for it. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Settles when what is in memory was read no longer ago than it may be old, and after the last `forget`. */
  async refresh(now: number): Promise<void> {
    if (isRecent(this.#readAt, now, stalenessMs)) return;
    const forgotten = this.#forgotten;
    const before = this.#reading;
    // Whether it fails or not: it shows too little.
    if (before !== null && !isRecent(before.begun, now, stalenessMs)) await before.over.catch(() => {});
    do {
      this.#reading ??= this.#begin(now);
      await this.#reading.over;
    } while (this.#forgottenAtRead < forgotten);
  }

  /** The next `refresh` reads, whatever the time. */
  forget(): void {
    this.#forgotten += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  #begin(now: number): Reading {
    const over = this.#noted(now).finally(() => {
      this.#reading = null;
    });
    return { begun: now, over };
  }

  async #noted(now: number): Promise<void> {
    const forgotten = this.#forgotten;
    await this.#read();
    this.#forgottenAtRead = forgotten;
    if (forgotten === this.#forgotten) this.#readAt = now;
  }
}
