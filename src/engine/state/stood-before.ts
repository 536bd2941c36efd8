import type { JsonObject } from "../../base/json.ts";
import { contentDigest } from "../../definitions/schema/whole-value.ts";
import type { Intent } from "./journal.ts";
import type { ResourceRecord } from "./record.ts";

type Making = Pick<Intent, "operation">;

/** Whether a call was to make an object, and not to change or end one. */
export function isMaking({ operation }: Making): boolean {
  return operation === "create" || operation === "undelete";
}

/**
 * Whether what a call was to make may have stood all the time, the look before it having lagged behind: it is, to the letter, what
 * was recorded of the same object before. `former`: that record.
 */
export function mayHaveStood(
  call: Making,
  former: Pick<ResourceRecord, "observed"> | undefined,
  seen: JsonObject,
): boolean {
  return isMaking(call) && former?.observed.digest === contentDigest(seen);
}
