import { type InParts, inOneTurn, mappedInParts } from "../../../../packages/base/turns.ts";
import type { RecordEffect } from "../journal.ts";
import type { StackState } from "../stack-state.ts";
import { type ResourceRecord, recordKey } from "./record.ts";

type Standing = Pick<StackState, "records" | "superseded" | "openIntents">;

/**
 * Effects of one batch that lets records go: a claim stays while another record that stays holds it, or an intent on it
 * is open. `keyOf`: the claim of a record.
 */
export function keepingClaims(
  effects: readonly RecordEffect[],
  state: Standing,
  keyOf: (record: ResourceRecord) => string,
): readonly RecordEffect[] {
  return inOneTurn(keepingClaimsInParts(effects, state, keyOf));
}

/** The same in parts. */
export function* keepingClaimsInParts(
  effects: readonly RecordEffect[],
  { records, superseded, openIntents }: Standing,
  keyOf: (record: ResourceRecord) => string,
): InParts<readonly RecordEffect[]> {
  const going = new Set(effects.flatMap((effect) => (effect.kind === "remove" ? [recordKey(effect)] : [])));
  const kept = new Set(openIntents.map(({ intent }) => intent.claimKey));
  for (const record of [...records.values(), ...superseded]) {
    yield;
    if (!going.has(recordKey(record))) kept.add(keyOf(record));
  }
  return yield* mappedInParts(effects, (effect) =>
    effect.kind === "remove" && effect.claimKey !== null && kept.has(effect.claimKey)
      ? { ...effect, claimKey: null }
      : effect,
  );
}
