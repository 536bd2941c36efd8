import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { expandTemplate, matchTemplate, templateVariables } from "../../../../packages/base/path-template.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { ResourceDefinition } from "../definition.ts";
import { fieldOf } from "../field-schema.ts";
import { unknown } from "../value.ts";
import { resolveVariables, type Variables } from "./identity-variables.ts";

/** Which physical object a declaration is about. */
export type Identified =
  | {
      readonly kind: "known";
      /** The importable id. */
      readonly id: string;
      /** What the declaration claims for itself alone; the id unless the definition says otherwise. */
      readonly claim: string;
      readonly variables: Readonly<Record<string, string>>;
    }
  /** Depends on a value that is not known yet. */
  | { readonly kind: "unknown"; readonly why: string }
  /** The inputs and the provider do not say enough. */
  | { readonly kind: "missing"; readonly variables: readonly string[] };

/** The identity that inputs and the provider's resolved configuration give; composed defaults are filled in first. */
export function identify(definition: ResourceDefinition, inputs: JsonObject, providerConfig: JsonObject): Identified {
  const completed = withComposedDefaults(definition, inputs, providerConfig);
  const { values, open } = resolveVariables(definition, completed, providerConfig);
  const { formats } = definition.identity;
  for (let index = 0; index < formats.length; index += 1) {
    const format = formats[index] ?? "";
    const id = expandTemplate(format, values);
    if (id !== undefined) return { kind: "known", id, claim: claimOf(definition, values, id), variables: values };
    const names = templateVariables(format);
    if (!names.every((name) => values[name] !== undefined || open[name] !== undefined)) continue;
    return { kind: "unknown", why: names.map((name) => open[name]).find((why) => why !== undefined) ?? "" };
  }
  return { kind: "missing", variables: missingVariables(definition, { values, open }) };
}

/** Fills the format of a composed default from the inputs; undefined while a part of it has no value. */
export function composeDefault(
  definition: ResourceDefinition,
  format: string,
  inputs: JsonObject,
  providerConfig: JsonObject,
): string | undefined {
  return expandTemplate(format, resolveVariables(definition, inputs, providerConfig).values);
}

export interface ParsedId {
  readonly variables: Readonly<Record<string, string>>;
  /** The canonical id, whatever form was given. */
  readonly id: string;
  readonly claim: string;
}

/**
 * Reads an id given to `import` or `get` in any of the definition's import forms; what a short form leaves out comes
 * from the provider's resolved configuration. The error says which forms are accepted, or what the provider lacks.
 */
export function parseId(
  definition: ResourceDefinition,
  id: string,
  providerConfig: JsonObject,
): Result<ParsedId, string> {
  const { identity } = definition;
  const text = id.replace(/^\/{2,}/, "/");
  let lacking: readonly string[] | undefined;
  for (const { template } of identity.imports) {
    const matched = matchTemplate(template, text, identity.ignoreCase === true);
    const own = matched === undefined ? undefined : withConstants(definition, matched, providerConfig);
    if (own === undefined) continue;
    const variables = {
      ...resolveVariables(definition, inputsBehind(definition, own), providerConfig).values,
      ...own,
    };
    for (const format of identity.formats) {
      // A format that drops what the id says would name another object.
      if (!Object.keys(own).every((name) => isUsed(definition, format, name))) continue;
      const canonical = expandTemplate(format, variables);
      if (canonical !== undefined) {
        return ok({ variables, id: canonical, claim: claimOf(definition, variables, canonical) });
      }
      const missing = templateVariables(format).filter((name) => variables[name] === undefined);
      if (lacking === undefined || missing.length < lacking.length) lacking = missing;
    }
  }
  const forms = identity.imports.map(({ template }) => readable(template)).join("; ");
  return err(
    lacking === undefined
      ? `the id ${JSON.stringify(id)} has none of the accepted forms: ${forms}`
      : `the id ${JSON.stringify(id)} leaves out ${lacking.join(" and ")}, and the provider has no value for it`,
  );
}

/** The claim over known variables. */
function claimOf(definition: ResourceDefinition, variables: Readonly<Record<string, string>>, id: string): string {
  const { claim } = definition.identity;
  return (claim === undefined ? undefined : expandTemplate(claim, variables)) ?? id;
}

function withComposedDefaults(
  definition: ResourceDefinition,
  inputs: JsonObject,
  providerConfig: JsonObject,
): JsonObject {
  const composed = composedDefaults(definition);
  if (composed.length === 0) return inputs;
  let filled: Record<string, Json> | undefined;
  for (const [name, format] of composed) {
    if (inputs[name] !== undefined && inputs[name] !== null) continue;
    filled ??= { ...inputs };
    const { values, open } = resolveVariables(definition, inputs, providerConfig);
    const text = expandTemplate(format, values);
    const waits = templateVariables(format).find((variable) => open[variable] !== undefined);
    if (text !== undefined) filled[name] = text;
    else if (waits !== undefined) filled[name] = unknown(open[waits] ?? "");
  }
  return filled ?? inputs;
}

function composedDefaults(definition: ResourceDefinition): readonly (readonly [string, string])[] {
  return Object.entries(definition.inputs.properties).flatMap(([name, field]) =>
    field.default?.from === "composed" ? [[name, field.default.format] as const] : [],
  );
}

/** What the first format lacks; instead of an input with a composed default, the parts which that lacks. */
function missingVariables(definition: ResourceDefinition, { values, open }: Variables): readonly string[] {
  const lacks = (template: string): readonly string[] =>
    templateVariables(template).filter((name) => values[name] === undefined && open[name] === undefined);
  // What only a longer format needs (an optional condition) can't be given.
  const [fewest = []] = definition.identity.formats.map(lacks).toSorted((a, b) => a.length - b.length);
  const missing = fewest.flatMap((name) => {
    const parts = (definition.identity.variables[name] ?? []).flatMap((source) => {
      if (!("input" in source) || "template" in source || "take" in source) return [];
      const fallback = fieldOf(definition.inputs, source.input)?.default;
      return fallback?.from === "composed" ? lacks(fallback.format) : [];
    });
    return parts.length > 0 ? parts : [name];
  });
  return [...new Set(missing)];
}

/** The variables with the provider's own spelling of its constants; undefined where the id has another value. */
function withConstants(
  definition: ResourceDefinition,
  matched: Readonly<Record<string, string>>,
  providerConfig: JsonObject,
): Readonly<Record<string, string>> | undefined {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(matched)) {
    const constant = (definition.identity.variables[name] ?? []).find(
      (source) => "provider" in source && source.constant === true,
    );
    const fixed = constant !== undefined && "provider" in constant ? providerConfig[constant.provider] : undefined;
    if (constant !== undefined && (typeof fixed !== "string" || fixed.toLowerCase() !== value.toLowerCase())) {
      return undefined;
    }
    variables[name] = typeof fixed === "string" ? fixed : value;
  }
  return variables;
}

/** The inputs that the variables of an identity are the whole value of; other variables can be taken from them. */
export function inputsBehind(definition: ResourceDefinition, variables: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      (definition.identity.variables[name] ?? []).flatMap((source) =>
        "input" in source && !("template" in source) && !("take" in source) && !source.input.includes(".")
          ? [[source.input, value]]
          : [],
      ),
    ),
  );
}

function isUsed(definition: ResourceDefinition, format: string, name: string): boolean {
  return (
    templateVariables(format).includes(name) ||
    !definition.identity.formats.some((other) => templateVariables(other).includes(name))
  );
}

function readable(template: string): string {
  return template.replaceAll("{+", "{");
}
