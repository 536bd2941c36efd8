import type { StateEditRow } from "../../../contract/documents/state.ts";
import type { JournalEntry, StepResult } from "../../../engine/state/journal.ts";
import { isCheckpoint } from "../../../engine/state/prune/checkpoint.ts";
import { isChange } from "../runs/run-changes.ts";
import type { RunRow } from "../runs/run-view.ts";
import { TouchedBatches } from "./touched-batches.ts";

/**
 * What lists tell of a journal, entry by entry: its runs and the edits of its state, the oldest first, and where it
 * tells of each object.
 */
export class ListedJournal {
  readonly #runs = new Map<string, RunRow>();
  readonly #edits: StateEditRow[] = [];
  #newest: { readonly run: string; readonly changed: Set<string> } | null = null;
  /** Runs that have changed something since another one began, whose changes are to be counted anew. */
  readonly recount = new Set<string>();
  readonly touched = new TouchedBatches();

  get runs(): readonly RunRow[] {
    return [...this.#runs.values()];
  }

  get edits(): readonly StateEditRow[] {
    return this.#edits;
  }

  get size(): number {
    return this.#runs.size + this.#edits.length + this.touched.size;
  }

  /** Takes the next entry of the journal; `serial` is that of its batch. */
  note(entry: JournalEntry, serial: number): void {
    this.touched.note(entry, serial);
    if (isCheckpoint(entry)) return;
    const known = this.#runs.get(entry.run);
    if (entry.kind === "run-started" && known === undefined) {
      const { run, plan, planKind: kind, at: startedAt } = entry;
      this.#runs.set(run, { run, plan, kind, startedAt, endedAt: null, status: "broken off", changes: 0 });
      this.#newest = { run, changed: new Set() };
    }
    if (entry.kind === "run-ended" && known !== undefined)
      this.#runs.set(entry.run, { ...known, endedAt: entry.at, status: entry.status });
    if (entry.kind !== "result") return;
    if (known === undefined) this.#noteEdit(entry);
    else if (isChange(entry)) this.#noteChange(known, entry);
  }

  setChanges(run: string, changes: number): void {
    const row = this.#runs.get(run);
    if (row !== undefined) this.#runs.set(run, { ...row, changes });
    this.recount.delete(run);
  }

  #noteChange(row: RunRow, { run, step }: StepResult): void {
    if (this.#newest?.run !== run) {
      this.recount.add(run);
      return;
    }
    this.#newest.changed.add(step);
    this.#runs.set(run, { ...row, changes: this.#newest.changed.size });
  }

  #noteEdit(entry: StepResult): void {
    const { run: edit, step, intentSeq, detail: done, effects, at = null } = entry;
    if (intentSeq !== null || effects.length === 0) return;
    // How many resources it has changed the records of.
    const changes = new Set(effects.map((effect) => (effect.kind === "put" ? effect.record.uid : effect.uid))).size;
    const detail = step === "" ? done : `${done} ${step}`;
    const last = this.#edits.at(-1);
    // An import of many notes each by itself.
    if (last?.edit === edit)
      this.#edits[this.#edits.length - 1] = {
        ...last,
        detail: `${last.detail}, ${step}`,
        changes: last.changes + changes,
      };
    else this.#edits.push({ edit, detail, at, changes, afterRun: this.#newest?.run ?? null });
  }
}
