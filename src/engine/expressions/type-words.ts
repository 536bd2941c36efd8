import { kindOf, type ValueType } from "./value-type.ts";

const words: Readonly<Record<string, string>> = {
  any: "a value",
  string: "text",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
  object: "a map",
};

/** A type in words, for messages. */
export function typeInWords(type: ValueType): string {
  const kind = kindOf(type);
  return words[kind] ?? kind;
}
