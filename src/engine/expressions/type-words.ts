import type { ValueType } from "./value-type.ts";

const words: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
  object: "a map",
};

/** A type in words, for messages. */
export function typeInWords(type: ValueType): string {
  if (type === "any") return "a value";
  const kind = "oneOf" in type ? "object" : type.type;
  return words[kind] ?? kind;
}
