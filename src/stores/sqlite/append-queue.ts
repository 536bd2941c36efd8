import { Fault } from "../../../packages/base/fault.ts";
import { weightOf } from "../../../packages/base/json/content-bounds.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { inOneTurn } from "../../../packages/base/turns.ts";
import type { AppendOutcome } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import type { Notify } from "../rows/batch/waiting.ts";
import { effectsOfPart, valuesOfPart } from "../rows/entry-parts.ts";
import { type AppendSurroundings, type WaitingForStack, writeWaiting } from "./append-waiting.ts";
import type { Connection, Writing } from "./connection/connection.ts";

/** What the queue needs of its store. */
export interface QueueSurroundings extends AppendSurroundings {
  readonly connection: Connection;
  /** Told which stacks were asked for, once that is durable. */
  readonly written: (stacks: ReadonlySet<string>) => void;
}

/**
 * More effects than are written at once get a transaction of their own, in turns; so does what has the values of more
 * than one part.
 */
const longFrom = 2 * effectsOfPart;

/**
 * Appends to the journals of stacks. Those that wait together share one transaction, so that many steps ready at once
 * cost one fsync; one with many effects has a transaction of its own, which others have their turns beside.
 */
export class AppendQueue {
  readonly #around: QueueSurroundings;
  #waiting: WaitingForStack[] = [];
  /** Ends when all is written that was taken from those that wait. */
  #last: Promise<void> = Promise.resolve();

  constructor(surroundings: QueueSurroundings) {
    this.#around = surroundings;
  }

  /** Writes entries and their projection in one transaction: all of them or none. Throws Fault. */
  append(stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stack, epoch, entries, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.flush());
    });
  }

  /**
   * Writes all that waits, behind what is being written. Never throws: each caller is told what becomes of its own.
   */
  flush(): Promise<void> {
    this.#last = this.#last.then(() => this.#writeWaiting());
    return this.#last;
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    for (const together of sharingTransactions(batch)) await this.#write(together);
  }

  async #write({ batch, isLong }: Together): Promise<void> {
    const { connection } = this.#around;
    const work = ({ statements }: Writing) => writeWaiting(statements, batch, this.#around);
    let tells: readonly Notify[];
    try {
      tells = await (isLong
        ? connection.writingInParts(work)
        : connection.writing((writing) => inOneTurn(work(writing))));
    } catch (cause) {
      const byStack = Map.groupBy(batch, ({ stack }) => stack);
      // Nothing was written. One damaged stack keeps no other one from anything (decision 0051).
      if (byStack.size > 1 && isDamage(cause))
        for (const own of byStack.values()) await this.#write({ batch: own, isLong });
      else for (const each of batch) each.reject(cause);
      return;
    }
    for (const tell of tells) tell();
    this.#around.written(new Set(batch.map(({ stack }) => stack)));
  }
}

function isDamage(cause: unknown): boolean {
  return cause instanceof Fault && cause.code === "store-damaged";
}

/** Those who share a transaction. */
interface Together {
  readonly batch: readonly WaitingForStack[];
  readonly isLong: boolean;
}

function isLong({ entries }: WaitingForStack): boolean {
  const effects = entries.reduce((sum, entry) => sum + (entry.kind === "result" ? entry.effects.length : 0), 0);
  return effects > longFrom || weightOf(jsonOf(entries), valuesOfPart) >= valuesOfPart;
}

/** Those that wait, in their order: short ones together, each long one by itself. */
function sharingTransactions(waiting: readonly WaitingForStack[]): readonly Together[] {
  const groups: Together[] = [];
  let short: WaitingForStack[] | undefined;
  for (const each of waiting) {
    if (isLong(each)) {
      groups.push({ batch: [each], isLong: true });
      short = undefined;
    } else if (short === undefined) {
      short = [each];
      groups.push({ batch: short, isLong: false });
    } else short.push(each);
  }
  return groups;
}
