import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { optionPath } from "../../definitions/schema/option-path.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import type { ResourceRecord } from "../state/record.ts";
import type { Observed } from "../state/snapshot.ts";

/** The node with the old value of every input that `ignoreChanges` names: the one seen, else the one written last. */
export function withIgnoredInputs(
  node: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord,
  look: () => Observed,
): ResourceNode {
  const { ignoreChanges } = node.options;
  if (ignoreChanges.length === 0) return node;
  const observed = look();
  const before =
    observed.kind === "present"
      ? declarableInputs(definition, echoIdentity(definition, observed.outputs, record.inputs))
      : record.inputs;
  let inputs: JsonObject = node.inputs;
  for (const path of ignoreChanges) {
    inputs = substituted(inputs, before, optionPath(path));
  }
  return { ...node, inputs };
}

function substituted(inputs: JsonObject, before: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined) return inputs;
  const { [name]: declared, ...others } = inputs;
  const old = before[name];
  const isDeeper = rest.length > 0 && declared !== undefined && isJsonObject(declared) && !isMarker(declared);
  const value: Json | undefined = isDeeper ? substituted(declared, isJsonObject(old) ? old : {}, rest) : old;
  return value === undefined ? others : { ...others, [name]: value };
}
