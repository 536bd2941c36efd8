/**
 * What runs must come to again and again, or they prove nothing about it. A request counts where it had something to do
 * and was done.
 */
export type Encounter =
  /** An update of ours has met an object that is not there. */
  | "update of nothing"
  /** A write has arrived after its process died; the second one: and after another process had sent something. */
  | "outlived call"
  | "outlived call, seen past"
  | "resume"
  | "cancel-run"
  | "approve"
  | "advance"
  | "import-state"
  | "import-all"
  /** A connection to PostgreSQL was cut. */
  | Cut;

/** Before a statement or a commit was sent, or after it was carried out. */
export const cuts = ["statement fails", "statement unheard", "commit fails", "commit unheard"] as const;
export type Cut = (typeof cuts)[number];

/** How often each was come to; what is left out never was. */
export type Encounters = ReadonlyMap<Encounter, number>;

/** Counts what runs come to. */
export class EncounterCount {
  readonly #counts = new Map<Encounter, number>();

  get all(): Encounters {
    return this.#counts;
  }

  readonly meet = (encounter: Encounter, times = 1): void => {
    this.#counts.set(encounter, (this.#counts.get(encounter) ?? 0) + times);
  };

  add(others: Encounters): void {
    for (const [encounter, times] of others) this.meet(encounter, times);
  }
}
