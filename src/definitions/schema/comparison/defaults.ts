import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";
import { composeDefault } from "../identity/identity.ts";

/** Values for inputs that no default can give: chosen names and what a read on the platform found. */
export type FoundValues = { readonly [field: string]: Json };

/** The inputs that get a value when they are left out, each with what gives it. */
function defaultsOf(definition: ResourceDefinition) {
  return Object.entries(definition.inputs.properties).flatMap(([name, { default: source }]) =>
    source === undefined ? [] : [{ name, source }],
  );
}

/** Those among them that the platform is asked for. */
function platformDefaultsOf(definition: ResourceDefinition) {
  return defaultsOf(definition).flatMap(({ name, source }) =>
    source.from === "platform" ? [{ name, by: source.by }] : [],
  );
}

/** Those that get a name of our own choosing. */
function autoNamesOf(definition: ResourceDefinition) {
  return defaultsOf(definition).flatMap(({ name, source }) =>
    source.from === "auto-name" ? [{ field: name, suffixLength: source.suffixLength }] : [],
  );
}

/**
 * The inputs with every default that can be told: the provider's values, found values, and names composed of other
 * inputs. A field that is null counts as left out; one that stays without a value is left out of the result.
 */
export function withDefaults(
  definition: ResourceDefinition,
  inputs: JsonObject,
  providerConfig: JsonObject,
  found: FoundValues,
): JsonObject {
  const given = withoutNulls(inputs);
  const fields = defaultsOf(definition).filter(({ name }) => given[name] === undefined);
  if (fields.length === 0) return given;
  const result: Record<string, Json> = { ...given };
  for (const { name, source } of fields) {
    const value = source.from === "provider" ? providerConfig[source.field] : found[name];
    if (value !== undefined && value !== null) result[name] = value;
  }
  for (const { name, source } of fields) {
    if (source.from !== "composed" || result[name] !== undefined) continue;
    const text = composeDefault(definition, source.format, result, providerConfig);
    if (text !== undefined) result[name] = text;
  }
  return result;
}

function withoutNulls(inputs: JsonObject): JsonObject {
  for (const name in inputs) {
    if ((inputs[name] ?? null) !== null) continue;
    return Object.fromEntries(Object.entries(inputs).filter(([, value]) => (value ?? null) !== null));
  }
  return inputs;
}

/** Names of left-out fields that the platform must be asked for, whose questions can be put. */
export function platformQuestions(definition: ResourceDefinition, inputs: JsonObject): readonly string[] {
  return platformDefaultsOf(definition).flatMap(({ name, by }) =>
    (inputs[name] ?? null) === null && by.every((other) => (inputs[other] ?? null) !== null) ? [name] : [],
  );
}

/** Names of left-out fields that get a name of our own choosing, with the length of its random suffix. */
export function autoNames(
  definition: ResourceDefinition,
  inputs: JsonObject,
): readonly { readonly field: string; readonly suffixLength: number }[] {
  return autoNamesOf(definition).filter(({ field }) => (inputs[field] ?? null) === null);
}
