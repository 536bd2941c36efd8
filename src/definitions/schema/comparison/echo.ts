import { type Json, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";

/**
 * Inputs that the identity determines as a whole, so that an object found under it has them, however it spells them.
 */
function identityFields(definition: ResourceDefinition): readonly string[] {
  const sources = Object.values(definition.identity.variables).flat();
  const names = new Set(
    sources.flatMap((source) =>
      "input" in source && !source.input.includes(".") && !("take" in source && source.take === "last-segment")
        ? [source.input]
        : [],
    ),
  );
  // What the platform renames is shown as it is called now.
  for (const name of definition.identity.renamed ?? []) names.delete(name);
  return [...names];
}

/**
 * Outputs of an object that was read by an identity, with the inputs behind that identity spelled as they were
 * declared: identifiers are never rewritten (a bare name stays bare, a scope keeps its form).
 */
export function echoIdentity(definition: ResourceDefinition, outputs: JsonObject, inputs: JsonObject): JsonObject {
  let spelled: Record<string, Json> | undefined;
  for (const name of identityFields(definition)) {
    const value = ownMember(inputs, name);
    if (typeof value !== "string" || outputs[name] === value) continue;
    spelled ??= { ...outputs };
    spelled[name] = value;
  }
  return spelled ?? outputs;
}
