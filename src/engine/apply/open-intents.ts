import { byAge, type Intent, type JournalEntry, type StepResult, settledBy } from "../state/journal.ts";
import type { OpenIntent } from "../state/stack-state.ts";

/** An intent whose call has begun an operation. */
export interface BegunIntent {
  readonly intent: Intent;
  readonly operationName: string;
}

/**
 * The calls of a run, and of earlier ones, whose end was not noted yet. What is asked about an object goes by what
 * was open when the advance began: the run's own calls are the step's that makes them.
 */
export class OpenIntents {
  readonly #run: string;
  readonly #open: Map<string, OpenIntent>;
  readonly #before: readonly OpenIntent[];
  readonly #beforeByUid: ReadonlyMap<string, readonly OpenIntent[]>;

  /** `before`: those that were open when the advance began. */
  constructor(run: string, before: readonly OpenIntent[]) {
    this.#run = run;
    this.#open = new Map(before.map((open) => [nameOf(open.intent), open]));
    this.#before = before;
    this.#beforeByUid = Map.groupBy(before, ({ intent }) => intent.uid);
  }

  /** Calls that were sent, or were about to be. */
  get inFlight(): readonly OpenIntent[] {
    return [...this.#open.values()].filter(({ intent }) => intent.isAnswered !== true);
  }

  /** An operation that an earlier run began on an object and did not see the end of. */
  earlierOperation(uid: string, key: string): BegunIntent | undefined {
    const begun = this.#about(uid, key).flatMap(({ intent, operationName }) =>
      intent.run !== this.#run && operationName !== null ? [{ intent, operationName }] : [],
    );
    return begun.sort((a, b) => byAge(b.intent, a.intent))[0];
  }

  /**
   * True when a call about the object was made, or was to be made, whose end is unknown; that of a failed creation is
   * known.
   */
  isReissued(uid: string, key: string): boolean {
    return this.#about(uid, key).some(({ intent }) => intent.failedWith === undefined);
  }

  /** The same of a call that an earlier run made, or was to make. */
  isLeftByEarlier(uid: string, key: string): boolean {
    return this.#about(uid, key).some(({ intent }) => intent.failedWith === undefined && intent.run !== this.#run);
  }

  /** The calls about the object whose end is unknown. */
  intents(uid: string, key: string): readonly Intent[] {
    return this.#about(uid, key).map(({ intent }) => intent);
  }

  /** Whether a call about the object is open now, besides intent `seq` of this run. */
  isOpenBeside(uid: string, key: string, seq: number): boolean {
    const own = nameOf({ run: this.#run, seq });
    return [...this.#open].some(([name, { intent }]) => name !== own && intent.uid === uid && intent.claimKey === key);
  }

  /** When the last of these was noted, in milliseconds since the epoch. */
  lastAt(uid: string, key: string): number {
    return Math.max(...this.#about(uid, key).map(({ intent }) => Date.parse(intent.at)));
  }

  /** Follows an entry of the journal. */
  note(entry: JournalEntry): void {
    if (entry.kind === "intent") this.#open.set(nameOf(entry), { intent: entry, operationName: null });
    if (entry.kind === "result" && entry.intentSeq !== null)
      this.#open.delete(nameOf({ run: entry.run, seq: entry.intentSeq }));
    if (entry.kind !== "handle") return;
    const name = nameOf({ run: entry.run, seq: entry.intentSeq });
    const open = this.#open.get(name);
    if (open !== undefined) this.#open.set(name, { ...open, operationName: entry.url });
  }

  /**
   * Closes what was left open about the same object, but for intent `seq` of this run: what became of it is known now.
   */
  settled(uid: string, key: string, seq: number | null): readonly StepResult[] {
    return this.#about(uid, key)
      .filter(({ intent }) => intent.run !== this.#run || intent.seq !== seq)
      .map(({ intent }) => this.#close(intent));
  }

  /** Closes the calls that this run has made for a step, and left open. */
  ownSettled(step: string): readonly StepResult[] {
    const before = new Set(this.#before.map(({ intent }) => nameOf(intent)));
    const own = [...this.#open].filter(([name, { intent }]) => intent.step === step && !before.has(name));
    return own.map(([, { intent }]) => this.#close(intent));
  }

  #about(uid: string, key: string): readonly OpenIntent[] {
    return (this.#beforeByUid.get(uid) ?? []).filter(({ intent }) => intent.claimKey === key);
  }

  #close({ run, step, seq }: Intent): StepResult {
    return { kind: "result", run, step, intentSeq: seq, outcome: "done", detail: settledBy(this.#run), effects: [] };
  }
}

function nameOf({ run, seq }: Pick<Intent, "run" | "seq">): string {
  return `${run}.${seq}`;
}
