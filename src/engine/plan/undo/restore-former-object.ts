import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import type { PhysicalIdentity, ResourceRecord } from "../../state/records/record.ts";
import { type Case, complainOfHolder, complainOfOtherStack } from "../resource-case.ts";
import { putBackFormerObject } from "./undo-steps.ts";

/**
 * Whether an undo takes back, as it stands, the object that its run has let go of or could not delete; the one that was
 * made in its place goes. An object that another resource or stack manages by now is refused.
 */
export function restoresFormerObject(known: Case, record: ResourceRecord, target: PhysicalIdentity): boolean {
  const { definition, inverse, planning, provider } = known;
  const former = inverse?.letGo;
  if (former === undefined || !isSameObject(definition, target, former.identity)) return false;
  const there = planning.observed(provider.cloudId, definition, former.identity.id);
  if (there.kind !== "present" || there.deleted) return false;
  const { id, claim } = former.identity;
  const isHeld = recordedFormerObject(known) === undefined && complainOfHolder(known, id);
  if (isHeld || complainOfOtherStack(known, claim)) return true;
  putBackFormerObject(
    { former, made: record, ...(inverse?.keepsFormer === true ? { keepsMade: true } : {}) },
    planning,
  );
  return true;
}

/** The record of what an undo takes back or makes again, where it waits for its deletion still. */
export function recordedFormerObject({ inverse, planning }: Case): ResourceRecord | undefined {
  const { uid, generation } = inverse?.letGo ?? {};
  return planning.state.superseded.find((each) => each.uid === uid && each.generation === generation);
}
