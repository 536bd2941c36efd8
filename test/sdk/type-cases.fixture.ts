/** For tests: right and wrong arguments of everything that can be declared, made from the definitions. */
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { ObjectSchema, Schema } from "../../src/definitions/schema/schema.ts";

/** Arguments that a type checker must accept, or refuse and for what. */
export interface TypeCase {
  /** `iam:OAuthClient` and the like. */
  readonly type: string;
  readonly kind: "resource" | "function";
  /** Null for those that are right. */
  readonly mistake: string | null;
  readonly args: JsonObject;
}

export function typeCases(): readonly TypeCase[] {
  const resources = Object.values(catalog.resources).map(({ type, inputs }) => ({
    type,
    kind: "resource" as const,
    schema: inputs,
  }));
  const functions = [...new Set(Object.values(catalog.functions))].map((each) => ({
    type: each.type,
    kind: "function" as const,
    schema: each.arguments,
  }));
  return [...resources, ...functions].flatMap(({ type, kind, schema }) => {
    const full = objectValue(schema);
    return [
      { type, kind, mistake: null, args: full },
      { type, kind, mistake: null, args: pick(full, schema.required ?? []) },
      ...mistakes(schema, full).map(({ mistake, value }) => ({ type, kind, mistake, args: value as JsonObject })),
    ];
  });
}

function objectValue(schema: ObjectSchema): JsonObject {
  return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, rightValue(field)]));
}

function rightValue(schema: Schema): Json {
  if ("oneOf" in schema) return objectValue(schema.oneOf[0] as ObjectSchema);
  switch (schema.type) {
    case "string":
      return schema.enum?.[0] ?? schema.knownValues?.[0] ?? "text";
    case "boolean":
      return true;
    case "integer":
      return 1;
    case "array":
      return [rightValue(schema.items)];
    case "object":
      return "properties" in schema ? objectValue(schema) : { key: rightValue(schema.additionalProperties) };
  }
}

interface Mistaken {
  readonly mistake: string;
  readonly value: Json;
}

/** Every single mistake that a value of the schema can have, however deep. */
function mistakes(schema: Schema, right: Json, path = ""): readonly Mistaken[] {
  if ("oneOf" in schema) return [];
  const wrong: Mistaken = { mistake: `${path}: wrong type`, value: wrongValue(schema) };
  const here = path === "" ? [] : [wrong];
  if (schema.type === "string" && schema.enum !== undefined)
    return [...here, { mistake: `${path}: none of the values`, value: "NONE_OF_THEM" }];
  if (schema.type === "array" && Array.isArray(right))
    return [
      ...here,
      ...mistakes(schema.items, right[0] as Json, `${path}[]`).map((each) => ({ ...each, value: [each.value] })),
    ];
  if (schema.type !== "object" || !isJsonObject(right)) return here;
  if (!("properties" in schema)) {
    const inside = mistakes(schema.additionalProperties, right["key"] ?? null, `${path}.*`);
    return [...here, ...inside.map((each) => ({ ...each, value: { key: each.value } }))];
  }
  const fields = Object.entries(schema.properties);
  return [
    ...here,
    ...(schema.required ?? []).map((name) => ({ mistake: `${path}.${name}: left out`, value: without(right, name) })),
    ...fields.map(([name]) => ({
      mistake: `${path}.${name}: misspelled`,
      value: { ...without(right, name), [`${name}x`]: right[name] ?? null },
    })),
    ...fields.flatMap(([name, field]) =>
      mistakes(field, right[name] ?? null, `${path}.${name}`).map(({ mistake, value }) => ({
        mistake,
        value: { ...right, [name]: value },
      })),
    ),
  ];
}

function wrongValue(schema: Schema): Json {
  if ("oneOf" in schema) return 1;
  return schema.type === "string" ? 1 : "wrong";
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(key)));
}
