import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { itemsByKey } from "../../definitions/schema/comparison/items-by-key.ts";
import { withoutEqual } from "../../definitions/schema/comparison/same-items.ts";
import { fieldOf, variantOf } from "../../definitions/schema/field-schema.ts";
import type { ListSchema, Schema } from "../../definitions/schema/schema.ts";
import { looksSealed } from "../../definitions/schema/secret-values.ts";
import type { Hunk, ListPart } from "./hunk.ts";
import { shortestEdit } from "./shortest-edit.ts";
import { textParts } from "./text-difference.ts";

type Path = readonly (string | number)[];
type Side = Json | undefined;

/**
 * How one value becomes another: every place at which they differ. The schema tells which lists have an order, and by
 * what their members are known; without one every list has an order. Empty exactly where both are the same value
 * (decision 0098).
 */
export function difference(schema: Schema | undefined, old: Side, next: Side): readonly Hunk[] {
  return compare(schema, old, next, []);
}

function compare(schema: Schema | undefined, old: Side, next: Side, path: Path): readonly Hunk[] {
  if (old === undefined ? next === undefined : jsonEqual(old, next)) return [];
  const at = { path: pointer("", ...path) };
  if (looksSealed(old) || looksSealed(next))
    return [{ kind: "secret", ...at, ...given("old", old), ...given("new", next) }];
  if (typeof old === "string" && typeof next === "string")
    return [{ kind: "text", ...at, parts: textParts(old, next) }];
  if (Array.isArray(old) && Array.isArray(next)) return compareLists(listSchema(schema), old, next, path);
  if (isData(old) && isData(next)) return compareMembers(schema, old, next, path);
  return [{ kind: "value", ...at, ...given("old", old), ...given("new", next) }];
}

function given<N extends "old" | "new">(name: N, value: Side): { readonly [name in N]?: Json } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [name in N]?: Json });
}

function isData(value: Side): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => /^\$[^$]/.test(key));
}

function compareMembers(schema: Schema | undefined, old: JsonObject, next: JsonObject, path: Path): readonly Hunk[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  return names.flatMap((name) =>
    compare(memberSchema(schema, name, old, next), ownMember(old, name), ownMember(next, name), [...path, name]),
  );
}

function memberSchema(schema: Schema | undefined, name: string, ...sides: readonly JsonObject[]): Schema | undefined {
  if (schema === undefined) return undefined;
  if ("oneOf" in schema) {
    const [old, next] = sides.map((side) => variantOf(schema, side));
    return old !== undefined && old === next ? fieldOf(old, name) : undefined;
  }
  if (schema.type !== "object") return undefined;
  return "properties" in schema ? fieldOf(schema, name) : schema.additionalProperties;
}

function listSchema(schema: Schema | undefined): ListSchema | undefined {
  return schema !== undefined && "items" in schema ? schema : undefined;
}

function compareLists(
  schema: ListSchema | undefined,
  old: readonly Json[],
  next: readonly Json[],
  path: Path,
): readonly Hunk[] {
  const found = schema?.unordered === true ? compareSets(schema, old, next, path) : [];
  return found.length > 0 ? found : compareSequences(schema, old, next, path);
}

/** None where only the order differs. */
function compareSets(schema: ListSchema, old: readonly Json[], next: readonly Json[], path: Path): readonly Hunk[] {
  const [before, after] = [itemsByKey(schema, old), itemsByKey(schema, next)];
  if (before !== null && after !== null)
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const [was, is] = [before.get(key), after.get(key)];
      return compare(schema.items, was?.item, is?.item, [...path, (was ?? is)?.name ?? key]);
    });
  const { one: gone, other: come } = withoutEqual(old, next);
  if (gone.length + come.length === 0) return [];
  const kept = withoutEqual(next, come).one;
  const parts: ListPart[] = [{ kind: "changed", old: gone, new: come }];
  if (kept.length > 0) parts.push({ kind: "same", items: kept });
  return [{ kind: "list", path: pointer("", ...path), ordered: false, parts }];
}

/** Members that stand in one another's place and have members themselves are compared one by one. */
function compareSequences(
  schema: ListSchema | undefined,
  old: readonly Json[],
  next: readonly Json[],
  path: Path,
): readonly Hunk[] {
  const edits = shortestEdit(old.map(canonicalJson), next.map(canonicalJson));
  const parts: ListPart[] = [];
  let done = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of edits) {
    if (oldStart > done) parts.push({ kind: "same", items: old.slice(done, oldStart) });
    parts.push({ kind: "changed", old: old.slice(oldStart, oldEnd), new: next.slice(newStart, newEnd) });
    done = oldEnd;
  }
  if (old.length > done) parts.push({ kind: "same", items: old.slice(done) });
  if (!parts.every(isOneForOne)) return [{ kind: "list", path: pointer("", ...path), ordered: true, parts }];
  return edits.flatMap(({ oldStart, oldEnd, newStart }) =>
    old
      .slice(oldStart, oldEnd)
      .flatMap((item, index) => compare(schema?.items, item, next[newStart + index], [...path, newStart + index])),
  );
}

function isOneForOne(part: ListPart): boolean {
  if (part.kind === "same") return true;
  if (part.old.length !== part.new.length) return false;
  return part.old.every((item, index) => {
    const other = part.new[index];
    return (isData(item) && isData(other)) || (Array.isArray(item) && Array.isArray(other));
  });
}
