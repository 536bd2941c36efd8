import type { InParts } from "../../../../packages/base/turns.ts";
import { byAddress, recordKey } from "../../state/records/record.ts";
import type { Plan } from "../plan.ts";
import { type Planning, sharerOf } from "../planning.ts";
import { removalStep } from "./plan-removal.ts";

/**
 * Records that nothing declares any more, and what earlier runs left superseded; by name, as a plan tells what it
 * refuses.
 */
export function* removeUndeclared(
  declared: ReadonlySet<string>,
  kind: Plan["kind"],
  planning: Planning,
): InParts<void> {
  const { state } = planning;
  const read = new Set(
    kind === "destroy" ? [] : planning.checked?.nodes.flatMap((node) => (node.kind === "resource" ? [] : node.address)),
  );
  for (const record of byAddress(state.records.values())) {
    const { address } = record;
    if (declared.has(address)) continue;
    planning.push(removalStep(record, { superseded: false, isReadNow: read.has(address), needs: [] }, planning));
    yield;
  }
  const last = lastShares(planning);
  for (const record of byAddress(state.superseded)) {
    if (planning.takenBack.has(recordKey(record))) continue;
    // An object that a later share was given whole has nothing left of this one.
    const isWrittenOver = (last.get(sharerOf(record, planning)) ?? 0) > record.generation;
    const reason = { superseded: true, needs: [], ...(isWrittenOver ? { onDestroy: "retain" as const } : {}) };
    planning.push(removalStep(record, reason, planning));
    yield;
  }
}

/**
 * The last generation of each share of an object that is recorded, where it is shared among the generations of one uid.
 */
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
