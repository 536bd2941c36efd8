import { invariant } from "../../../packages/base/invariant.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import type { DocumentStore, LogEntry } from "../../engine/ports/document-store.ts";
import { type ChainHead, chained, emptyChain, headAfter } from "./audit-chain.ts";
import type { AuditDraft } from "./audit-entry.ts";

export const auditLog = "audit";

/** Records that one append takes at most. */
const largestBatch = 500;

interface Waiting {
  readonly draft: AuditDraft;
  readonly done: (seq: number) => void;
  readonly failed: (cause: unknown) => void;
}

/**
 * Adds records to the chain, which other processes lengthen as well (decision 0139). What waits while an append is
 * under way goes together in the next one.
 */
export class ChainWriter {
  readonly #documentStore: DocumentStore;
  /** Told after each append of this process. */
  readonly #onGrown: (head: ChainHead) => Promise<void>;
  #waiting: Waiting[] = [];
  #writing = false;
  #written: ChainHead = emptyChain;

  constructor(documentStore: DocumentStore, onGrown: (head: ChainHead) => Promise<void>) {
    this.#documentStore = documentStore;
    this.#onGrown = onGrown;
  }

  /** The end of the chain as this process last wrote it. */
  get written(): ChainHead {
    return this.#written;
  }

  /** Records that are not durable yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The place of the record once it is durable. Throws what the document store throws: then perhaps there is none. */
  append(draft: AuditDraft): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.push({ draft, done: resolve, failed: reject });
    if (!this.#writing) void this.#write();
    return promise;
  }

  /** The end of the chain as it is now. */
  async head(): Promise<ChainHead> {
    const length = await this.#documentStore.logLength(auditLog);
    if (length === 0) return emptyChain;
    const [last] = await this.#documentStore.readLog(auditLog, length - 1, 1);
    invariant(last !== undefined, "a log is shorter than its length");
    return headAfter(last.entry, last.index);
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, largestBatch);
      this.#waiting = this.#waiting.slice(largestBatch);
      try {
        const before = await this.#appendBatch(batch.map(({ draft }) => draft));
        for (const [place, { done }] of batch.entries()) done(before.length + place + 1);
        await this.#onGrown(this.#written);
      } catch (cause) {
        for (const { failed } of batch) failed(cause);
      }
    }
    this.#writing = false;
  }

  async #appendBatch(drafts: readonly AuditDraft[]): Promise<ChainHead> {
    let [before, after] = [emptyChain, emptyChain];
    await this.#documentStore.continueLog(auditLog, (last) => {
      before = after = this.#headAt(last);
      return drafts.map((draft) => {
        const entry = chained(draft, after);
        after = { length: entry.seq, digest: entry.digest };
        return jsonOf(entry);
      });
    });
    this.#written = after;
    return before;
  }

  /**
   * Of a record of its own the writer knows the digest, whatever the log says of it now. Behind an append that was not
   * answered the log is longer, if it is durable, and tells.
   */
  #headAt(last: LogEntry | null): ChainHead {
    if (last === null) return emptyChain;
    return this.#written.length === last.index ? this.#written : headAfter(last.entry, last.index);
  }
}
