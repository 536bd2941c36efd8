import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { escapeRecorded, isMarker } from "../../../definitions/schema/value.ts";
import type { ResourceRecord } from "../../state/records/record.ts";

/** A value that a platform gave to an object, as text, and the path below the object's name that leads to it. */
export interface GivenValue {
  readonly text: string;
  readonly expression: string;
}

/** Shorter ones are found within other texts by chance. */
const shortestWithin = 6;
const shortest = 3;

/** The values that the platform gave to an object which is made anew under a name. The new object gets others. */
export function givenValues(
  address: string,
  { outputs }: Pick<ResourceRecord, "outputs">,
  definition: ResourceDefinition,
): readonly GivenValue[] {
  const given = Object.entries(outputs).filter(([name]) => {
    const schema = definition.outputs.properties[name];
    const isDecided = name === "id" || Object.hasOwn(definition.inputs.properties, name);
    return schema !== undefined && !isDecided && schema.composed === undefined;
  });
  const root = `resources[${JSON.stringify(address)}]`;
  return given.flatMap(([name, value]) => leavesOf(value, `${root}[${JSON.stringify(name)}]`));
}

function leavesOf(value: Json, expression: string): readonly GivenValue[] {
  if (typeof value === "string") return value.length < shortest ? [] : [{ text: value, expression }];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leavesOf(item, `${expression}[${index}]`));
  if (!isJsonObject(value) || isMarker(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const key = JSON.stringify(name);
    // A key with escapes is no plain path.
    return key.includes("\\") ? [] : leavesOf(member, `${expression}[${key}]`);
  });
}

/** A value that a platform gave to an object which stands, and the one in its place by now. */
export interface MovedValue {
  readonly text: string;
  readonly now: string;
}

/**
 * The values that the platform gave to an object and that are others by now: a later run has put another one in its
 * place.
 */
export function movedValues(
  former: Pick<ResourceRecord, "outputs">,
  now: Pick<ResourceRecord, "outputs">,
  definition: ResourceDefinition,
): readonly MovedValue[] {
  const present = new Map(givenValues("", now, definition).map(({ expression, text }) => [expression, text]));
  return givenValues("", former, definition).flatMap(({ expression, text }) => {
    const value = present.get(expression);
    return value === undefined || value === text ? [] : [{ text, now: value }];
  });
}

/** A former value with what was made from values that are others by now made from these. */
export function withPresent(value: Json, moved: readonly MovedValue[]): Json {
  const values = longestFirst(moved);
  return mapTexts(value, (text) =>
    takenApart(text, values)
      .map((part) => (typeof part === "string" ? part : part.now))
      .join(""),
  );
}

/**
 * Former values as a declaration has them: what was made from a given value reads it from the object that is made anew.
 */
export function readAnew(values: JsonObject, given: readonly GivenValue[]): JsonObject {
  if (given.length === 0) return escapeRecorded(values) as JsonObject;
  const known = longestFirst(given);
  const read = (text: string): Json => {
    const parts = takenApart(text, known);
    if (parts.every((part) => typeof part === "string")) return text;
    const written = parts.map((part) =>
      typeof part === "string" ? part.replaceAll("${", () => "$${") : `\${${part.expression}}`,
    );
    return { $expr: written.join("") };
  };
  return mapTexts(escapeRecorded(values) as JsonObject, read) as JsonObject;
}

/** So that no value is taken apart by one within it. */
function longestFirst<T extends { readonly text: string }>(values: readonly T[]): readonly T[] {
  return [...values].sort((one, other) => other.text.length - one.text.length);
}

/**
 * A text as what lies between some values, and these: each that the text is, or that it holds as a word of its own. The
 * first of the values is looked for first.
 */
function takenApart<T extends { readonly text: string }>(text: string, values: readonly T[]): readonly (string | T)[] {
  const whole = values.find((value) => value.text === text);
  if (whole !== undefined) return [whole];
  let parts: readonly (string | T)[] = [text];
  for (const value of values) {
    if (value.text.length < shortestWithin || !text.includes(value.text)) continue;
    const word = wordOf(value.text);
    parts = parts.flatMap((part) =>
      typeof part === "string"
        ? part.split(word).flatMap((rest, index) => (index === 0 ? [rest] : [value, rest]))
        : [part],
    );
  }
  return parts;
}

/** Matches a text as a word of its own: `10.0.0.1` is not within `10.0.0.12`. */
function wordOf(text: string): RegExp {
  return new RegExp(`(?<![\\w$])${RegExp.escape(text)}(?!\\w)`);
}

/** A value with each of its texts made another; markers stay. */
function mapTexts(value: Json, of: (text: string) => Json): Json {
  if (typeof value === "string") return of(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, of));
  if (!isJsonObject(value) || isMarker(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, of)]));
}
