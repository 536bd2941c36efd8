import { derived } from "../../base/derived.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import type { ResourceDefinition, VariableSource } from "./definition.ts";
import { isExpression, isMarker, isSecret, isUnknown } from "./value.ts";

/** What the sources of an identity variable say. */
export type Sourced =
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "none" };

export const none: Sourced = { kind: "none" };

/** A source that reads the inputs. */
export type InputSource = Exclude<VariableSource, { readonly provider: string }>;

/** The variables of a definition's identity, with values taken from the first source that has one. */
export function resolveVariables(
  definition: ResourceDefinition,
  inputs: JsonObject,
  providerConfig: JsonObject,
): Readonly<Record<string, Sourced>> {
  const sourced: Record<string, Sourced> = {};
  const variables = variablesOf(definition);
  for (let index = 0; index < variables.length; index += 1) {
    const { name, sources } = variables[index] as (typeof variables)[number];
    sourced[name] = firstSource(sources, inputs, providerConfig);
  }
  return sourced;
}

const variablesOf = derived((definition: ResourceDefinition) =>
  Object.entries(definition.identity.variables).map(([name, sources]) => ({ name, sources })),
);

/** The values among resolved variables. */
export function valuesOf(sourced: Readonly<Record<string, Sourced>>): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name in sourced) {
    const state = sourced[name];
    if (state?.kind === "value") values[name] = state.value;
  }
  return values;
}

function firstSource(sources: readonly VariableSource[], inputs: JsonObject, providerConfig: JsonObject): Sourced {
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] as VariableSource;
    const state = "provider" in source ? fromProvider(source.provider, providerConfig) : fromInput(source, inputs);
    if (state.kind !== "none") return state;
  }
  return none;
}

function fromProvider(field: string, providerConfig: JsonObject): Sourced {
  return textOf(own(providerConfig, field), field, "the provider's ");
}

/** Inputs (dotted paths) that name the object and hold a secret, which a name can't be. */
export function secretNames(definition: ResourceDefinition, inputs: JsonObject): readonly string[] {
  return namingInputs(definition).filter((name) => isSecret(inputAt(inputs, name)));
}

const namingInputs = derived((definition: ResourceDefinition): readonly string[] => {
  const sources = Object.values(definition.identity.variables).flat();
  return [...new Set(sources.flatMap((source) => ("input" in source ? [source.input] : [])))];
});

/** What one source says about the inputs. */
export function fromInput(source: InputSource, inputs: JsonObject): Sourced {
  const state = textOf(inputAt(inputs, source.input), source.input);
  if (state.kind !== "value") return state;
  let value: string | undefined = state.value;
  if ("template" in source) value = matchTemplate(source.template, value)?.[source.variable];
  else if ("take" in source) {
    value =
      source.take === "last-segment"
        ? value.split("/").findLast((segment) => segment !== "")
        : value.replace(/^\/+/, "");
  }
  return value === undefined || value === "" ? none : { kind: "value", value };
}

function textOf(value: Json | undefined, name: string, owner = ""): Sourced {
  if (typeof value === "string") return value === "" ? none : { kind: "value", value };
  if (isUnknown(value)) return { kind: "unknown", why: value.$unknown };
  if (!isMarker(value)) return none;
  return {
    kind: "unknown",
    why: `${owner}\`${name}\` ${isExpression(value) ? "is not evaluated yet" : "is a secret"}`,
  };
}

/** The input at a dotted path; a marker on the way stands for all that is below it. */
function inputAt(inputs: JsonObject, path: string): Json | undefined {
  if (!path.includes(".")) return own(inputs, path);
  let current: Json | undefined = inputs;
  for (const name of path.split(".")) {
    if (isMarker(current)) return current;
    current = isJsonObject(current) ? own(current, name) : undefined;
  }
  return current;
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
