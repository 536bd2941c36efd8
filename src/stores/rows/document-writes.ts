import type { JsonObject } from "../../../packages/base/json/json.ts";
import type {
  AppendLogOutcome,
  DocumentChange,
  DocumentStore,
  LogEntry,
  PutOutcome,
} from "../../engine/ports/document-store.ts";
import type { DocumentWrite, StagedDocuments, StagedWrite } from "./staged-documents.ts";

/** Who wants to write, and how to tell what came of it once that is durable. */
export interface DocumentWriter {
  readonly write: StagedWrite;
  /** Stages the write; gives how to tell its outcome. */
  stage(staged: StagedDocuments): () => void;
  reject(cause: unknown): void;
}

/** The writing half of a document store over whatever does the writers' writes in the order they come. */
export function documentWrites(submit: (writer: DocumentWriter) => void): Pick<
  DocumentStore,
  "put" | "remove" | "changeAll" | "appendLog" | "continueLog" | "removeLog"
> & {
  /** Removes those of the documents that the medium knows which have expired. */
  deleteExpiredKnown(now: number): Promise<void>;
} {
  const submitted = <W extends StagedWrite, T>(write: W, stage: (staged: StagedDocuments, write: W) => T) =>
    new Promise<T>((resolve, reject) => {
      submit({
        write,
        stage: (staged) => {
          const outcome = stage(staged, write);
          return () => resolve(outcome);
        },
        reject,
      });
    });
  return {
    put: async (collection, key, document, expected = {}): Promise<PutOutcome> =>
      submitted(putOf({ kind: "put", collection, key, document, ...expected }), (staged, write) => staged.put(write)),
    remove: async (collection, key, { revision } = {}): Promise<PutOutcome> =>
      submitted({ kind: "remove", collection, key, expected: revision } as const, (staged, write) =>
        staged.remove(write),
      ),
    changeAll: async (changes): Promise<boolean> =>
      submitted({ kind: "all", writes: changes.map(writeOf) } as const, (staged, write) => staged.all(write)),
    appendLog: async (log, entries: readonly JsonObject[], expectedLength): Promise<AppendLogOutcome> =>
      submitted(
        { kind: "append", log, bodies: entries.map((entry) => JSON.stringify(entry)), expectedLength } as const,
        (staged, write) => staged.append(write),
      ),
    continueLog: async (log, next): Promise<number> => {
      const bodies = (last: LogEntry | null) => next(last).map((entry) => JSON.stringify(entry));
      const outcome = await submitted({ kind: "continue", log, bodies } as const, (staged, write) =>
        staged.continue(write),
      );
      if (outcome.kind === "failed") throw outcome.cause;
      return outcome.length;
    },
    removeLog: async (log) =>
      submitted({ kind: "remove-log", log } as const, (staged, write) => staged.removeLog(write)),
    deleteExpiredKnown: async (now) =>
      submitted({ kind: "delete-expired", now } as const, (staged, write) => staged.deleteExpired(write)),
  };
}

function writeOf(change: DocumentChange): DocumentWrite {
  if (change.kind === "put") return putOf(change);
  const { kind, collection, key, revision } = change;
  return { kind, collection, key, expected: revision };
}

function putOf(change: Extract<DocumentChange, { kind: "put" }>): Extract<DocumentWrite, { kind: "put" }> {
  const { kind, collection, key, document, revision, expiresAt = null } = change;
  return { kind, collection, key, body: JSON.stringify(document), expiresAt, expected: revision };
}
