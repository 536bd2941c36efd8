import type { Intent, JournalEntry } from "../../../engine/state/journal.ts";

/** Which batches of a journal tell of which object: its history costs what it holds, and not what the journal does. */
export class TouchedBatches {
  /** Serials of batches by the uid of the object, the oldest first. */
  readonly #serials = new Map<string, number[]>();
  /** The objects of intents that have no result yet. */
  readonly #open = new Map<string, string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  of(uid: string): readonly number[] {
    return this.#serials.get(uid) ?? [];
  }

  /** Takes the next entry of the journal; `serial` is that of its batch. */
  note(entry: JournalEntry, serial: number): void {
    if (entry.kind === "intent") {
      this.#open.set(nameOf(entry), entry.uid);
      this.#touch(entry.uid, serial);
    }
    if (entry.kind !== "result") return;
    for (const effect of entry.effects) this.#touch(effect.kind === "put" ? effect.record.uid : effect.uid, serial);
    if (entry.intentSeq === null) return;
    const intent = nameOf({ run: entry.run, seq: entry.intentSeq });
    const uid = this.#open.get(intent);
    if (uid !== undefined) this.#touch(uid, serial);
    this.#open.delete(intent);
  }

  #touch(uid: string, serial: number): void {
    const serials = this.#serials.get(uid);
    if (serials?.at(-1) === serial) return;
    if (serials === undefined) this.#serials.set(uid, [serial]);
    else serials.push(serial);
    this.#size += 1;
  }
}

function nameOf({ run, seq }: Pick<Intent, "run" | "seq">): string {
  return `${run}.${seq}`;
}
