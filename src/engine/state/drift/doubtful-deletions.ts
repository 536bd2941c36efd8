import type { JournalEntry, RunStarted } from "../journal.ts";
import { mayNotShow } from "../records/lagging-reads.ts";

/** Kinds of plans that look at all that a stack manages, unless they are asked for a part. */
const looking: ReadonlySet<RunStarted["planKind"]> = new Set(["apply", "destroy", "refresh"]);

/**
 * Ends doubts about objects by the runs that follow: one that began when no look lagged behind any more, was done, and
 * has left the record, has seen the object stand. One that was asked for a part of the stack may not have; the doubt
 * is over then, too, and what is gone counts as another hand's doing.
 */
export class StoodSince {
  readonly #doubts = new Map<string, string>();
  readonly #begun = new Map<string, string>();

  /** `at`: when the call was made that is in doubt. */
  doubt(key: string, at: string): void {
    this.#doubts.set(key, at);
  }

  /** The objects of which there is no doubt any more once an entry is read. */
  seenBy(entry: JournalEntry): readonly string[] {
    if (entry.kind === "run-started" && looking.has(entry.planKind)) this.#begun.set(entry.run, entry.at);
    const begun = entry.kind === "run-ended" && entry.status === "done" ? this.#begun.get(entry.run) : undefined;
    if (begun === undefined) return [];
    const seen = [...this.#doubts].flatMap(([key, at]) => (mayNotShow(at, begun) ? [] : [key]));
    for (const key of seen) this.#doubts.delete(key);
    return seen;
  }
}
