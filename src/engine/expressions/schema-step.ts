import { fieldNames, schemaAt } from "../../definitions/schema/field-schema.ts";
import { typeInWords } from "./type-words.ts";
import { kindOf, type ValueType } from "./value-type.ts";

/** Why a path can't be followed, with the names that could have been meant. */
export interface NoSuchField {
  readonly detail: string;
  readonly candidates: readonly string[];
}

/** The type one segment further in, or why there is none; the detail continues the name of the value. */
export function stepSchema(type: ValueType, segment: string | number): { readonly type: ValueType } | NoSuchField {
  if (type === "any") return { type };
  const kind = kindOf(type);
  const field = typeof segment === "number" ? `item ${segment}` : `field "${segment}"`;
  if (kind !== "object" && kind !== "array")
    return { detail: `is ${typeInWords(type)}, so it has no ${field}`, candidates: [] };
  // CEL indexes lists with integers and everything else with strings, and never converts one into the other.
  if ((kind === "array") !== (typeof segment === "number")) {
    return { detail: `is ${kind === "array" ? "a list" : "no list"}, so it has no ${field}`, candidates: [] };
  }
  const next = schemaAt(type, [segment]);
  return next === undefined ? { detail: `has no ${field}`, candidates: fieldNames(type) } : { type: next };
}

/** True where two types take the same values, as far as expressions can tell them apart. */
export function sameShape(a: ValueType, b: ValueType): boolean {
  if (a === b) return true;
  if (a === "any" || b === "any" || "oneOf" in a || "oneOf" in b) return false;
  if (a.type === "array" && b.type === "array") return sameShape(a.items, b.items);
  return a.type === b.type && a.type !== "object" && a.type !== "array";
}
