/** A stream of the process, as far as text goes. */
interface TextTarget {
  write(text: string, written: (failure?: Error | null) => void): unknown;
}

/** The first failure of a write: which stream, and why. */
export interface FailedWrite {
  readonly target: TextTarget;
  readonly cause: unknown;
}

/**
 * Gathers what is written within a turn of the event loop, for one write instead of one a line. What goes to several
 * streams keeps its order. `flush` is for whatever does not wait for the turn's end: a question, the end of the
 * process. A stream that fails gets nothing any more, and the writer goes on.
 */
export class GatheredOutput {
  #target: TextTarget | null = null;
  #text = "";
  readonly #failed = new Set<TextTarget>();
  #failure: FailedWrite | null = null;
  readonly #underWay = new Set<Promise<void>>();

  write(target: TextTarget, text: string): void {
    if (this.#target !== target) {
      this.flush();
      setImmediate(() => this.flush());
    }
    this.#target = target;
    this.#text += text;
  }

  flush(): void {
    const [target, text] = [this.#target, this.#text];
    [this.#target, this.#text] = [null, ""];
    if (target === null || this.#failed.has(target)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.add(promise);
    const end = (cause?: unknown): void => {
      if (cause !== undefined && cause !== null) this.fail(target, cause);
      this.#underWay.delete(promise);
      resolve();
    };
    try {
      target.write(text, end);
    } catch (cause) {
      end(cause);
    }
  }

  /** Notes that a stream can't be written to. */
  fail(target: TextTarget, cause: unknown): void {
    this.#failed.add(target);
    this.#failure ??= { target, cause };
  }

  /** The first failure, once all that was written has arrived or failed; null where all has arrived. */
  async ended(): Promise<FailedWrite | null> {
    this.flush();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    return this.#failure;
  }
}
