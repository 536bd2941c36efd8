import { isJsonObject, type Json, type JsonObject, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { ObjectSchema, Schema } from "./schema.ts";
import { isMarker } from "./value.ts";

/** A key, or the index of an element. */
export type PathSegment = string | number;

/**
 * The segments of a path as options name fields: `labels.team`, `labels["my.key"]`, `condition[title]`, `hops[0]`; null
 * for what is no path.
 */
function parsePath(path: string): readonly PathSegment[] | null {
  const segments: PathSegment[] = [];
  const form = /(\.?)([^.[\]"']+)|\[(?:(\d+)|("(?:[^"\\]|\\.)*")|'([^']*)'|([^"'[\]]+))\]/y;
  while (form.lastIndex < path.length) {
    const isFirst = form.lastIndex === 0;
    const found = form.exec(path);
    if (found === null) return null;
    const [whole, dot, name, index, quoted, single, plain] = found;
    if (whole.startsWith("[") ? isFirst : (dot === "") !== isFirst) return null;
    if (index !== undefined) segments.push(Number(index));
    else if (quoted !== undefined) {
      const key = unquoted(quoted);
      if (key === null) return null;
      segments.push(key);
    } else segments.push(name ?? single ?? plain ?? "");
  }
  return segments.length === 0 ? null : segments;
}

function unquoted(text: string): string | null {
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The segments of a path that was checked; a record of an older version may hold one that was not. */
export function optionPath(path: string): readonly PathSegment[] {
  return parsePath(path) ?? path.split(/[.[\]]+/).filter((each) => each !== "");
}

/** Why a path leads to no input; undefined where it leads to one. */
export function pathMistake(path: string, inputs: ObjectSchema): string | undefined {
  const segments = parsePath(path);
  const quoted = JSON.stringify(path);
  if (segments === null) return `${quoted} is no path; write one as \`field\`, \`field.part\` or \`field["a key"]\``;
  const [name] = segments;
  if (typeof name !== "string" || !Object.hasOwn(inputs.properties, name)) {
    const guess = guessOf(String(name), Object.keys(inputs.properties));
    return `\`${name}\` is no input of this resource${guess}`;
  }
  return mistakeBelow(inputs, segments, "");
}

function mistakeBelow(schema: Schema, [head, ...rest]: readonly PathSegment[], at: string): string | undefined {
  if (head === undefined) return undefined;
  if ("oneOf" in schema) {
    const mistakes = schema.oneOf.map((each) => mistakeBelow(each, [head, ...rest], at));
    return mistakes.includes(undefined) ? undefined : mistakes[0];
  }
  if (schema.type === "array") return mistakeInList(schema, head, rest, at);
  if (schema.type !== "object") return `\`${at}\` is a single value: it has no part \`${head}\``;
  if (!("properties" in schema)) {
    if (typeof head === "number") return `\`${at}\` is a map: write a key in quotes, as in \`${at}["${head}"]\``;
    return mistakeBelow(schema.additionalProperties, rest, `${at}[${JSON.stringify(head)}]`);
  }
  const field =
    typeof head === "string" && Object.hasOwn(schema.properties, head) ? schema.properties[head] : undefined;
  if (field === undefined) {
    return `\`${at}\` has no field \`${head}\`${guessOf(String(head), Object.keys(schema.properties))}`;
  }
  return mistakeBelow(field, rest, at === "" ? String(head) : `${at}.${head}`);
}

function mistakeInList(
  schema: Extract<Schema, { readonly type: "array" }>,
  head: PathSegment,
  rest: readonly PathSegment[],
  at: string,
): string | undefined {
  if (head === "*") return `\`*\` is not followed; name \`${at}\` whole`;
  if (typeof head !== "number") return `\`${at}\` is a list: its elements have no names; name \`${at}\` whole`;
  if (schema.unordered === true)
    return `\`${at}\` has no order, so \`[${head}]\` names nothing in it; name \`${at}\` whole`;
  return mistakeBelow(schema.items, rest, `${at}[${head}]`);
}

function guessOf(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
}

/**
 * A value with the old part at a path, and else as declared. An element counts where both lists have it. What would
 * hold the part and is not declared is made for it, unless other fields would be missing from that; a marker is left as
 * it is.
 */
export function withOldAt(
  schema: Schema,
  declared: JsonObject,
  old: JsonObject,
  path: readonly PathSegment[],
): JsonObject {
  const made = partAt(schema, declared, old, path);
  return isJsonObject(made) ? made : declared;
}

/** Undefined: there is to be none. */
function partAt(
  schema: Schema | undefined,
  declared: Json | undefined,
  old: Json | undefined,
  [head, ...rest]: readonly PathSegment[],
): Json | undefined {
  if (head === undefined) return old;
  if (declared !== undefined && isMarker(declared)) return declared;
  if (typeof head === "number") {
    if (!Array.isArray(declared) || !Array.isArray(old) || head >= declared.length || head >= old.length)
      return declared;
    const items = schema !== undefined && "items" in schema ? schema.items : undefined;
    return declared.map((item: Json, index) =>
      index === head ? (partAt(items, item, old[head], rest) ?? null) : item,
    );
  }
  if (!isJsonObject(old)) return isJsonObject(declared) && rest.length === 0 ? omitted(declared, head) : declared;
  const isDeclared = isJsonObject(declared);
  if (!isDeclared && ((declared ?? null) !== null || !canHoldAlone(schema, head))) return declared;
  const before = isDeclared ? declared : {};
  const part = partAt(partSchema(schema, head, old), ownMember(before, head), ownMember(old, head), rest);
  if (part !== undefined) return withOwn(before, head, part);
  return isDeclared ? omitted(before, head) : declared;
}

function canHoldAlone(schema: Schema | undefined, key: string): boolean {
  if (schema === undefined || "oneOf" in schema || schema.type !== "object") return false;
  return !("properties" in schema) || (schema.required ?? []).every((each) => each === key);
}

function partSchema(schema: Schema | undefined, key: string, value: JsonObject): Schema | undefined {
  if (schema === undefined) return undefined;
  if ("oneOf" in schema) {
    const holder = schema.oneOf.find((each) => Object.hasOwn(each.properties, key));
    return partSchema(holder, key, value);
  }
  if (schema.type !== "object") return undefined;
  if (!("properties" in schema)) return schema.additionalProperties;
  return Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
}

function omitted(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function withOwn(object: JsonObject, key: string, value: Json): JsonObject {
  const isThere = Object.hasOwn(object, key);
  const entries = Object.entries(object).map(([name, before]): [string, Json] => [name, name === key ? value : before]);
  return Object.fromEntries(isThere ? entries : [...entries, [key, value]]);
}

/**
 * Whether what changed at a place, from one value to another, is within what a path names, or changes a part that it
 * names.
 */
export function touches(
  path: string,
  segments: readonly string[],
  old: Json | undefined,
  next: Json | undefined,
): boolean {
  const named = optionPath(path);
  const isSame = named.every((each, index) => segments[index] === undefined || segments[index] === String(each));
  if (!isSame) return false;
  const rest = named.slice(segments.length);
  return rest.length === 0 || !jsonEqual(partOf(old, rest), partOf(next, rest));
}

function partOf(value: Json | undefined, path: readonly PathSegment[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (part, segment) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, segment)
        ? (part as JsonObject)[segment]
        : undefined,
    value,
  );
}
