import { problem } from "../../../../packages/base/problems/problem.ts";
import type { RecordEffect } from "../../../engine/state/journal.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";

/**
 * Refuses a refresh that would drop every record of a provider, unless that is asked for by its name: a credential of
 * another tenant or project sees nothing either. Nothing is adopted then.
 */
export function refuseDroppingAll(
  { records, superseded }: Pick<StackState, "records" | "superseded">,
  effects: readonly RecordEffect[],
  dropAllOf: readonly string[],
): void {
  const dropped = new Set(effects.flatMap((effect) => (effect.kind === "remove" ? [recordKey(effect)] : [])));
  if (dropped.size === 0) return;
  const all = [...records.values(), ...superseded];
  const emptied = [...Map.groupBy(all, ({ provider }) => provider.ref)].filter(
    ([ref, held]) => !dropAllOf.includes(ref) && held.every((record) => dropped.has(recordKey(record))),
  );
  if (emptied.length === 0) return;
  throw new Rejection("conflict", emptied.map(dropsAll));
}

function dropsAll([ref, held]: readonly [string, readonly ResourceRecord[]]) {
  const what = held.length === 1 ? "the only object" : `all ${held.length} objects`;
  const detail =
    `${what} of provider \`${ref}\` that the refresh looks at would be taken for gone, and nothing was recorded; ` +
    "check that its credential reaches the right place, and if they are gone: " +
    `\`plumb refresh --drop-all-of ${ref}\``;
  return problem("drops-all", detail);
}
