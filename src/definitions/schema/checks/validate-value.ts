import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { meantBoolean } from "../../../../packages/base/meant-boolean.ts";
import { didYouMean, nearestName } from "../../../../packages/base/nearest-name.ts";
import type { ProblemCode } from "../../../../packages/base/problems/problem-codes.ts";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { fieldOf } from "../field-schema.ts";
import type { IntegerSchema, ListSchema, ObjectSchema, Schema, StringSchema, UnionSchema } from "../schema.ts";
import { isMarker, type Value } from "../value.ts";
import { visitPlaces } from "../walk-value.ts";
import { matchesPattern } from "./patterns.ts";
import { missedType } from "./wrong-type.ts";

/** A limit of the schema that a value breaks; the caller adds the address and makes a Problem of it. */
export interface Violation {
  readonly code: ProblemCode;
  /** JSON pointer from the value that was validated. */
  readonly pointer: string;
  readonly at?: "key" | "value";
  readonly detail: string;
  readonly hint?: string;
  readonly fix?: string;
  /** The very text that was written is meant, in quotes: `1.10` is no longer told by its value. */
  readonly isTextMeant?: true;
}

/**
 * All limits that the value breaks, at once; the look ends soon after there are more than are told. Places that hold a
 * marker are skipped: they are validated again when their value is known. An optional field that is null counts as
 * absent. `format: "cel"` is left to `fieldsWithFormat`.
 */
export function validateValue(schema: Schema, value: Value): readonly Violation[] {
  const violations: Violation[] = [];
  visitPlaces(schema, value, (under, current, here) => judge(under, current, here, violations));
  return violations;
}

/** Writes out where a value stands. */
type At = () => string;

/** The texts in a value whose schema has the format, for checks that need more than this room knows. */
export function fieldsWithFormat(
  schema: Schema,
  value: Value,
  format: NonNullable<StringSchema["format"]>,
): readonly { readonly pointer: string; readonly text: string }[] {
  if (!formatsIn(schema).has(format)) return [];
  const fields: { readonly pointer: string; readonly text: string }[] = [];
  visitPlaces(schema, value, (under, text, here) => {
    if ("format" in under && under.format === format && typeof text === "string")
      fields.push({ pointer: here(), text });
  });
  return fields;
}

/** All formats that a schema names at any depth. */
function formatsIn(schema: Schema): ReadonlySet<StringSchema["format"]> {
  if ("oneOf" in schema) return new Set(schema.oneOf.flatMap((variant) => [...formatsIn(variant)]));
  switch (schema.type) {
    case "array":
      return formatsIn(schema.items);
    case "object":
      if (!("properties" in schema)) return formatsIn(schema.additionalProperties);
      return new Set(Object.values(schema.properties).flatMap((field) => [...formatsIn(field)]));
    default:
      return new Set("format" in schema ? [schema.format] : []);
  }
}

/** Adds what is wrong at one place to `found`. */
function judge(schema: Schema, value: Value, at: At, found: Violation[]): void {
  if (found.length > mostProblems) return;
  const due = missedType(schema, value);
  if (due !== undefined) {
    const wrong = wrongType(due, value, at);
    found.push(wrong.isTextMeant === true ? fittingText(wrong, schema, value, at) : wrong);
    return;
  }
  if ("oneOf" in schema) {
    if (isJsonObject(value)) judgeDiscriminant(schema, value, at, found);
  } else if (typeof value === "string") {
    if (schema.type === "string") judgeText(schema, value, at, found);
  } else if (typeof value === "number") {
    if (schema.type === "integer") judgeRange(schema, value, at, found);
  } else if (Array.isArray(value)) {
    if (schema.type === "array") judgeCount(schema, value.length, at, found);
  } else if ("properties" in schema && isJsonObject(value)) {
    // A member of a union has been judged for its type by the union already, and so passes here.
    judgeFields(schema, value, at, found);
  }
}

function judgeFields(schema: ObjectSchema, value: JsonObject, at: At, found: Violation[]): void {
  // What stands there misspelt is not missing.
  const misspelt = new Set<string>();
  for (const key in value) {
    if (found.length > mostProblems) return;
    if (fieldOf(schema, key) !== undefined) continue;
    const names = Object.keys(schema.properties);
    const free = names.filter((name) => !Object.hasOwn(value, name) && !misspelt.has(name));
    const nearest = nearestName(key, free);
    if (nearest !== undefined) misspelt.add(nearest);
    found.push({
      code: "unknown-field",
      pointer: pointer(at(), key),
      at: "key",
      detail: `there is no field \`${key}\` here; known are ${names.join(", ") || "none"}`,
      ...didYouMean(key, free),
    });
  }
  const { required = [] } = schema;
  for (let index = 0; index < required.length; index += 1) {
    const key = required[index] ?? "";
    if ((Object.hasOwn(value, key) && value[key] !== null) || misspelt.has(key)) continue;
    found.push({
      code: "missing-field",
      pointer: pointer(at(), key),
      at: "value",
      detail: `\`${[...pointerSegments(at()), key].join(".")}\` is required`,
    });
  }
}

function judgeDiscriminant(schema: UnionSchema, value: JsonObject, at: At, found: Violation[]): void {
  const name = schema.discriminator.propertyName;
  const given = value[name];
  if (given === undefined || given === null) {
    found.push({
      code: "missing-field",
      pointer: at(),
      at: "value",
      detail: `\`${[...pointerSegments(at()), name].join(".")}\` is required: it says which kind of object this is`,
    });
  } else if (typeof given !== "string" && !isMarker(given)) {
    found.push(wrongType("text", given, () => pointer(at(), name)));
  }
}

function judgeText(schema: StringSchema, value: string, at: At, found: Violation[]): void {
  judgeLength(schema, value, at, found);
  if (schema.pattern !== undefined && !matchesPattern(schema.pattern, value)) {
    found.push(atValue("value-malformed", at, `is ${quote(value)}, which does not match ${schema.pattern}`));
  }
  const { allOf = [] } = schema;
  for (let index = 0; index < allOf.length; index += 1) {
    const limit = allOf[index];
    if (limit !== undefined && !matchesPattern(limit.pattern, value)) {
      found.push(atValue("value-malformed", at, `${limit.description}; it is ${quote(value)}`));
    }
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    const near = didYouMean(value, schema.enum);
    const [first] = schema.enum;
    // The only value is advice. It is a fix only where it was nearly written: what was written may allow less.
    const hint = near.fix ?? (schema.enum.length === 1 ? first : undefined);
    const only = schema.enum.length === 1 ? `can't be ${quote(value)}: the only value is ${first}` : undefined;
    const violation = atValue(
      "value-not-allowed",
      at,
      only ?? `is ${quote(value)}, not one of ${schema.enum.join(", ")}`,
    );
    found.push({ ...violation, ...near, ...(hint === undefined ? {} : { hint: `use \`${hint}\`` }) });
  }
}

function judgeLength(schema: StringSchema, value: string, at: At, found: Violation[]): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // Each code point is one or two UTF-16 units, so most texts need no counting.
  if (value.length >= minLength * 2 && value.length <= maxLength) return;
  const length = codePoints(value);
  if (length < minLength)
    found.push(atValue("value-too-short", at, `${count(length)} long; at least ${minLength} are needed`));
  else if (length > maxLength)
    found.push(atValue("value-too-long", at, `${count(length)} long; at most ${maxLength} are allowed`));
}

function judgeRange(schema: IntegerSchema, value: number, at: At, found: Violation[]): void {
  if (schema.minimum !== undefined && value < schema.minimum)
    found.push(atValue("value-malformed", at, `is ${value}; it must be at least ${schema.minimum}`));
  else if (schema.maximum !== undefined && value > schema.maximum)
    found.push(atValue("value-malformed", at, `is ${value}; it must be at most ${schema.maximum}`));
}

function judgeCount(schema: ListSchema, length: number, at: At, found: Violation[]): void {
  if (schema.minItems !== undefined && length < schema.minItems)
    found.push(atValue("value-too-short", at, `has ${length} items; at least ${schema.minItems} are needed`));
  else if (schema.maxItems !== undefined && length > schema.maxItems)
    found.push(atValue("value-too-long", at, `has ${length} items; at most ${schema.maxItems} are allowed`));
}

function atValue(code: ProblemCode, at: At, says: string): Violation {
  const place = at();
  return { code, pointer: place, at: "value", detail: `${subject(place)}${says}` };
}

function wrongType(expected: string, value: Value, at: At): Violation {
  const violation = atValue("wrong-type", at, `must be ${expected}, but is ${describe(value)}`);
  const advice = typeAdvice(expected, value);
  return advice === undefined ? violation : { ...violation, ...advice };
}

/** That the value is meant as a text is advised only where that text would do; else what the text must be. */
function fittingText(wrong: Violation, schema: Schema, value: Value, at: At): Violation {
  const misfits: Violation[] = [];
  if ("type" in schema && schema.type === "string") judgeText(schema, String(value), at, misfits);
  const [misfit] = misfits;
  if (misfit === undefined) return wrong;
  const { code, pointer: place, at: side, detail } = wrong;
  return { code, pointer: place, detail, hint: misfit.detail, ...(side === undefined ? {} : { at: side }) };
}

/** What people most often mean when YAML took a value for another type. */
function typeAdvice(expected: string, value: Value): Pick<Violation, "hint" | "fix" | "isTextMeant"> | undefined {
  if (expected === "text" && (typeof value === "number" || typeof value === "boolean"))
    return { hint: "put the value in quotes", isTextMeant: true };
  if (expected === "true or false") {
    const meant = meantBoolean(value);
    return meant === undefined ? undefined : { hint: `write ${meant}, without quotes`, fix: meant };
  }
  if (expected === "a whole number" && typeof value === "string" && /^-?\d+$/.test(value))
    return { hint: "leave the quotes off", fix: value };
  if (expected === "a list" && typeof value === "string") {
    const fix = listOf(value);
    return fix === undefined ? { hint: "write a list with this one item" } : { hint: `write a list: ${fix}`, fix };
  }
  return expected === "a map" ? { hint: "write entries, `key: value` each" } : undefined;
}

/** A list as YAML writes it in one line; undefined for an item that needs quotes there. */
function listOf(item: string): string | undefined {
  return /^[\w./:@$-]+$/.test(item) ? `[${item}]` : undefined;
}

function describe(value: Value): string {
  if (value === null) return "empty (null)";
  if (typeof value === "string") return `the text ${quote(value)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return `the boolean ${value}`;
  return Array.isArray(value) ? "a list" : "a map";
}

function subject(at: string): string {
  const name = pointerSegments(at).join(".");
  return name === "" ? "the value " : `\`${name}\` `;
}

function quote(value: string): string {
  const points = [...value];
  return JSON.stringify(points.length > 80 ? `${points.slice(0, 79).join("")}…` : value);
}

function count(length: number): string {
  return `is ${length} ${length === 1 ? "character" : "characters"}`;
}

/** Length as JSON Schema counts it. */
function codePoints(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}
