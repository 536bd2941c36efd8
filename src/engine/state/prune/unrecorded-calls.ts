import { DoubtfulDeletions, deletionKey } from "../drift/doubtful-deletions.ts";
import { isRecordedNow } from "../drift/recorded-now.ts";
import { isMaking } from "../drift/stood-before.ts";
import { type Intent, type JournalEntry, type StepResult, wasAsWanted } from "../journal.ts";
import { type ResourceRecord, recordKey } from "../records/record.ts";

/** What later entries of a journal may lean on that is no record: calls, and what is not known of them. */
export class UnrecordedCalls {
  readonly #open = new Map<string, Intent>();
  readonly #doubtful = new DoubtfulDeletions();
  /** Deletions whose object is recorded still, however they were answered: a later one may not have found it. */
  readonly #refused = new Map<string, string>();
  /** Updates that may have taken effect, by object: a later run that records what it finds tells it of their runs. */
  readonly #unheard = new Map<string, readonly Intent[]>();
  /** The records of each object, by their keys. */
  readonly #records = new Map<string, Map<string, ResourceRecord>>();
  /** Objects of which a call was to make one, and that have no record. */
  readonly #unrecorded = new Set<string>();
  /** The last entry tells that nothing is known of a call: what comes next may tell more. */
  #isSettling = false;

  take(entry: JournalEntry): void {
    this.#isSettling = false;
    if (entry.kind === "intent") {
      this.#open.set(callOf(entry.run, entry.seq), entry);
      if (isMaking(entry) && !this.#records.has(entry.uid)) this.#unrecorded.add(entry.uid);
    }
    if (entry.kind === "result") this.#takeResult(entry);
    else this.#doubtful.take(entry, undefined);
  }

  /**
   * Whether entries from a place on may lean on what came before, otherwise than on its records. `reach`: where each
   * object is told of by a call last.
   */
  mayNeedEarlier(place: number, reach: ReadonlyMap<string, number>): boolean {
    if (this.#open.size > 0 || this.#isSettling) return true;
    if (this.#refused.values().some((uid) => (reach.get(uid) ?? -1) >= place)) return true;
    for (const uid of this.#unrecorded) {
      if ((reach.get(uid) ?? -1) >= place) return true;
      // No later place either.
      this.#unrecorded.delete(uid);
    }
    return [...this.#doubtful.calls.values().map(({ uid }) => uid), ...this.#unheard.keys()].some((uid) =>
      this.#records.has(uid),
    );
  }

  #takeResult(result: StepResult): void {
    const { run, intentSeq, outcome, detail, effects, mayHaveChanged } = result;
    const intent = intentSeq === null ? undefined : this.#open.get(callOf(run, intentSeq));
    if (intentSeq !== null) this.#open.delete(callOf(run, intentSeq));
    this.#isSettling = intentSeq !== null && effects.length === 0;
    this.#doubtful.take(result, intent);
    if (intent?.operation === "delete" && effects.length === 0) this.#refused.set(deletionKey(intent), intent.uid);
    if (intent !== undefined && mayHaveChanged === true)
      this.#unheard.set(intent.uid, [...(this.#unheard.get(intent.uid) ?? []), intent]);
    const isOfCall = intent !== undefined && outcome === "done" && detail !== wasAsWanted;
    for (const effect of effects) {
      const key = recordKey(effect.kind === "put" ? effect.record : effect);
      const uid = effect.kind === "put" ? effect.record.uid : effect.uid;
      const own = this.#records.get(uid) ?? new Map<string, ResourceRecord>();
      if (effect.kind === "put") {
        if (isOfCall || this.#isTold(effect.record, own)) this.#unheard.delete(uid);
        this.#records.set(uid, own.set(key, effect.record));
        this.#unrecorded.delete(uid);
        this.#refused.delete(deletionKey({ uid, claimKey: effect.claimKey }));
      } else if (own.delete(key) && own.size === 0) this.#records.delete(uid);
    }
  }

  #isTold(record: ResourceRecord, own: ReadonlyMap<string, ResourceRecord>): boolean {
    const was = own.values().find(({ status }) => status === "current") ?? null;
    return (this.#unheard.get(record.uid) ?? []).some((intent) => isRecordedNow(intent, was, record));
  }
}

function callOf(run: string, seq: number): string {
  return `${run}.${seq}`;
}
