import { Fault } from "../../base/fault.ts";
import type { Connection } from "./connection.ts";
import { readHead } from "./head-rows.ts";
import type { Session } from "./session.ts";
import { channel, readChange, type StackChange } from "./stack-change.ts";

/** Somebody who waits for changes of one stack. Keeps only the newest, however slow it is. */
class Watcher {
  #pending: StackChange | undefined;
  #failure: Fault | undefined;
  #isOver = false;
  #wake: (() => void) | undefined;

  /** The newest change nobody has seen; undefined when there will be no more. Throws Fault. */
  async next(): Promise<StackChange | undefined> {
    while (this.#pending === undefined && this.#failure === undefined && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#isOver) return undefined;
    if (this.#failure !== undefined) throw this.#failure;
    const change = this.#pending;
    this.#pending = undefined;
    return change;
  }

  readonly tell = (change: StackChange): void => {
    this.#pending = change;
    this.#wake?.();
  };

  readonly fail = (failure: Fault): void => {
    this.#failure = failure;
    this.#wake?.();
  };

  readonly end = (): void => {
    this.#isOver = true;
    this.#wake?.();
  };
}

/** One listening session for all watchers of this process, there while there are any. */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #listening: Promise<Session> | undefined;
  /** Counts the listening sessions that were given up: the end of one of those concerns nobody. */
  #givenUp = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * How far a stack has come: at once, and whenever somebody has written to it, in this process or another. Who is slow
   * misses what was between, never the newest. Ends with the signal or the store; throws Fault when the connection is lost:
   * watch again then, and the first change tells what was missed.
   */
  async *changes(stack: string, signal: AbortSignal): AsyncGenerator<StackChange, void, void> {
    const watcher = new Watcher();
    const watchers = this.#watchers.get(stack) ?? new Set();
    this.#watchers.set(stack, watchers.add(watcher));
    if (signal.aborted) watcher.end();
    signal.addEventListener("abort", watcher.end);
    try {
      // Listening comes first: what is committed after the look is heard of.
      await this.#listen();
      let last = await this.#connection.reading(async (queries) => {
        const head = await readHead(queries, stack);
        return { lineage: head?.lineage ?? "", serial: head?.serial ?? 0 };
      });
      if (!signal.aborted) yield last;
      for (;;) {
        const change = await watcher.next();
        if (change === undefined) return;
        if (change.lineage === last.lineage && change.serial <= last.serial) continue;
        last = change;
        yield change;
      }
    } finally {
      signal.removeEventListener("abort", watcher.end);
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(stack) === watchers) this.#watchers.delete(stack);
      if (this.#watchers.size === 0) await this.#stop();
    }
  }

  async close(): Promise<void> {
    for (const watcher of this.#all()) watcher.end();
    await this.#stop();
  }

  #all(): readonly Watcher[] {
    return [...this.#watchers.values()].flatMap((watchers) => [...watchers]);
  }

  async #listen(): Promise<void> {
    this.#listening ??= this.#start();
    const listening = this.#listening;
    try {
      await listening;
    } catch (cause) {
      if (this.#listening === listening) this.#listening = undefined;
      throw cause;
    }
  }

  #start(): Promise<Session> {
    const before = this.#givenUp;
    const ended = () => {
      if (this.#givenUp === before) this.#lose();
    };
    return this.#connection.session((session) => session.listen(channel, (text) => this.#hear(text), ended));
  }

  async #stop(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    this.#givenUp += 1;
    const session = await listening?.catch(() => undefined);
    // A session that listens is not one for others.
    session?.giveBack(true);
  }

  #hear(text: string): void {
    const change = readChange(text);
    if (change === null) return;
    const { stack, ...rest } = change;
    for (const watcher of this.#watchers.get(stack) ?? []) watcher.tell(rest);
  }

  /** The session that we listen by has ended, and not by our own doing. */
  #lose(): void {
    void this.#stop();
    const fault = new Fault(
      "store-failed",
      "the connection to the state database (PostgreSQL) was lost while watching",
    );
    for (const watcher of this.#all()) watcher.fail(fault);
  }
}
