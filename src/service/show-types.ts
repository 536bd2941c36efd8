import { nearestName } from "../base/nearest-name.ts";
import { problem } from "../base/problem.ts";
import type { TypeFieldView, TypeRow, TypeView } from "../contract/documents/resource-types.ts";
import type { FunctionDefinition, ResourceDefinition } from "../definitions/schema/definition.ts";
import { defaultInWords, rulesInWords } from "../definitions/schema/rules-in-words.ts";
import type { ObjectSchema, Schema } from "../definitions/schema/schema.ts";
import type { Deployment } from "./deployment.ts";
import { fieldType } from "./field-type.ts";
import { Rejection } from "./rejection.ts";

/** Every type that can be declared and every function that can be called, by token. */
export function listTypes({ catalog }: Deployment): readonly TypeRow[] {
  const row = ({ type, kind, title, provider }: ResourceDefinition | FunctionDefinition): TypeRow => ({
    type,
    kind,
    title,
    provider,
  });
  const functions = new Set(Object.values(catalog.functions));
  return [...Object.values(catalog.resources), ...functions]
    .map(row)
    .sort((a, b) => (a.kind === b.kind ? (a.type < b.type ? -1 : 1) : a.kind === "resource" ? -1 : 1));
}

/** One type or function by its token or an alias, with all its fields; a Rejection where there is none. */
export function showType(token: string, { catalog }: Deployment): TypeView {
  const resource = own(catalog.resources, token);
  if (resource !== undefined) return resourceView(resource);
  const called = own(catalog.functions, token);
  if (called !== undefined) return functionView(called);
  const nearest = nearestName(token, [...Object.keys(catalog.resources), ...Object.keys(catalog.functions)]);
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  throw new Rejection("missing", [problem("unknown-type", `there is no type \`${token}\`${guess}`)]);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function resourceView(definition: ResourceDefinition): TypeView {
  const { kind, type, title, description, section, provider, versions, identity, onDestroy } = definition;
  const outputs: ObjectSchema = {
    ...definition.outputs,
    properties: { ...definition.responses, ...definition.outputs.properties },
  };
  return {
    type,
    kind,
    aliases: [],
    title,
    description,
    section,
    provider,
    versions,
    fields: members(definition.inputs),
    outputs: members(outputs),
    importForms: identity.imports.map(({ template }) => template.replace(/\{\+?([^}]+)\}/g, "<$1>")),
    onDestroy,
  };
}

function functionView(definition: FunctionDefinition): TypeView {
  const { kind, type, aliases, title, description, section, provider, versions } = definition;
  return {
    type,
    kind,
    aliases,
    title,
    description,
    section,
    provider,
    versions,
    fields: members(definition.arguments),
    outputs: members(definition.result),
    importForms: [],
  };
}

/** Required fields first, as they are written; the others as the definition orders them. */
function members(schema: ObjectSchema): readonly TypeFieldView[] {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => fieldView(name, field, required.has(name)));
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

function fieldView(name: string, schema: Schema, required: boolean): TypeFieldView {
  return {
    name,
    type: typeText(schema),
    schema: fieldType(schema),
    required,
    replace: schema.replace === true,
    ...(schema.immutable === true ? { immutable: true } : {}),
    ...(schema.secret === true ? { secret: true } : {}),
    description: schema.description ?? "",
    limits: rulesInWords(schema),
    ...(schema.default === undefined ? {} : { default: defaultInWords(schema.default) }),
    ...(schema.absentMeans === undefined ? {} : { absentMeans: schema.absentMeans }),
    fields: inner(schema),
  };
}

/** The fields inside an object, inside the items of a list, or inside any variant of a union. */
function inner(schema: Schema): readonly TypeFieldView[] {
  if ("oneOf" in schema) {
    const byName = new Map(schema.oneOf.flatMap(members).map((field) => [field.name, field]));
    return [...byName.values()];
  }
  if (schema.type === "array") return inner(schema.items);
  if (schema.type !== "object") return [];
  return "properties" in schema ? members(schema) : inner(schema.additionalProperties);
}

function typeText(schema: Schema): string {
  if ("oneOf" in schema) return `object, by ${schema.discriminator.propertyName}`;
  if (schema.type === "string")
    return schema.format === "date-time" || schema.format === "cel" ? schema.format : "text";
  if (schema.type === "array") return `list of ${typeText(schema.items)}`;
  if (schema.type !== "object") return schema.type;
  return "properties" in schema ? "object" : `map of ${typeText(schema.additionalProperties)}`;
}
