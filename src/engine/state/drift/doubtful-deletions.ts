import type { Intent, JournalEntry, RunStarted } from "../journal.ts";
import { mayNotShow } from "../records/lagging-reads.ts";

/** Kinds of plans that look at all that a stack manages, unless they are asked for a part. */
const looking: ReadonlySet<RunStarted["planKind"]> = new Set(["apply", "destroy", "refresh"]);

/** Key of the object that a call was to delete. */
export function deletionKey({ uid, claimKey }: { readonly uid: string; readonly claimKey: string }): string {
  return `${uid} ${claimKey}`;
}

/**
 * Deletions that may have taken their object away although no result says so, by an object's key (`deletionKey`), as
 * the entries of a journal tell one after the other. A doubt ends where the object is recorded again, and with a run
 * that began when no look lagged behind any more, was done, and has left the record: it has seen the object stand. One
 * that was asked for a part of the stack may not have; the doubt is over then, too, and what is gone counts as another
 * hand's doing.
 */
export class DoubtfulDeletions {
  readonly #calls = new Map<string, Intent>();
  readonly #begun = new Map<string, string>();

  /** The calls in doubt, by the keys of their objects. */
  get calls(): ReadonlyMap<string, Intent> {
    return this.#calls;
  }

  /** `call`: which one a result is of. */
  take(entry: JournalEntry, call: Intent | undefined): void {
    if (entry.kind === "run-started" && looking.has(entry.planKind)) this.#begun.set(entry.run, entry.at);
    if (entry.kind === "run-ended" && entry.status === "done") this.#endSeenSince(this.#begun.get(entry.run));
    if (entry.kind !== "result") return;
    if (call !== undefined && entry.mayHaveDeleted === true) this.#calls.set(deletionKey(call), call);
    for (const effect of entry.effects)
      if (effect.kind === "put") this.#calls.delete(deletionKey({ uid: effect.record.uid, claimKey: effect.claimKey }));
  }

  #endSeenSince(begun: string | undefined): void {
    if (begun === undefined) return;
    for (const [key, { at }] of this.#calls) if (!mayNotShow(at, begun)) this.#calls.delete(key);
  }
}
