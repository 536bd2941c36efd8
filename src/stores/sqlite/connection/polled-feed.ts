import { Watchers } from "../../rows/watchers.ts";
import type { Connection } from "./connection.ts";
import { isBusy } from "./lock-patience.ts";
import type { Statements } from "./statements.ts";

/** How often to look whether another process has written, while somebody watches. */
const pollMs = 100;

/**
 * Tells watchers of this process what changes: at once when it is this process that writes, else at the next poll.
 * SQLite counts the commits of other connections (`PRAGMA data_version`); what they have changed shows by looking.
 */
export class PolledFeed<T> {
  readonly #connection: Connection;
  readonly #read: (statements: Statements, name: string) => T;
  readonly #watchers: Watchers<T>;
  /** What was last seen, as JSON, of what somebody watches. */
  readonly #seen = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #version = "";

  /** `read`: how far something has come, as plain data. */
  constructor(connection: Connection, read: (statements: Statements, name: string) => T) {
    this.#connection = connection;
    this.#read = read;
    this.#watchers = new Watchers({ start: async () => this.#start(), stop: async () => this.#stop() });
  }

  /** How far something has come: at once, then whenever it has changed. */
  news(name: string, signal: AbortSignal): AsyncGenerator<T, void, void> {
    return this.#watchers.watch(name, signal, async () => {
      const news = await this.#connection.reading((statements) => this.#read(statements, name));
      this.#seen.set(name, JSON.stringify(news));
      return news;
    });
  }

  /** Looks at those of the names that somebody watches, and tells what has changed, or that looking fails. */
  look(names: Iterable<string>): void {
    const watched = [...names].filter((name) => this.#seen.has(name));
    if (watched.length === 0) return;
    try {
      const found = this.#connection.readingNow((statements) =>
        watched.map((name) => ({ name, news: this.#read(statements, name) })),
      );
      for (const { name, news } of found) this.#tell(name, news);
    } catch (cause) {
      // Another process keeps the database to itself: the next poll looks at all.
      if (isBusy(cause)) this.#version = "";
      else this.#watchers.fail(cause);
    }
  }

  #tell(name: string, news: T): void {
    const text = JSON.stringify(news);
    if (this.#seen.get(name) === text) return;
    this.#seen.set(name, text);
    this.#watchers.tell(name, news);
  }

  close(): void {
    this.#watchers.end();
    this.#stop();
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    this.#version = this.#connection.version();
    this.#timer = setInterval(() => this.#poll(), pollMs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#seen.clear();
  }

  #poll(): void {
    try {
      const version = this.#connection.version();
      if (version === this.#version) return;
      this.#version = version;
      this.look(this.#watchers.names);
    } catch (cause) {
      if (!isBusy(cause)) this.#watchers.fail(cause);
    }
  }
}
