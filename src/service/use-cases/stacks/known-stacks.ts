import { JoinedReads } from "../lists/joined-reads.ts";

/** Rows of all stacks together; those that were asked for longest ago are read anew when they are asked for again. */
const mostRows = 200_000;

/**
 * What a process knows of stacks. Whoever asks brings it up to date; those who ask at once are answered by one read.
 * Throws what the read throws, and knows nothing of the stack then.
 */
export class KnownStacks<T> {
  readonly #known = new Map<string, T>();
  readonly #reads = new JoinedReads<T>();
  readonly #rowsOf: (known: T) => number;

  /** `rowsOf`: how much is known of a stack. */
  constructor(rowsOf: (known: T) => number) {
    this.#rowsOf = rowsOf;
  }

  /** `read`: brings what was known so far up to date, or begins. */
  of(stack: string, read: (before: T | undefined) => Promise<T>): Promise<T> {
    return this.#reads.of(stack, async () => {
      const before = this.#known.get(stack);
      // A read that fails may have noted a part.
      this.#known.delete(stack);
      const known = await read(before);
      this.#known.set(stack, known);
      this.#forgetOldest();
      return known;
    });
  }

  #forgetOldest(): void {
    let rows = [...this.#known.values()].reduce((sum, known) => sum + this.#rowsOf(known), 0);
    for (const [stack, known] of this.#known) {
      if (rows <= mostRows || this.#known.size === 1) return;
      this.#known.delete(stack);
      rows -= this.#rowsOf(known);
    }
  }
}
