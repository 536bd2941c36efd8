import type { RecordEffect } from "./journal.ts";
import { type ResourceRecord, recordKey } from "./record.ts";
import type { StackState } from "./stack-state.ts";

/**
 * Effects of one batch that lets records go: a claim stays while another record that stays holds it, or an intent on it is
 * open. `keyOf`: the claim of a record.
 */
export function keepingClaims(
  effects: readonly RecordEffect[],
  { records, superseded, openIntents }: Pick<StackState, "records" | "superseded" | "openIntents">,
  keyOf: (record: ResourceRecord) => string,
): readonly RecordEffect[] {
  const going = new Set(effects.flatMap((effect) => (effect.kind === "remove" ? [recordKey(effect)] : [])));
  const staying = [...records.values(), ...superseded].filter((record) => !going.has(recordKey(record)));
  const kept = new Set([...staying.map(keyOf), ...openIntents.map(({ intent }) => intent.claimKey)]);
  return effects.map((effect) =>
    effect.kind === "remove" && effect.claimKey !== null && kept.has(effect.claimKey)
      ? { ...effect, claimKey: null }
      : effect,
  );
}
