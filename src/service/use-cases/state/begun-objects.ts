import type { Catalog } from "../../../definitions/schema/definition.ts";
import { byAge, type Intent } from "../../../engine/state/journal.ts";
import { begunUnderPresentNames } from "../../../engine/state/moves.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { OpenIntent, StackState } from "../../../engine/state/stack-state.ts";
import { supersededStepId } from "../../../engine/state/step-id.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";

/**
 * The call of unknown end that may have made an object which no record has, by a name that plans show: its address, or
 * the id of the step that would delete it. Of several objects under one address, the one that was begun last.
 */
export function begunUnder(name: string, state: StackState, catalog: Catalog): Intent | undefined {
  const keyOf = (record: ResourceRecord) => `${record.uid} ${claimKeyOf(record, catalog)}`;
  const recorded = new Set([...state.records.values(), ...state.superseded].map(keyOf));
  return begunUnderPresentNames(state)
    .filter(({ uid, address, claimKey, record: { generation } }) => {
      if (recorded.has(`${uid} ${claimKey}`)) return false;
      return namesOf({ address, uid, generation }).includes(name);
    })
    .toSorted(byAge)
    .at(-1);
}

/** All open calls about the object of one of them. */
export function callsAbout(begun: Intent | undefined, { openIntents }: StackState): readonly OpenIntent[] {
  return openIntents.filter(({ intent }) => intent.uid === begun?.uid && intent.claimKey === begun.claimKey);
}

/** What an object may be called that is not the present one of its address: the address, or the id of its step. */
export function namesOf(object: Pick<ResourceRecord, "address" | "uid" | "generation">): readonly string[] {
  return [object.address, supersededStepId(object)];
}
