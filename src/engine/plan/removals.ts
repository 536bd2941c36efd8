import { supersededStepId } from "../state/step-id.ts";
import { companionsByHolder, takenAlong } from "./gone-with.ts";
import type { Plan, Step } from "./plan.ts";
import { removalStep } from "./plan-removal.ts";
import type { Claiming, Planning } from "./planning.ts";

/** Records that nothing declares any more, and what earlier runs left superseded. */
export function removeUndeclared(declared: ReadonlySet<string>, kind: Plan["kind"], planning: Planning): void {
  const { state } = planning;
  const read = new Set(
    kind === "destroy" ? [] : planning.checked?.nodes.flatMap((node) => (node.kind === "resource" ? [] : node.address)),
  );
  for (const record of state.records.values()) {
    const { address } = record;
    if (declared.has(address)) continue;
    planning.push(removalStep(record, { superseded: false, isReadNow: read.has(address), needs: [] }, planning));
  }
  const last = lastShares(planning);
  for (const record of state.superseded) {
    // An object that a later share was given whole has nothing left of this one.
    const isWrittenOver = (last.get(sharerOf(record, planning)) ?? 0) > record.generation;
    const reason = { superseded: true, needs: [], ...(isWrittenOver ? { onDestroy: "retain" as const } : {}) };
    planning.push(removalStep(record, reason, planning));
  }
}

/** The last generation of each share of an object that is recorded, where it is shared among the generations of one uid. */
function lastShares(planning: Planning): ReadonlyMap<string, number> {
  const { records, superseded } = planning.state;
  const last = new Map<string, number>();
  if (superseded.length === 0) return last;
  for (const record of [...records.values(), ...superseded]) {
    if (planning.definition(record.type).existence !== "part") continue;
    const key = sharerOf(record, planning);
    last.set(key, Math.max(last.get(key) ?? 0, record.generation));
  }
  return last;
}

/** Equal for what stands for one physical object under one uid. */
function sharerOf(standing: Claiming & { readonly uid: string }, planning: Planning): string {
  return `${standing.uid} ${planning.claimKeyOf(standing)}`;
}

/** What still leans on an object and waits for the next round keeps it until then. Gives the removals that wait. */
export function postponeRemovals(planning: Planning): readonly Step[] {
  const { steps, checked, postponed } = planning;
  if (postponed.size === 0) return [];
  const edges = new Map(checked?.nodes.map((node) => [node.address, node.edges]));
  const leaners = new Map<string, string>();
  for (const address of postponed) {
    const leansOn = [...(edges.get(address) ?? []), ...(planning.state.records.get(address)?.dependsOn ?? [])];
    for (const on of leansOn) leaners.set(on, address);
  }
  const wanted = neededByWrites(steps);
  // What something postponed waits for does not wait in its turn.
  const isAwaited = (step: Step) =>
    step.kind === "removal" && leaners.has(step.address) && !wanted.has(step.id) && !planning.awaited.has(step.id);
  const awaited = new Set(steps.filter(isAwaited));
  const kept = steps.filter((step) => !awaited.has(step));
  for (const { address } of awaited)
    planning.postpone(address, `its old object is needed until ${leaners.get(address)} is planned`, ["delete"]);
  planning.steps.splice(0, steps.length, ...kept);
  return [...awaited];
}

/** Ids of the steps that have to be done before some write. */
function neededByWrites(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.kind === "write" ? step.needs : [])));
}

/** An object goes only after all that leaned on it have gone or have turned to something else. */
export function withRemovalOrder(planning: Planning): readonly Step[] {
  const { steps, checked } = planning;
  if (!steps.some((step) => step.kind === "removal")) return steps;
  const ids = new Set(steps.map((step) => step.id));
  const leaning = new Map<string, Set<string>>();
  const lean = (on: string, stepId: string) => {
    const known = leaning.get(on) ?? new Set();
    known.add(stepId);
    leaning.set(on, known);
  };
  const { records, superseded } = planning.state;
  const unmade = planning.snapshot.unsettled.map(({ intent }) => ({
    address: intent.address,
    dependsOn: intent.record?.dependsOn ?? [],
  }));
  for (const { address, dependsOn } of [...records.values(), ...superseded, ...unmade])
    for (const on of dependsOn) if (ids.has(address)) lean(on, address);
  // What a record leaned on is leaned on until its own old object is gone.
  for (const record of [...records.values(), ...superseded])
    for (const on of record.dependsOn) if (ids.has(supersededStepId(record))) lean(on, supersededStepId(record));
  for (const node of checked?.nodes ?? [])
    for (const on of node.edges) if (ids.has(node.address)) lean(on, node.address);
  const wanted = neededByWrites(steps);
  const companions = companionsByHolder(steps);
  const elders = eldersOf(planning);
  const holders = new Map(
    steps.flatMap((step) => (step.kind === "removal" && !step.superseded ? [[step.address, step.id] as const] : [])),
  );
  return steps.map((step) => {
    if (step.kind !== "removal") return step;
    if (step.goneWith !== undefined) {
      const holder = holders.get(step.goneWith) ?? step.goneWith;
      return { ...step, needs: [...new Set([...step.needs, holder])] };
    }
    // What leans on an object that this one takes along has to be gone before as well.
    const along = takenAlong(companions, step.address);
    const leaners = [step.address, ...along].flatMap((address) => [...(leaning.get(address) ?? [])]);
    const more = wanted.has(step.id) ? [] : leaners.filter((id) => id !== step.id && !along.has(id));
    const elder = elders.get(step.id);
    return { ...step, needs: [...new Set([...step.needs, ...more, ...(elder === undefined ? [] : [elder])])] };
  });
}

/** Of removals that share a physical object, the one before each, by step: one hand at a time, the last lets go of the claim. */
function eldersOf(planning: Planning): ReadonlyMap<string, string> {
  const removals = planning.steps.filter((step) => step.kind === "removal");
  const elders = new Map<string, string>();
  for (const sharers of Map.groupBy(removals, (step) => sharerOf(step, planning)).values()) {
    sharers.sort((a, b) => a.generation - b.generation);
    for (const [index, { id }] of sharers.entries()) {
      const elder = sharers[index - 1];
      if (elder !== undefined) elders.set(id, elder.id);
    }
  }
  return elders;
}
