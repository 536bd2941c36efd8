import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import type { Plan } from "../../../engine/plan/plan.ts";

export interface FoundPlan {
  readonly plan: Plan;
  readonly checked: CheckedDeclaration | null;
  readonly createdAt: string;
  /** What its stack was called when it was made, which its digest has: the stack may have another name since. */
  readonly madeFor: string;
  /** This process made it and has had it ever since, so that it is what its digest says. */
  readonly isOwn: boolean;
}

/** The plan that one Plumbline made last: running it at once needs no second reading of what was just written. */
export class NewestPlan {
  #newest: { readonly stack: string; readonly found: FoundPlan } | null = null;

  note(stack: string, found: FoundPlan): void {
    this.#newest = { stack, found };
  }

  /** Null where it is another one. */
  find(stack: string, digest: string): FoundPlan | null {
    const newest = this.#newest;
    return newest !== null && newest.stack === stack && newest.found.plan.digest === digest ? newest.found : null;
  }

  /** To be said when plans have been removed from the store. */
  forget(): void {
    this.#newest = null;
  }
}
