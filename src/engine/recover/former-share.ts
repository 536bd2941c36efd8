import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import type { Observation, ReadOutcome, Target } from "../ports/driver.ts";
import type { Intent } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { LookInput } from "./look.ts";
import { targetOf } from "./open-change.ts";

/** Reads that lag behind show several versions; so many pairs of reads are tried for one. */
const maxPairs = 3;

/**
 * Whether an update that was to put a share in the place of the recorded one has not taken effect although the share
 * is there: the recorded one stands beside it, in one version of the physical object. The new share is another hand's
 * then. `seen`: the new share. One read where that is in question, none elsewhere, and more where the reads show
 * several versions; where those never agree, a share that one of them has shown stands.
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
  const read = (target: Target) => driver.read(target, signal);
  const versions = new Set([seen.version]);
  let wasThere = false;
  for (let pair = 0; pair < maxPairs; pair += 1) {
    const former = shown(await read({ ...targetOf(intent), id, variables }));
    if (versions.has(former.version)) return former.isThere;
    wasThere ||= former.isThere;
    const present = shown(await read(targetOf(intent)));
    if (present.isThere) versions.add(present.version);
  }
  return wasThere;
}

/** Whether a read shows a share, and in which version of the physical object; null where it does not tell. */
interface Shown {
  readonly isThere: boolean;
  readonly version: string | null;
}

function shown(answer: ReadOutcome): Shown {
  if (answer.kind !== "done") return { isThere: false, version: answer.kind === "absent" ? answer.version : null };
  const { deleted, version } = answer.observation;
  return { isThere: !deleted, version };
}
