import type { JsonObject } from "../../base/json.ts";
import type { AppendLogOutcome, PutOutcome, Register } from "../../engine/ports/register.ts";
import type { RegisterWrite, StagedRegister } from "./staged-register.ts";

/** Who wants to write, and how to tell what came of it once that is durable. */
export interface RegisterWriter {
  readonly write: RegisterWrite;
  /** Stages the write; gives how to tell its outcome. */
  stage(staged: StagedRegister): () => void;
  reject(cause: unknown): void;
}

/** The writing half of a Register over whatever does the writers' writes in the order they come. */
export function registerWrites(submit: (writer: RegisterWriter) => void): Pick<
  Register,
  "put" | "remove" | "appendLog" | "removeLog"
> & {
  /** Removes those of the documents that the medium knows which have expired. */
  pruneKnown(now: number): Promise<void>;
} {
  const submitted = <W extends RegisterWrite, T>(write: W, stage: (staged: StagedRegister, write: W) => T) =>
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
    put: async (collection, key, document, { revision, expiresAt = null } = {}): Promise<PutOutcome> =>
      submitted(
        { kind: "put", collection, key, body: JSON.stringify(document), expiresAt, expected: revision } as const,
        (staged, write) => staged.put(write),
      ),
    remove: async (collection, key, { revision } = {}): Promise<PutOutcome> =>
      submitted({ kind: "remove", collection, key, expected: revision } as const, (staged, write) =>
        staged.remove(write),
      ),
    appendLog: async (log, entries: readonly JsonObject[], expectedLength): Promise<AppendLogOutcome> =>
      submitted(
        { kind: "append", log, bodies: entries.map((entry) => JSON.stringify(entry)), expectedLength } as const,
        (staged, write) => staged.append(write),
      ),
    removeLog: async (log) =>
      submitted({ kind: "remove-log", log } as const, (staged, write) => staged.removeLog(write)),
    pruneKnown: async (now) => submitted({ kind: "prune", now } as const, (staged, write) => staged.prune(write)),
  };
}
