import type { JsonObject } from "../../packages/base/json/json.ts";
import type {
  AppendLogOutcome,
  DocumentChange,
  DocumentStore,
  Expectation,
  LogEntry,
  PutOutcome,
  StoredDocument,
} from "../../src/engine/ports/document-store.ts";
import { byCodePoint } from "../../src/stores/rows/code-points.ts";
import { Watchers } from "../../src/stores/rows/watchers.ts";

interface Kept extends StoredDocument {
  readonly expiresAt: number | null;
}

/** A document store over plain maps. Each call takes effect at once, in the order of the calls. */
export class MemoryDocumentStore implements DocumentStore {
  readonly #collections = new Map<string, Map<string, Kept>>();
  readonly #logs = new Map<string, JsonObject[]>();
  readonly #watchers = new Watchers<true>();
  #revision = 0;

  readonly get: DocumentStore["get"] = async (collection, key): Promise<StoredDocument | null> => {
    const kept = this.#collections.get(collection)?.get(key);
    return kept === undefined ? null : documentOf(kept);
  };

  readonly revisions: DocumentStore["revisions"] = async (collection, keys): Promise<ReadonlyMap<string, number>> => {
    const documents = this.#collections.get(collection);
    return new Map(
      keys.flatMap((key) => {
        const kept = documents?.get(key);
        return kept === undefined ? [] : [[key, kept.revision]];
      }),
    );
  };

  readonly list: DocumentStore["list"] = async (
    collection,
    { prefix = "", after, limit },
  ): Promise<readonly StoredDocument[]> =>
    [...(this.#collections.get(collection)?.values() ?? [])]
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || byCodePoint(key, after) > 0))
      .sort((a, b) => byCodePoint(a.key, b.key))
      .slice(0, limit)
      .map(documentOf);

  readonly put: DocumentStore["put"] = async (collection, key, document, expected = {}): Promise<PutOutcome> => {
    const documents = this.#collections.get(collection) ?? new Map<string, Kept>();
    const mismatch = mismatchOf(documents.get(key), expected);
    if (mismatch !== null) return mismatch;
    this.#revision += 1;
    documents.set(key, { key, revision: this.#revision, document, expiresAt: expected.expiresAt ?? null });
    this.#collections.set(collection, documents);
    this.#watchers.tell(collection, true);
    return { kind: "done", revision: this.#revision };
  };

  readonly remove: DocumentStore["remove"] = async (collection, key, expected = {}): Promise<PutOutcome> => {
    const documents = this.#collections.get(collection);
    const mismatch = mismatchOf(documents?.get(key), expected);
    if (mismatch !== null) return mismatch;
    if (documents?.delete(key) === true) {
      this.#revision += 1;
      this.#watchers.tell(collection, true);
    }
    return { kind: "done", revision: this.#revision };
  };

  readonly changeAll = async (changes: readonly DocumentChange[]): Promise<boolean> => {
    const isMet = (change: DocumentChange) =>
      mismatchOf(this.#collections.get(change.collection)?.get(change.key), change) === null;
    if (!changes.every(isMet)) return false;
    for (const change of changes) {
      const { kind, collection, key } = change;
      // Nothing comes between: each takes effect when it is called.
      if (kind === "put") void this.put(collection, key, change.document, change);
      else void this.remove(collection, key, change);
    }
    return true;
  };

  readonly tryWrite = async (): Promise<void> => {};

  readonly deleteExpired = async (now: number): Promise<void> => {
    for (const [collection, documents] of this.#collections) {
      const expired = [...documents.values()].filter(({ expiresAt }) => expiresAt !== null && expiresAt < now);
      for (const { key } of expired) await this.remove(collection, key);
    }
  };

  readonly appendLog: DocumentStore["appendLog"] = async (log, entries, expectedLength): Promise<AppendLogOutcome> => {
    const known = this.#logs.get(log) ?? [];
    if (expectedLength !== undefined && expectedLength !== known.length) {
      return { kind: "mismatch", length: known.length };
    }
    if (entries.length === 0) return { kind: "done", length: known.length };
    this.#logs.set(log, known);
    known.push(...entries);
    this.#revision += 1;
    this.#watchers.tell(log, true);
    return { kind: "done", length: known.length };
  };

  readonly continueLog: DocumentStore["continueLog"] = async (log, next): Promise<number> => {
    const known = this.#logs.get(log) ?? [];
    const last = known.at(-1);
    const entries = next(last === undefined ? null : { index: known.length, entry: last });
    return (await this.appendLog(log, entries)).length;
  };

  readonly readLog = async (log: string, after: number, limit: number): Promise<readonly LogEntry[]> =>
    (this.#logs.get(log) ?? [])
      .slice(after, after + limit)
      .map((entry, place) => ({ index: after + place + 1, entry }));

  readonly logLength = async (log: string): Promise<number> => this.#logs.get(log)?.length ?? 0;

  readonly removeLog = async (log: string): Promise<void> => {
    if (!this.#logs.delete(log)) return;
    this.#revision += 1;
    this.#watchers.tell(log, true);
  };

  async *changes(name: string, signal: AbortSignal): AsyncGenerator<void, void, void> {
    for await (const _ of this.#watchers.watch(name, signal, async () => true)) yield;
  }

  /** A document store that another process would find. */
  copy(): MemoryDocumentStore {
    const copied = new MemoryDocumentStore();
    for (const [name, documents] of this.#collections) copied.#collections.set(name, new Map(documents));
    for (const [name, entries] of this.#logs) copied.#logs.set(name, [...entries]);
    copied.#revision = this.#revision;
    return copied;
  }
}

function documentOf({ key, revision, document }: Kept): StoredDocument {
  return { key, revision, document };
}

function mismatchOf(kept: Kept | undefined, { revision: expected }: Expectation): PutOutcome | null {
  const revision = kept?.revision ?? null;
  return expected === undefined || expected === revision ? null : { kind: "mismatch", revision };
}
