/** Somebody who waits for news of one name. Keeps only the newest, however slow it is. */
class Watcher<T> {
  #pending: { readonly news: T } | undefined;
  #failure: { readonly cause: unknown } | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;

  /** The newest that was not seen yet; undefined when there will be no more. Throws what ended it. */
  async next(): Promise<{ readonly news: T } | undefined> {
    while (this.#pending === undefined && this.#failure === undefined && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#isOver) return undefined;
    if (this.#failure !== undefined) throw this.#failure.cause;
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  tell(news: T): void {
    this.#pending = { news };
    this.#wake?.();
  }

  /** The same for what was looked up: news that are on their way may be newer. */
  remind(news: T): void {
    if (this.#pending === undefined) this.tell(news);
  }

  fail(cause: unknown): void {
    this.#failure = { cause };
    this.#wake?.();
  }

  readonly end = (): void => {
    this.#isOver = true;
    this.#wake?.();
  };
}

/** How a medium hears what others write, while somebody watches. */
export interface Listening {
  /** Settles when nothing that is committed from now on is missed. Throws Fault. */
  start(): Promise<void>;
  /** There is no watcher any more. */
  stop(): Promise<void>;
}

const alwaysListening: Listening = { start: async () => {}, stop: async () => {} };

/** All who watch something of one store, by its name. */
export class Watchers<T> {
  readonly #byName = new Map<string, Set<Watcher<T>>>();
  readonly #listening: Listening;

  constructor(listening: Listening = alwaysListening) {
    this.#listening = listening;
  }

  get isIdle(): boolean {
    return this.#byName.size === 0;
  }

  /** What somebody watches. */
  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /**
   * What `look` finds at the beginning, then what is told of the name. Who is slow misses what was between, never the
   * newest. Ends with the signal; throws what ends the listening.
   */
  async *watch(name: string, signal: AbortSignal, look: () => Promise<T>): AsyncGenerator<T, void, void> {
    const watcher = new Watcher<T>();
    const watchers = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, watchers.add(watcher));
    if (signal.aborted) watcher.end();
    signal.addEventListener("abort", watcher.end);
    try {
      // Listening comes first: what is committed after the look is heard of.
      await this.#listening.start();
      const first = await look();
      if (!signal.aborted) yield first;
      for (;;) {
        const told = await watcher.next();
        if (told === undefined) return;
        yield told.news;
      }
    } finally {
      signal.removeEventListener("abort", watcher.end);
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#byName.get(name) === watchers) this.#byName.delete(name);
      if (this.#byName.size === 0) await this.#listening.stop();
    }
  }

  tell(name: string, news: T): void {
    for (const watcher of this.#byName.get(name) ?? []) watcher.tell(news);
  }

  /** Tells what a look has found, which may be older than what was told meanwhile. */
  remind(name: string, news: T): void {
    for (const watcher of this.#byName.get(name) ?? []) watcher.remind(news);
  }

  /** All who watch are told that it is over, and why: what they wait for throws the cause. */
  fail(cause: unknown): void {
    for (const watchers of this.#byName.values()) for (const watcher of watchers) watcher.fail(cause);
  }

  end(): void {
    for (const watchers of this.#byName.values()) for (const watcher of watchers) watcher.end();
  }
}
