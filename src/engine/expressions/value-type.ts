import type { Schema } from "../../definitions/schema/schema.ts";

/** What is known of a value before there is one. */
export type ValueType = Schema | "any";

/** The name of a type: one of several shapes is an object. */
export function kindOf(type: ValueType): string {
  if (type === "any") return "any";
  return "oneOf" in type ? "object" : type.type;
}
