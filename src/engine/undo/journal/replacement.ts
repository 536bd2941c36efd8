import { invariant } from "../../../../packages/base/invariant.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { formerDependencies, formerOptions, type NamesThen } from "../former/former-options.ts";
import type { Transition } from "./transition.ts";
import type { HalfReplaced } from "./undo-scope.ts";

/**
 * Both objects of a half-done replacement, under the name that they had before; the former one as it was recorded
 * (decision 0068).
 */
export function halfReplaced(
  before: ResourceRecord,
  former: ResourceRecord,
  made: ResourceRecord,
  names: NamesThen,
): HalfReplaced {
  const { address } = before;
  const options = formerOptions(before, null, null, names);
  invariant(options.ok, "nothing was in the way of the former options");
  const dependsOn = formerDependencies(before, null, null, names);
  return { former: { ...former, address, options: options.value, dependsOn }, made: { ...made, address } };
}

/** Whether there is another object after a run than before it. */
export function isReplaced(before: ResourceRecord, after: ResourceRecord): boolean {
  return before.generation !== after.generation || before.identity.id !== after.identity.id;
}

/** Whether a call was to delete the object of a record. */
export function isEndOf({ identity, uid }: ResourceRecord, intent: Transition["intent"]): boolean {
  return intent?.operation === "delete" && intent.uid === uid && intent.identity.id === identity.id;
}

/** Shares of one physical object follow one another in place. */
export function isSamePlace(one: ResourceRecord, other: ResourceRecord): boolean {
  return one.provider.cloudId === other.provider.cloudId && one.identity.claim === other.identity.claim;
}
