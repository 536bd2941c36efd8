import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import type { Observation } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { LookInput } from "./look.ts";
import { targetOf } from "./open-change.ts";

/**
 * Whether an update that was to put a share in the place of the recorded one has not taken effect although the share
 * is there: the recorded one stands beside it, in the very version of the physical object that was `seen`. The new
 * share is another hand's then. One read where that is in question, none elsewhere.
 */
export async function formerShareStands(
  intent: Intent,
  recorded: ResourceRecord | undefined,
  seen: Observation | null,
  definition: ResourceDefinition,
  { driverOf, signal }: Pick<LookInput, "driverOf" | "signal">,
): Promise<boolean> {
  if (definition.existence !== "part" || intent.operation !== "update" || recorded === undefined) return false;
  const isMove = !isSameObject(definition, recorded.identity, intent.identity);
  if (!isMove || seen === null || seen.displaces.length === 0) return false;
  const { id, variables } = recorded.identity;
  const former = await driverOf(intent.provider).read({ ...targetOf(intent), id, variables }, signal);
  return former.kind === "done" && !former.observation.deleted && former.observation.version === seen.version;
}
