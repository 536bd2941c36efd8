import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { fieldOf, variantOf } from "../field-schema.ts";
import type { ListSchema, ObjectSchema, Schema } from "../schema.ts";
import { isSecret } from "../value.ts";
import { itemsByKey } from "./items-by-key.ts";
import { areTexts, plainTextSchema, sameTexts, withoutEqual } from "./same-items.ts";
import { isAbsent, sameText } from "./same-values.ts";

/** A place whose value is another one than at an earlier look. */
export interface Moved {
  /**
   * A JSON pointer to the smallest part that tells the difference. An item of an unordered list is named by its key,
   * since its index means nothing.
   */
  readonly path: string;
  /** Absent where there was none. */
  readonly old?: Json;
  /** Absent where there is none any more. */
  readonly new?: Json;
}

/**
 * Every place at which two looks at one object differ: members that came and went as well as changed ones, also those
 * that the schema does not know. Volatile members and other spellings of the same value are left out (decision 0031).
 */
export function movedValues(schema: ObjectSchema, before: JsonObject, now: JsonObject): readonly Moved[] {
  const found: Moved[] = [];
  compareMembers((name) => fieldOf(schema, name), before, now, [], found);
  return found;
}

type Path = (string | number)[];
type Look = Json | undefined;

function compare(schema: Schema | undefined, old: Look, now: Look, path: Path, found: Moved[]): void {
  if (schema?.volatile !== undefined || jsonEqual(old ?? null, now ?? null)) return;
  if (isSecret(old) || isSecret(now)) {
    if (!isSecret(old) || !isSecret(now) || old.$secret.fingerprint !== now.$secret.fingerprint)
      note(old, now, path, found);
    return;
  }
  if (schema !== undefined && isAbsent(schema, old) && isAbsent(schema, now)) return;
  if (schema === undefined) return compareUnknown(old, now, path, found);
  if ("oneOf" in schema) {
    const [was, is] = [variantOf(schema, old ?? null), variantOf(schema, now ?? null)];
    if (was === is) return compare(was, old, now, path, found);
    return note(old, now, path, found);
  }
  if (schema.type === "string" && sameText(schema, old, now)) return;
  if (schema.type === "array" && isList(old) && isList(now))
    return compareItems(schema, old ?? [], now ?? [], path, found);
  if (schema.type === "object" && isObject(old) && isObject(now)) {
    const memberOf = (name: string) => ("properties" in schema ? fieldOf(schema, name) : schema.additionalProperties);
    return compareMembers(memberOf, old ?? {}, now ?? {}, path, found);
  }
  note(old, now, path, found);
}

/** What no schema speaks about: member by member as far as both looks show objects. */
function compareUnknown(old: Look, now: Look, path: Path, found: Moved[]): void {
  if (isJsonObject(old) && isJsonObject(now)) return compareMembers(() => undefined, old, now, path, found);
  note(old, now, path, found);
}

function compareMembers(
  schemaOf: (name: string) => Schema | undefined,
  old: JsonObject,
  now: JsonObject,
  path: Path,
  found: Moved[],
): void {
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    path.push(name);
    compare(schemaOf(name), own(old, name), own(now, name), path, found);
    path.pop();
  }
}

function compareItems(
  schema: ListSchema,
  old: readonly Json[],
  now: readonly Json[],
  path: Path,
  found: Moved[],
): void {
  const [was, is] = [itemsByKey(schema, old), itemsByKey(schema, now)];
  if (was !== null && is !== null) {
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const [before, after] = [was.get(key), is.get(key)];
      path.push((before ?? after)?.name ?? key);
      if (before === undefined || after === undefined) note(before?.item, after?.item, path, found);
      else compare(schema.items, before.item, after.item, path, found);
      path.pop();
    }
    return;
  }
  if (schema.unordered === true || old.length !== now.length) {
    if (!isSameSet(schema, old, now)) note(old, now, path, found);
    return;
  }
  for (const [index, item] of old.entries()) {
    path.push(index);
    compare(schema.items, item, now[index], path, found);
    path.pop();
  }
}

/**
 * Whether two lists have the same items, each as often, in any order. Only what is spelled otherwise is paired one by
 * one.
 */
function isSameSet({ items, unordered }: ListSchema, old: readonly Json[], now: readonly Json[]): boolean {
  if (unordered !== true || old.length !== now.length) return false;
  const plain = plainTextSchema(items);
  if (plain !== undefined && areTexts(old) && areTexts(now)) return sameTexts(plain, old, now);
  const { one, other } = withoutEqual(old, now);
  const left = [...other];
  return one.every((item) => {
    const index = left.findIndex((each) => isSame(items, item, each));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function isSame(schema: Schema, old: Json, now: Json): boolean {
  const found: Moved[] = [];
  compare(schema, old, now, [], found);
  return found.length === 0;
}

function note(old: Look, now: Look, path: Path, found: Moved[]): void {
  found.push({
    path: pointer("", ...path),
    ...((old ?? null) === null ? {} : { old: old ?? null }),
    ...((now ?? null) === null ? {} : { new: now ?? null }),
  });
}

function isList(value: Look): value is readonly Json[] | undefined {
  return value === undefined || Array.isArray(value);
}

function isObject(value: Look): value is JsonObject | undefined {
  return value === undefined || isJsonObject(value);
}

function own(object: JsonObject, name: string): Look {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}
