import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import type { JsonSchema, JsonType } from "../../contract/json-schema.ts";

/** Finds a schema of the description's components by its name. */
export type SchemaOf = (name: string) => JsonSchema;

/**
 * Everything in which a value does not fit its schema, each with a JSON pointer into the value. The look ends soon
 * after there are more than are told.
 */
export function violationsOf(schema: JsonSchema, value: Json, schemaOf: SchemaOf, at = ""): readonly Problem[] {
  if (schema.$ref !== undefined)
    return violationsOf(schemaOf(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)), value, schemaOf, at);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return ofAlternatives(alternatives, value, schemaOf, at);
  const types = schema.type === undefined ? null : Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types !== null && !types.some((each: JsonType) => isOfType(each, value)))
    return [broken("wrong-type", `must be ${types.map(inWords).join(" or ")}, not ${inWords(typeOf(value))}`, at)];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [notAllowed(schema.enum, value, at)];
  if (typeof value === "string") return ofText(schema, value, at);
  if (typeof value === "number") return ofNumber(schema, value, at);
  if (Array.isArray(value)) return ofList(schema, value, schemaOf, at);
  return isJsonObject(value) ? ofObject(schema, value, schemaOf, at) : [];
}

/** None of the alternatives fits: what is wrong by the one that comes closest. */
function ofAlternatives(
  alternatives: readonly JsonSchema[],
  value: Json,
  schemaOf: SchemaOf,
  at: string,
): readonly Problem[] {
  const marked = byMark(alternatives, value, schemaOf, at);
  if (marked !== null) return marked;
  let closest: readonly Problem[] | undefined;
  for (const each of alternatives) {
    const found = violationsOf(each, value, schemaOf, at);
    if (found.length === 0) return [];
    // An alternative of another type altogether is never the one that was meant.
    const isMeant = !(found.length === 1 && found[0]?.code === "wrong-type" && found[0].pointer === at);
    if (closest === undefined || (isMeant && found.length <= closest.length)) closest = found;
  }
  return closest ?? [];
}

/**
 * Where one member tells the alternatives apart: what is wrong by the one it names, or with its name. Null where none
 * does.
 */
function byMark(
  alternatives: readonly JsonSchema[],
  value: Json,
  schemaOf: SchemaOf,
  at: string,
): readonly Problem[] | null {
  if (!isJsonObject(value)) return null;
  const mark = Object.keys(alternatives[0]?.properties ?? {}).find((name) =>
    alternatives.every(({ properties }) => properties?.[name]?.enum?.length === 1),
  );
  if (mark === undefined) return null;
  const named = alternatives.find(({ properties }) => properties?.[mark]?.enum?.[0] === value[mark]);
  if (named !== undefined) return violationsOf(named, value, schemaOf, at);
  const given = value[mark];
  if (given === undefined) return [broken("missing-field", `\`${mark}\` is missing`, at)];
  const values = alternatives.flatMap(({ properties }) => properties?.[mark]?.enum ?? []);
  return [notAllowed(values, given, pointer(at, mark))];
}

function ofText(schema: JsonSchema, value: string, at: string): readonly Problem[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  // Code points are never more than UTF-16 units.
  const length = value.length <= maxLength && value.length >= 2 * minLength ? value.length : Array.from(value).length;
  if (length < minLength)
    return [
      broken("value-too-short", value === "" ? "must not be empty" : `must have ${minLength} characters at least`, at),
    ];
  if (length > maxLength) return [broken("value-too-long", `must have ${maxLength} characters at most`, at)];
  if (pattern !== undefined && !patternOf(schema).test(value))
    return [broken("value-malformed", `must match ${pattern}`, at)];
  return [];
}

/** Made once for each schema. */
function patternOf({ pattern = "" }: JsonSchema) {
  return new RegExp(pattern, "u");
}

function ofNumber(schema: JsonSchema, value: number, at: string): readonly Problem[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return [];
  return [broken("value-not-allowed", `must be from ${minimum} to ${maximum}`, at)];
}

function ofList(schema: JsonSchema, value: readonly Json[], schemaOf: SchemaOf, at: string): readonly Problem[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  if (value.length < minItems)
    return [
      broken("value-too-short", minItems === 1 ? "must not be empty" : `must have ${minItems} entries at least`, at),
    ];
  if (value.length > maxItems) return [broken("value-too-long", `must have ${maxItems} entries at most`, at)];
  if (items === undefined) return [];
  const found: Problem[] = [];
  for (const [index, each] of value.entries()) {
    found.push(...violationsOf(items, each, schemaOf, pointer(at, index)));
    if (found.length > mostProblems) break;
  }
  return found;
}

function ofObject(schema: JsonSchema, value: JsonObject, schemaOf: SchemaOf, at: string): readonly Problem[] {
  const { properties = {}, required = [], additionalProperties, maxProperties } = schema;
  const keys = Object.keys(value);
  if (maxProperties !== undefined && keys.length > maxProperties)
    return [broken("value-too-long", `must have ${maxProperties} members at most`, at)];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => broken("missing-field", `\`${name}\` is missing`, at));
  const ofMember = (name: string): readonly Problem[] => {
    const member = value[name] ?? null;
    const place = pointer(at, name);
    // What may be left out may be null as well, as some clients send it; but null is no mapping and no list.
    const isLeftOut = member === null && Object.hasOwn(properties, name) && !required.includes(name);
    if (isLeftOut && !holdsOthers(properties[name])) return [];
    if (Object.hasOwn(properties, name)) return violationsOf(properties[name] ?? {}, member, schemaOf, place);
    if (additionalProperties === false) return [unknown(name, Object.keys(properties), place)];
    return isJsonObject(additionalProperties)
      ? violationsOf(additionalProperties as JsonSchema, member, schemaOf, place)
      : [];
  };
  const found = [...missing];
  for (const name of keys) {
    found.push(...ofMember(name));
    if (found.length > mostProblems) break;
  }
  return found;
}

function holdsOthers(schema: JsonSchema | undefined): boolean {
  return schema?.type === "object" || schema?.type === "array";
}

function unknown(name: string, known: readonly string[], at: string): Problem {
  const way = didYouMean(name, known);
  return problem("unknown-field", `\`${name}\` is not known here`, { pointer: at, at: "key", ...way });
}

function notAllowed(values: readonly Json[], value: Json, at: string): Problem {
  const names = values.filter((each) => typeof each === "string");
  const way = typeof value === "string" ? didYouMean(value, names) : {};
  const what = at === "" ? "" : `\`${at.slice(1).replaceAll("/", ".")}\` `;
  return problem(
    "value-not-allowed",
    `${what}must be one of ${values.map((each) => JSON.stringify(each)).join(", ")}`,
    {
      pointer: at,
      ...way,
    },
  );
}

function broken(code: ProblemCode, says: string, at: string): Problem {
  return problem(
    code,
    at === "" || code === "missing-field" ? says : `\`${at.slice(1).replaceAll("/", ".")}\` ${says}`,
    {
      pointer: at,
    },
  );
}

function isOfType(type: JsonType, value: Json): boolean {
  if (type === "integer") return Number.isSafeInteger(value);
  return typeOf(value) === type;
}

function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "object" || type === "string" || type === "boolean" ? type : "number";
}

function inWords(type: JsonType): string {
  return {
    null: "null",
    boolean: "true or false",
    integer: "a whole number",
    number: "a number",
    string: "text",
    array: "a list",
    object: "an object",
  }[type];
}
