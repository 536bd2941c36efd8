import { Fault } from "../../../../packages/base/fault.ts";
import type { StackChange } from "../../../engine/ports/store.ts";
import { Watchers } from "../../rows/watchers.ts";
import { readHead } from "../rows/head-rows.ts";
import type { Connection } from "./connection.ts";
import { channel, readChange } from "./notices.ts";
import type { ServerError } from "./server-error.ts";
import type { Session } from "./session.ts";
import { storeFault } from "./store-faults.ts";

/**
 * One listening session for all watchers of this process, there while there are any. Behind it they are made to look
 * now and then, so that what is not heard of comes late and not never.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #stacks: Watchers<StackChange>;
  /** Of collections and logs of the document store. */
  readonly #names: Watchers<true>;
  #listening: Promise<Session> | undefined;
  /** Counts the listening sessions that were given up: the end of one of those is no news. */
  #givenUp = 0;
  readonly #pollMs: number;
  #polling: NodeJS.Timeout | undefined;

  constructor(connection: Connection, pollMs: number) {
    this.#connection = connection;
    this.#pollMs = pollMs;
    const listening = { start: () => this.#listen(), stop: () => this.#stopWhenIdle() };
    this.#stacks = new Watchers(listening);
    this.#names = new Watchers(listening);
  }

  /** See Store.changes. */
  async *stackChanges(stack: string, signal: AbortSignal): AsyncGenerator<StackChange, void, void> {
    let last: StackChange | undefined;
    const changes = this.#stacks.watch(stack, signal, () => this.#headOf(stack));
    for await (const change of changes) {
      // What was committed between listening and looking is heard of as well.
      if (change.lineage === last?.lineage && change.serial <= last.serial) continue;
      last = change;
      yield change;
    }
  }

  /** See Register.changes. */
  async *documentChanges(name: string, signal: AbortSignal): AsyncGenerator<void, void, void> {
    for await (const _ of this.#names.watch(name, signal, async () => true)) yield;
  }

  async close(): Promise<void> {
    this.#stacks.end();
    this.#names.end();
    await this.#stop();
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

  #headOf(stack: string): Promise<StackChange> {
    return this.#connection.reading(async (queries) => {
      const head = await readHead(queries, stack);
      return { lineage: head?.lineage ?? "", serial: head?.serial ?? 0 };
    });
  }

  #start(): Promise<Session> {
    this.#polling ??= setInterval(() => this.#poll(), this.#pollMs).unref();
    const before = this.#givenUp;
    const ended = (cause: ServerError) => {
      if (this.#givenUp === before) this.#lose(cause);
    };
    return this.#connection.session((session) => session.listen(channel, (text) => this.#hear(text), ended));
  }

  async #stopWhenIdle(): Promise<void> {
    if (this.#stacks.isIdle && this.#names.isIdle) await this.#stop();
  }

  async #stop(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    this.#givenUp += 1;
    clearInterval(this.#polling);
    this.#polling = undefined;
    const session = await listening?.catch(() => undefined);
    // A session that listens is not one for others.
    session?.giveBack(true);
  }

  #hear(text: string): void {
    const change = readChange(text);
    if (change?.kind === "stack") this.#stacks.tell(change.stack, change.change);
    if (change?.kind === "register") this.#names.tell(change.name, true);
  }

  /** Lets all who watch look for themselves; they are told where that fails. */
  async #look(): Promise<void> {
    for (const name of this.#names.names) this.#names.remind(name, true);
    for (const stack of this.#stacks.names) this.#stacks.remind(stack, await this.#headOf(stack));
  }

  #poll(): void {
    this.#look().catch((cause: unknown) => this.#fail(cause));
  }

  /**
   * The session that we listen by has ended, and not by our own doing: another takes its place, where one can be had.
   */
  #lose(cause: ServerError): void {
    void this.#stop();
    const fault =
      cause.silentMs === null
        ? new Fault("store-failed", "the connection to the state database (PostgreSQL) was lost while watching")
        : storeFault(cause, "working");
    this.#regain(cause).catch(() => this.#fail(fault));
  }

  async #regain({ silentMs }: ServerError): Promise<void> {
    if (silentMs !== null) await this.#connection.noteSilence();
    await this.#listen();
    await this.#look();
    await this.#stopWhenIdle();
  }

  #fail(cause: unknown): void {
    this.#stacks.fail(cause);
    this.#names.fail(cause);
  }
}
