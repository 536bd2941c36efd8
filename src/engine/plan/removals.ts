import type { InParts } from "../../base/turns.ts";
import type { Plan, Step } from "./plan.ts";
import { removalStep } from "./plan-removal.ts";
import { type Planning, sharerOf } from "./planning.ts";

/** Records that nothing declares any more, and what earlier runs left superseded. */
export function* removeUndeclared(
  declared: ReadonlySet<string>,
  kind: Plan["kind"],
  planning: Planning,
): InParts<void> {
  const { state } = planning;
  const read = new Set(
    kind === "destroy" ? [] : planning.checked?.nodes.flatMap((node) => (node.kind === "resource" ? [] : node.address)),
  );
  for (const record of state.records.values()) {
    const { address } = record;
    if (declared.has(address)) continue;
    planning.push(removalStep(record, { superseded: false, isReadNow: read.has(address), needs: [] }, planning));
    yield;
  }
  const last = lastShares(planning);
  for (const record of state.superseded) {
    // An object that a later share was given whole has nothing left of this one.
    const isWrittenOver = (last.get(sharerOf(record, planning)) ?? 0) > record.generation;
    const reason = { superseded: true, needs: [], ...(isWrittenOver ? { onDestroy: "retain" as const } : {}) };
    planning.push(removalStep(record, reason, planning));
    yield;
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

/**
 * What still leans on an object and waits for the next round keeps it until then, and with it what that one leans on in its
 * turn. Gives the removals that wait.
 */
export function postponeRemovals(planning: Planning): readonly Step[] {
  const { steps, checked, postponed } = planning;
  if (postponed.size === 0) return [];
  const edges = new Map(checked?.nodes.map((node) => [node.address, node.edges]));
  const leaners = new Map<string, string>();
  const lean = (leaner: string, on: readonly string[]) => {
    for (const address of [...on, ...planning.managedBelow(on)])
      if (!leaners.has(address)) leaners.set(address, leaner);
  };
  for (const address of postponed)
    lean(address, [...(edges.get(address) ?? []), ...(planning.state.records.get(address)?.dependsOn ?? [])]);
  const wanted = neededByWrites(steps);
  // What something postponed waits for does not wait in its turn.
  const removals = steps.filter(
    (step) => step.kind === "removal" && !wanted.has(step.id) && !planning.awaited.has(step.id),
  );
  const removalsAt = Map.groupBy(removals, ({ address }) => address);
  const waiting = new Set<Step>();
  // The map grows while it is gone through.
  for (const address of leaners.keys()) {
    for (const step of removalsAt.get(address) ?? []) {
      waiting.add(step);
      if (step.kind === "removal") lean(address, planning.recorded.of(step)?.dependsOn ?? []);
    }
  }
  for (const { address } of waiting)
    planning.postpone(address, `its old object is needed until ${leaners.get(address)} is planned`, ["delete"]);
  planning.leaveOut(waiting);
  return [...waiting];
}

/** Ids of the steps that have to be done before some write. */
function neededByWrites(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.kind === "write" ? step.needs : [])));
}
