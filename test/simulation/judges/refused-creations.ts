import type { JournalEntry } from "../../../src/engine/state/journal.ts";
import type { JudgedWrite } from "../world/cloud-memory.ts";
import { objectOf } from "./runs/run-history.ts";

/** All attempts of a run to create one object. */
interface Creation {
  readonly object: string;
  readonly pid: number;
  readonly fromMs: number;
  /** When the last attempt was closed as failed; null while it is open, or where it was carried out. */
  readonly closedMs: number | null;
}

/** Who has written an entry, and when. */
interface Written {
  readonly pid: number;
  readonly atMs: number;
}

/**
 * Creations that the process which sent them has closed as failed, read off the journal: nothing of ours is recorded or
 * open of them. None of these is one that a later attempt of the same step carries out, or that a recovery closes,
 * which has heard no refusal.
 */
export class RefusedCreations {
  readonly #creations = new Map<string, Creation>();
  /** The step of each intent. */
  readonly #steps = new Map<string, string>();

  /** To be told of each entry, and who has written it when. */
  take(entry: JournalEntry, { pid, atMs }: Written): void {
    if (entry.kind === "intent") {
      const step = `${entry.run} ${entry.uid} ${entry.step}`;
      this.#steps.set(`${entry.run}.${entry.seq}`, step);
      const fromMs = this.#creations.get(step)?.fromMs ?? atMs;
      if (entry.operation !== "create") this.#creations.delete(step);
      else this.#creations.set(step, { object: objectOf(entry.identity.id), pid, fromMs, closedMs: null });
      return;
    }
    if (entry.kind !== "result" || entry.intentSeq === null || entry.outcome !== "failed") return;
    const step = this.#steps.get(`${entry.run}.${entry.intentSeq}`) ?? "";
    const creation = this.#creations.get(step);
    const isRecorded = entry.effects.some(({ kind }) => kind === "put");
    if (creation?.pid === pid && !isRecorded) this.#creations.set(step, { ...creation, closedMs: atMs });
  }

  /** Whether a write of an object was one of theirs. */
  isOf({ object, sender, atMs }: Pick<JudgedWrite, "object" | "sender" | "atMs">): boolean {
    return [...this.#creations.values()].some(
      ({ object: created, pid, fromMs, closedMs }) =>
        created === object.toLowerCase() &&
        pid === sender.pid &&
        closedMs !== null &&
        fromMs <= atMs &&
        atMs <= closedMs,
    );
  }
}
