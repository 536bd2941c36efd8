import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { differingVariables } from "../../definitions/schema/identity/same-object.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import type { FieldChange } from "./plan.ts";

/**
 * The changes with the identity among them, where it is another one and the inputs that differ do not account for that:
 * the provider names the object otherwise than before. It comes first: it is why the object moves.
 */
export function withIdentity(
  definition: ResourceDefinition,
  { identity: before }: ResourceRecord,
  target: PhysicalIdentity,
  changes: readonly FieldChange[],
): readonly FieldChange[] {
  const changed = new Set(changes.map(({ path }) => pointerSegments(path)[0]));
  const inputs = inputsOf(definition);
  const isUnexplained = differingVariables(definition, before, target).some(
    (name) => !(inputs[name] ?? []).some((input) => changed.has(input)),
  );
  if (!isUnexplained) return changes;
  return [{ path: "/id", old: before.id, new: target.id, reason: "identity", replace: false }, ...changes];
}

/** The top-level inputs that may give each variable of an identity. */
function inputsOf(definition: ResourceDefinition): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(definition.identity.variables).map(([name, sources]) => [
      name,
      sources.flatMap((source) => ("input" in source ? [source.input.split(".")[0] ?? source.input] : [])),
    ]),
  );
}
