import type { RemovalStep, Step } from "../plan.ts";
import type { Planning } from "../planning.ts";

/**
 * Where one deletion of this plan takes other objects along (`deletedWith`), those come after it, and a call is made
 * only for what stands still (decision 0070).
 */
export function bindCascadeDeletes(planning: Planning): void {
  const { steps, state } = planning;
  const removals = new Map(
    steps.flatMap((step) => (step.kind === "removal" && !step.superseded ? [[step.address, step] as const] : [])),
  );
  const holderOf = ({ address }: RemovalStep) => {
    const name = state.records.get(address)?.options.deletedWith;
    return name === undefined ? undefined : removals.get(name);
  };
  const goesAlong = (step: RemovalStep): boolean => {
    const chain = new Set([step]);
    for (let holder = holderOf(step); holder !== undefined; holder = holderOf(holder)) {
      // Records of different times may name one another in a circle: then none takes another along.
      if (chain.has(holder)) return false;
      chain.add(holder);
    }
    return [...chain].slice(1).reduceRight((goes, { how }) => how === "delete" || (goes && how === "restore"), false);
  };
  steps.forEach((step, index) => {
    if (step.kind !== "removal" || step.superseded) return;
    const holder = holderOf(step);
    if (holder === undefined || !goesAlong(step)) return;
    if (step.how !== "forget") steps[index] = { ...step, goneWith: holder.address };
  });
}

/** The deletions that go along with the one at an address, by that address. */
export function companionsByHolder(steps: readonly Step[]): ReadonlyMap<string, readonly RemovalStep[]> {
  const removals = steps.filter((step) => step.kind === "removal");
  const companions = new Map<string, RemovalStep[]>();
  for (const step of removals) {
    if (step.goneWith === undefined) continue;
    const known = companions.get(step.goneWith);
    if (known === undefined) companions.set(step.goneWith, [step]);
    else known.push(step);
  }
  return companions;
}

/** Ids of all steps whose objects the deletion at an address takes along, directly or not. */
export function cascadedSteps(
  companions: ReadonlyMap<string, readonly RemovalStep[]>,
  address: string,
): ReadonlySet<string> {
  const taken = new Set<string>();
  const holders = [address];
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    for (const step of companions.get(holder) ?? []) {
      if (taken.has(step.id)) continue;
      taken.add(step.id);
      holders.push(step.address);
    }
  }
  return taken;
}
