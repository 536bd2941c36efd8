import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, valueAt } from "../../../../packages/base/json/pointer.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { Intent } from "../journal.ts";
import { mayNotShow } from "../records/lagging-reads.ts";
import type { ResourceRecord } from "../records/record.ts";
import { mayShowBefore } from "../records/shows-before.ts";

type Making = Pick<Intent, "operation">;

/** Whether a call was to make an object, and not to change or end one. */
export function isMaking({ operation }: Making): boolean {
  return operation === "create" || operation === "undelete";
}

/**
 * Whether what a call was to write may have stood all the time, the look before it having lagged behind: it is, to the
 * letter, what was recorded of the same object before, or, where it was to be made, was made at the same time, as far
 * as the platform tells. `former`: that record.
 */
export function mayHaveStood(
  { operation }: Making,
  former: Pick<ResourceRecord, "observed" | "outputs"> | undefined,
  seen: JsonObject,
  definition: Pick<ResourceDefinition, "createdAt">,
): boolean {
  if (former === undefined) return false;
  const made = madeAt(seen, definition);
  const isOfOneTime = operation === "create" && made !== undefined && made === madeAt(former.outputs, definition);
  return isOfOneTime || former.observed.digest === contentDigest(seen);
}

/**
 * Whether a creation was sent beside or after others about its object, whose end is unknown: they may have made
 * what it meets.
 */
export function isSentAgain(creation: Intent, open: readonly Intent[]): boolean {
  if (creation.operation !== "create") return false;
  return creation.mayBeMade === true || open.some((each) => each !== creation && each.operation === "create");
}

/**
 * Whether a look at the moment `at` shows what stood there before a call, so soon after it that the read may lag
 * behind.
 */
export function maySeeBefore({ before, at: since }: Intent, seen: JsonObject, at: string): boolean {
  return before !== null && mayNotShow(since, at) && contentDigest(before.outputs) === contentDigest(seen);
}

/**
 * Whether a look at the moment `at` shows what stood there before a call, as the call's own look or the record tells
 * it, so soon after the call that the read may lag behind: the call's own look may have lagged behind, and this one may
 * show what was before the recorded write as well.
 */
export function mayShowRecorded(call: Intent, recorded: ResourceRecord | undefined, seen: JsonObject, at: string) {
  if (maySeeBefore(call, seen, at)) return true;
  if (recorded === undefined) return false;
  const isRecorded = recorded.observed.digest === contentDigest(seen) && mayNotShow(call.at, at);
  return isRecorded || mayShowBefore(recorded, seen, at);
}

/** Whether an object was made after a moment of our clock, as far as the platform tells when it was made. */
export function isMadeSince(
  { outputs }: { readonly outputs: JsonObject },
  definition: Pick<ResourceDefinition, "createdAt"> | undefined,
  moment: string,
): boolean {
  const made = madeAt(outputs, definition);
  // Not a number where the platform tells nonsense, and then nothing is proven.
  return made !== undefined && Date.parse(made) > Date.parse(moment);
}

/** When an object was made, in the platform's own words; undefined where it does not tell. */
export function madeAt(
  outputs: JsonObject,
  definition: Pick<ResourceDefinition, "createdAt"> | undefined,
): string | undefined {
  if (definition?.createdAt === undefined) return undefined;
  const made = valueAt(outputs, pointer("", ...definition.createdAt.split(".")));
  return typeof made === "string" ? made : undefined;
}
