/** Events between one that tells and one that listens; an unbounded buffer, read once. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #events: T[] = [];
  #end: { readonly failure: unknown } | "open" | "closed" = "open";
  #wake: () => void = () => {};

  push(event: T): void {
    this.#events.push(event);
    this.#wake();
  }

  end(): void {
    this.#end = "closed";
    this.#wake();
  }

  fail(failure: unknown): void {
    this.#end = { failure };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      for (const event of this.#events.splice(0)) yield event;
      if (this.#events.length > 0) continue;
      if (this.#end === "closed") return;
      if (this.#end !== "open") throw this.#end.failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
