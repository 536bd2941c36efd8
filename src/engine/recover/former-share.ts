import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import type { Observation, Target } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { LookInput } from "./look.ts";
import { targetOf } from "./open-change.ts";

/** Reads that lag behind show two versions; so many pairs of reads are tried for one. */
const maxPairs = 3;

/**
 * Whether an update that was to put a share in the place of the recorded one has not taken effect although the share
 * is there: the recorded one stands beside it, in one version of the physical object. The new share is another hand's
 * then. `seen`: the new share. One read where that is in question, none elsewhere, and a pair more where the reads show
 * two versions.
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
  const driver = driverOf(intent.provider);
  const { id, variables } = recorded.identity;
  const read = async (target: Target): Promise<Observation | null> => {
    const answer = await driver.read(target, signal);
    return answer.kind === "done" && !answer.observation.deleted ? answer.observation : null;
  };
  let present: Observation | null = seen;
  for (let pair = 0; pair < maxPairs && present !== null; pair += 1) {
    const former = await read({ ...targetOf(intent), id, variables });
    if (former === null || former.version === present.version) return former !== null;
    present = await read(targetOf(intent));
  }
  return false;
}
