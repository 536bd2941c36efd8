import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { optionPath, type PathSegment, withOldAt } from "../../../definitions/schema/option-path.ts";
import { isMarker } from "../../../definitions/schema/value.ts";
import type { ResourceNode } from "../../check/checked-declaration.ts";
import type { Planning } from "../planning.ts";

/**
 * The node with the old value of every part that `ignoreChanges` names. A part of what an expression gives is looked
 * for in the value of that; while it has none, the part can't be told from the rest, which is a problem.
 */
export function withIgnoredInputs(
  node: ResourceNode,
  definition: ResourceDefinition,
  before: JsonObject,
  planning: Planning,
): ResourceNode {
  let inputs: JsonObject = node.inputs;
  for (const path of node.options.ignoreChanges) {
    const segments = optionPath(path);
    const known = withValueAt(inputs, segments, planning);
    if (known === null) {
      const detail =
        `\`ignoreChanges\` names \`${path}\`, and what holds it is an expression without a value yet; ` +
        `name \`${segments[0]}\` whole`;
      const pointer = `/resources/${node.address}/options/ignoreChanges`;
      planning.complain("invalid-option", detail, { address: node.address, pointer });
    } else inputs = withOldAt(definition.inputs, known, before, segments);
  }
  return { ...node, inputs };
}

/** The inputs with the value of an expression that holds the part at a path; null while there is none. */
function withValueAt(inputs: JsonObject, segments: readonly PathSegment[], planning: Planning): JsonObject | null {
  const [name = ""] = segments;
  if (segments.length === 1 || !isHeldByMarker(inputs, segments)) return inputs;
  const { value } = planning.language.resolve(inputs[name] ?? null, planning.bindings);
  const known = { ...inputs, [name]: value };
  return isHeldByMarker(known, segments) ? null : known;
}

/** Whether an expression stands on the way to a part. */
function isHeldByMarker(value: Json, segments: readonly PathSegment[]): boolean {
  let part: Json | undefined = value;
  for (const segment of segments) {
    if (part === undefined || part === null || typeof part !== "object") return false;
    if (isMarker(part)) return true;
    if (!Object.hasOwn(part, segment)) return false;
    part = isJsonObject(part) ? part[segment] : part[Number(segment)];
  }
  return false;
}
