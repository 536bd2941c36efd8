import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { matchTemplate } from "../../../../packages/base/path-template.ts";
import type { ResourceDefinition, VariableSource } from "../definition.ts";
import { isExpression, isMarker, isSecret, isUnknown, type UnknownMarker, unknown } from "../value.ts";

/** What sources say of an identity variable: its value, why it is not known yet, or nothing. */
export type Sourced = string | UnknownMarker | undefined;

/** A source that reads the inputs. */
export type InputSource = Exclude<VariableSource, { readonly provider: string }>;

/** What is known of the variables of an identity; those that no source has a value for are in neither. */
export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  /** Why a variable is not known yet. */
  readonly open: Readonly<Record<string, string>>;
}

/** The variables of a definition's identity, with values taken from the first source that has one. */
export function resolveVariables(
  definition: ResourceDefinition,
  inputs: JsonObject,
  providerConfig: JsonObject,
): Variables {
  const values: Record<string, string> = {};
  const open: Record<string, string> = {};
  const variables = variablesOf(definition);
  for (let index = 0; index < variables.length; index += 1) {
    const { name, sources } = variables[index] as (typeof variables)[number];
    const said = firstSource(sources, inputs, providerConfig);
    if (typeof said === "string") values[name] = said;
    else if (said !== undefined) open[name] = said.$unknown;
  }
  return { values, open };
}

function variablesOf(definition: ResourceDefinition) {
  return Object.entries(definition.identity.variables).map(([name, sources]) => ({ name, sources }));
}

function firstSource(sources: readonly VariableSource[], inputs: JsonObject, providerConfig: JsonObject): Sourced {
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] as VariableSource;
    const said = "provider" in source ? fromProvider(source.provider, providerConfig) : fromInput(source, inputs);
    if (said !== undefined) return said;
  }
  return undefined;
}

function fromProvider(field: string, providerConfig: JsonObject): Sourced {
  return textOf(ownMember(providerConfig, field), field, "the provider's ");
}

/** Inputs (dotted paths) that name the object and hold a secret, which a name can't be. */
export function secretNames(definition: ResourceDefinition, inputs: JsonObject): readonly string[] {
  return namingInputs(definition).filter((name) => isSecret(inputAt(inputs, name)));
}

function namingInputs(definition: ResourceDefinition): readonly string[] {
  const sources = Object.values(definition.identity.variables).flat();
  return [...new Set(sources.flatMap((source) => ("input" in source ? [source.input] : [])))];
}

/** What one source says about the inputs. */
export function fromInput(source: InputSource, inputs: JsonObject): Sourced {
  const said = textOf(inputAt(inputs, source.input), source.input);
  if (typeof said !== "string") return said;
  let value: string | undefined = said;
  if ("template" in source) value = matchTemplate(source.template, value)?.[source.variable];
  else if ("take" in source) {
    value =
      source.take === "last-segment"
        ? value.split("/").findLast((segment) => segment !== "")
        : value.replace(/^\/+/, "");
  }
  return value === "" ? undefined : value;
}

function textOf(value: Json | undefined, name: string, owner = ""): Sourced {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (isUnknown(value)) return value;
  if (!isMarker(value)) return undefined;
  return unknown(`${owner}\`${name}\` ${isExpression(value) ? "is not evaluated yet" : "is a secret"}`);
}

/** The input at a dotted path; a marker on the way stands for all that is below it. */
function inputAt(inputs: JsonObject, path: string): Json | undefined {
  if (!path.includes(".")) return ownMember(inputs, path);
  let current: Json | undefined = inputs;
  for (const name of path.split(".")) {
    if (isMarker(current)) return current;
    current = isJsonObject(current) ? ownMember(current, name) : undefined;
  }
  return current;
}
