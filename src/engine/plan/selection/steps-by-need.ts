import type { Step } from "../plan.ts";

/** Whether a step takes an object away for good. */
export function deletesObject(step: Step): boolean {
  if (step.kind === "write") return step.removes !== undefined;
  return step.kind === "removal" && step.how === "delete";
}

/** The grants of others that a write of what they share takes away: a deletion like any other (decision 0149). */
export function grantsRemoved(step: Step): readonly string[] {
  return step.kind === "write" ? (step.displaces ?? []) : [];
}

/** Steps by where they are, and by what has to be done before them. */
export class StepsByNeed {
  readonly #steps: readonly Step[];
  readonly #byId: ReadonlyMap<string, Step>;
  readonly #byAddress: ReadonlyMap<string, readonly Step[]>;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#byId = new Map(steps.map((step) => [step.id, step]));
    this.#byAddress = Map.groupBy(steps, ({ address }) => address);
  }

  at(address: string): readonly Step[] {
    return this.#byAddress.get(address) ?? [];
  }

  /** The steps that must be done before those at an address, directly or not, as far as each may be done. */
  before(address: string, mayBeDone: (step: Step) => boolean): readonly Step[] {
    const found = new Set(this.at(address).filter((step) => step.kind !== "removal" || !step.superseded));
    // The set grows while it is gone through.
    for (const { needs } of found)
      for (const need of needs) {
        const step = this.#byId.get(need);
        if (step !== undefined && mayBeDone(step)) found.add(step);
      }
    return [...found];
  }

  /**
   * Steps that are not done, by id, with the reason: those of which there is one, what needs them, and the two halves
   * of a replacement or a move together where the object is made by it.
   */
  withheld(whyNot: (step: Step) => string | undefined): ReadonlyMap<string, string> {
    const withheld = new Map<string, string>();
    for (const step of this.#steps) {
      const why = whyNot(step);
      if (why !== undefined) withheld.set(step.id, why);
    }
    const following = this.#following();
    // The map grows while it is gone through.
    for (const id of withheld.keys()) {
      const address = this.#byId.get(id)?.address ?? id;
      const why = withheld.get(id) ?? "";
      for (const step of following(id))
        if (!withheld.has(step.id))
          withheld.set(step.id, step.address === address ? why : `it waits for \`${address}\`: ${why}`);
    }
    return withheld;
  }

  /** What can't be done without a step: what needs it, and the removal of what a write would have replaced or moved. */
  #following(): (id: string) => readonly Step[] {
    const needing = new Map<string, Step[]>();
    const follow = (id: string, step: Step) => {
      const known = needing.get(id);
      if (known === undefined) needing.set(id, [step]);
      else known.push(step);
    };
    for (const step of this.#steps) {
      for (const need of step.needs) follow(need, step);
      if (step.kind !== "removal" || step.by === undefined) continue;
      for (const write of this.at(step.address)) if (write.kind === "write") follow(write.id, step);
    }
    return (id) => needing.get(id) ?? [];
  }
}
