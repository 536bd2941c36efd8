import type { JsonObject } from "../../base/json.ts";
import type { ResourceDefinition } from "./definition.ts";
import { isMarker } from "./value.ts";

/** Inputs that the identity determines as a whole, so that an object found under it has them, however it spells them. */
function identityFields(definition: ResourceDefinition): ReadonlySet<string> {
  const sources = Object.values(definition.identity.variables).flat();
  return new Set(
    sources.flatMap((source) =>
      "input" in source && !source.input.includes(".") && !("take" in source && source.take === "last-segment")
        ? [source.input]
        : [],
    ),
  );
}

/**
 * Outputs of an object that was read by an identity, with the inputs behind that identity spelled as they were declared:
 * identifiers are never rewritten (a bare name stays bare, a scope keeps its form).
 */
export function echoIdentity(definition: ResourceDefinition, outputs: JsonObject, inputs: JsonObject): JsonObject {
  const fields = identityFields(definition);
  const spelled = Object.entries(inputs).filter(
    ([name, value]) => fields.has(name) && value !== null && !isMarker(value) && typeof value === "string",
  );
  return { ...outputs, ...Object.fromEntries(spelled) };
}
