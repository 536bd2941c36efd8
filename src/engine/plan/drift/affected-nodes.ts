import type { CheckedNode } from "../../check/checked-declaration.ts";
import type { Step } from "../plan.ts";

/** Which nodes are to be looked at anew once steps of this plan are done: those with a step, and what leans on them. */
export class AffectedNodes {
  readonly #steps = new Map<string, readonly string[]>();

  /** Notes what has been decided about a node; to be told of each after all that it needs. */
  note({ address, edges }: Pick<CheckedNode, "address" | "edges">, step: Step | undefined): void {
    if (step !== undefined && changes(step)) this.#steps.set(address, [step.id]);
    else if (this.#steps.size > 0) {
      const below = this.by(edges);
      if (below.length > 0) this.#steps.set(address, below);
    }
  }

  /** Ids of the steps after which what stands at the addresses may be other than before. */
  by(addresses: readonly string[]): readonly string[] {
    if (this.#steps.size === 0) return [];
    return [...new Set(addresses.flatMap((address) => this.#steps.get(address) ?? []))];
  }
}

/** Whether there may be something new to see after a step. */
export function changes(step: Step): boolean {
  switch (step.kind) {
    case "write":
      // What is taken over as it stands is not written.
      return step.write.length > 0 || (step.action !== "import" && step.action !== "adopt");
    case "read":
      return step.result === null;
    case "removal":
      return true;
    case "move":
    case "record":
      return false;
  }
}
