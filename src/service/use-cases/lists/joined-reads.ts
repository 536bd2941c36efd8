/**
 * Reads that many ask for at once, one after another for each key. Whoever asks joins the next one that has not begun,
 * so that it sees all that was written before it asked, and a hundred who ask together cost two reads.
 */
export class JoinedReads<T> {
  readonly #next = new Map<string, Promise<T>>();
  /** The end of the read that goes on. */
  readonly #current = new Map<string, Promise<unknown>>();

  of(key: string, read: () => Promise<T>): Promise<T> {
    const next = this.#next.get(key) ?? this.#after(this.#current.get(key), key, read);
    this.#next.set(key, next);
    return next;
  }

  async #after(former: Promise<unknown> | undefined, key: string, read: () => Promise<T>): Promise<T> {
    await former;
    this.#next.delete(key);
    const reading = read();
    const end = reading.then(
      () => {},
      () => {},
    );
    this.#current.set(key, end);
    try {
      return await reading;
    } finally {
      if (this.#current.get(key) === end) this.#current.delete(key);
    }
  }
}
