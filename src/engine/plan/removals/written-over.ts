import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { PhysicalIdentity, ResourceRecord } from "../../state/records/record.ts";
import type { Observed } from "../../state/snapshot.ts";
import type { Planning } from "../planning.ts";
import { onDestroyOf } from "../protection.ts";
import type { WritePlan } from "../push-write.ts";
import type { Present } from "../resource-case.ts";

type WrittenOver = Pick<WritePlan, "seen" | "prior" | "beforeUs" | "condition" | "displaces">;

/**
 * What a write meets where its object is to be from now on. What stands there before us is that object's own, whatever
 * stood where the resource was so far: a destroy puts it back.
 */
export function writtenOver(
  definition: ResourceDefinition,
  there: Observed,
  identity: PhysicalIdentity,
  generation: number,
): WrittenOver {
  if (there.kind === "unreadable") return {};
  const { displaces } = there;
  if (there.kind === "absent") return { condition: there.version, displaces };
  if (there.deleted || definition.existence === "created") return { displaces };
  return {
    seen: there,
    prior: { identity, generation, outputs: there.outputs, version: there.version },
    beforeUs: declarableInputs(definition, there.outputs),
    displaces,
  };
}

/** What a write removes that puts one share of a physical object in the place of another: all but the two. */
export function besideBoth({ version, displaces, isBelieved }: Present, other: Observed): readonly string[] {
  if (isBelieved === true && other.kind !== "unreadable") return other.displaces;
  if (other.kind !== "present" || other.version !== version) return displaces;
  return displaces.filter((each) => other.displaces.includes(each));
}

/**
 * What a replacement overwrites whose former object goes first and shares the physical one: by then that has another
 * version.
 */
export function inItsPlace(
  record: ResourceRecord,
  observed: Present,
  there: Observed,
  isSame: boolean,
  planning: Planning,
): Pick<WritePlan, "condition" | "displaces"> {
  // What is to be kept goes all the same where another share takes the whole.
  const keeps = onDestroyOf(record, planning) === "retain" && !isSame && there.kind !== "unreadable";
  return { condition: null, displaces: keeps ? there.displaces : besideBoth(observed, there) };
}
