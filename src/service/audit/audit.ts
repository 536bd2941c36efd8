import type { Clock } from "../../../packages/base/clock.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import type { AuditReport } from "../../contract/documents/audit.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import type { ChainHead } from "./audit-chain.ts";
import { type AuditEntry, type AuditIntent, type AuditOutcome, auditEntryOf } from "./audit-entry.ts";
import { type AuditQuestion, type FoundPage, searchAudit } from "./audit-search.ts";
import { auditLog, ChainWriter } from "./chain-writer.ts";
import { type Checkpoint, type CheckpointKey, checkpointOf, signCheckpoint } from "./checkpoint.ts";
import { readThrough } from "./read-through.ts";
import { verifyChain } from "./verify-chain.ts";

/** A place for checkpoints apart from the store: who changes the one does not reach the other. */
export interface CheckpointPlace {
  keep(checkpoint: Checkpoint): Promise<void>;
  read(): Promise<readonly Checkpoint[]>;
}

export interface AuditOptions {
  readonly documentStore: DocumentStore;
  readonly clock: Pick<Clock, "now">;
  /** Null: there are no checkpoints, and the end of the log can be cut off unseen. */
  readonly key: CheckpointKey | null;
  /** Null: checkpoints are kept in the document store only. */
  readonly place: CheckpointPlace | null;
  /**
   * A checkpoint is signed each time so many records have come (100 when left out), and with the first record a minute
   * after the last.
   */
  readonly every?: number;
  /** Told when a checkpoint could not be kept. The records are durable all the same. */
  readonly onCheckpointLost?: (cause: unknown) => void;
}

/** Names the intent that an outcome belongs to. */
export interface AuditTicket {
  readonly seq: number;
}

const checkpointLog = "audit-checkpoints";
const longestUnsignedMs = 60_000;

/** The log of who did what: each record is bound to the one before, and signed checkpoints say how it stood. */
export class Audit {
  readonly #options: AuditOptions;
  readonly #writer: ChainWriter;
  #signedAt = 0;
  #signedAtMs: number;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#signedAtMs = options.clock.now();
    this.#writer = new ChainWriter(options.documentStore, (head) => this.#signIfDue(head));
  }

  /**
   * Notes what is about to be done. Only when this has resolved may it be done; throws Faults of the document store.
   */
  async record(intent: AuditIntent): Promise<AuditTicket> {
    return { seq: await this.#writer.append({ kind: "intent", at: this.#now(), ...intent }) };
  }

  /** How many records the log has, whichever process has written them. Throws the Faults of the document store. */
  length(): Promise<number> {
    return this.#options.documentStore.logLength(auditLog);
  }

  /** How many records of this process wait to be written. */
  get waiting(): number {
    return this.#writer.waiting;
  }

  /** Notes what became of it. */
  async conclude(ticket: AuditTicket, outcome: AuditOutcome): Promise<void> {
    await this.#writer.append({ kind: "outcome", at: this.#now(), of: ticket.seq, ...outcome });
  }

  /** The records after that place, oldest first. What is no record any more is left out: `verify` tells of it. */
  async list(after: number, limit: number): Promise<readonly AuditEntry[]> {
    const found = await this.#options.documentStore.readLog(auditLog, after, limit);
    return found.flatMap(({ entry }) => auditEntryOf(entry) ?? []);
  }

  /** A page of the records that are asked for, after a place (null: from where the order begins). */
  search(question: AuditQuestion, after: number | null, limit: number): Promise<FoundPage> {
    return searchAudit(this.#options.documentStore, question, after, limit);
  }

  /** Signs how the log stands now. Null where there is no key, or nothing to sign. */
  async checkpoint(): Promise<Checkpoint | null> {
    return this.#sign(await this.#writer.head());
  }

  /**
   * Signs the end of the log as this process leaves it: what it wrote can't be cut off unseen while none is running.
   */
  async signOff(): Promise<void> {
    try {
      const { written } = this.#writer;
      if (written.length > this.#signedAt) await this.#sign(written);
    } catch (cause) {
      this.#options.onCheckpointLost?.(cause);
    }
  }

  /** The key that signed the store's newest checkpoint, if that is another one than this process has; else null. */
  async signedByOther(): Promise<string | null> {
    const { documentStore, key } = this.#options;
    const length = await documentStore.logLength(checkpointLog);
    if (key === null || length === 0) return null;
    const signedBy = (await this.#checkpointAt(length))?.key;
    return signedBy === undefined || signedBy === key.id ? null : signedBy;
  }

  /**
   * The keys that signed the log and that this process does not have: of the first and the newest checkpoint in the
   * store, and of all beside it. What such a key signed can't be checked, whatever was signed since.
   */
  async strangeKeys(): Promise<readonly string[]> {
    const { documentStore, key, place } = this.#options;
    const length = await documentStore.logLength(checkpointLog);
    const ends = length === 0 ? [] : [await this.#checkpointAt(1), await this.#checkpointAt(length)];
    const found = [...((await place?.read()) ?? []), ...ends].flatMap((each) => each?.key ?? []);
    return [...new Set(found)].filter((each) => each !== key?.id);
  }

  async #checkpointAt(place: number): Promise<Checkpoint | null> {
    const [found] = await this.#options.documentStore.readLog(checkpointLog, place - 1, 1);
    return found === undefined ? null : checkpointOf(found.entry);
  }

  async verify(): Promise<AuditReport> {
    const { documentStore, key } = this.#options;
    const written = this.#writer.written;
    const { found, unread } = await this.#checkpoints();
    return verifyChain(documentStore, found, key, written, unread);
  }

  async #signIfDue(head: ChainHead): Promise<void> {
    const every = this.#options.every ?? 100;
    const isFull = Math.floor(head.length / every) > Math.floor(this.#signedAt / every);
    if (!isFull && this.#options.clock.now() - this.#signedAtMs < longestUnsignedMs) return;
    try {
      await this.#sign(head);
    } catch (cause) {
      this.#options.onCheckpointLost?.(cause);
    }
  }

  async #sign({ length, digest }: ChainHead): Promise<Checkpoint | null> {
    const { documentStore, key, place } = this.#options;
    if (key === null || digest === null) return null;
    const made = signCheckpoint({ length, digest }, this.#now(), key);
    this.#signedAt = length;
    this.#signedAtMs = this.#options.clock.now();
    await documentStore.appendLog(checkpointLog, [jsonOf(made)]);
    await place?.keep(made);
    return made;
  }

  /** The checkpoints beside the store and in it, and how many places of theirs the store can't give. */
  async #checkpoints(): Promise<{ readonly found: readonly Checkpoint[]; readonly unread: number }> {
    const { documentStore, place } = this.#options;
    const found = [...((await place?.read()) ?? [])];
    let unread = 0;
    for await (const each of readThrough(documentStore, checkpointLog)) {
      if (each.kind === "unreadable") unread += 1;
      else found.push(...[checkpointOf(each.entry)].flatMap((checkpoint) => checkpoint ?? []));
    }
    return { found: [...new Map(found.map((each) => [each.signature, each])).values()], unread };
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
