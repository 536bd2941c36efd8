import type { Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";

/** Kinds of scalars that the core schema of YAML 1.2 knows (section 10.3). */
export type ScalarTag = "null" | "bool" | "int" | "float" | "str";

const integerPattern = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const floatPattern = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const specialFloatPattern = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Words that are no text. */
const words: ReadonlyMap<string, ScalarTag> = new Map([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, "null"] as const),
  ...["true", "True", "TRUE", "false", "False", "FALSE"].map((word) => [word, "bool"] as const),
]);
const longestWord = 5;
const lastDigit = 0x39;

/** The tag that the core schema gives to a plain scalar. */
export function implicitTag(text: string): ScalarTag {
  const word = text.length > longestWord ? undefined : words.get(text);
  if (word !== undefined) return word;
  // By its first character most text can be nothing else: signs, the point and digits stand before all letters.
  if (text.charCodeAt(0) > lastDigit) return "str";
  if (integerPattern.test(text)) return "int";
  return floatPattern.test(text) || specialFloatPattern.test(text) ? "float" : "str";
}

/** The value of a scalar under a tag, or why JSON has no such value. */
export function scalarValue(text: string, tag: ScalarTag): Result<Json, string> {
  const implicit = implicitTag(text);
  switch (tag) {
    case "str":
      return ok(text);
    case "null":
      return implicit === "null" ? ok(null) : err(`"${text}" is not null`);
    case "bool":
      return implicit === "bool" ? ok(text.toLowerCase() === "true") : err(`"${text}" is neither true nor false`);
    case "int":
      return implicit === "int" ? integerValue(text) : err(`"${text}" is not an integer`);
    case "float":
      return implicit === "int" || implicit === "float" ? floatValue(text) : err(`"${text}" is not a number`);
  }
}

function integerValue(text: string): Result<Json, string> {
  // Number() reads 0o and 0x, and adds no sign of zero that JSON would lose.
  const value = Number(text) + 0;
  if (Number.isSafeInteger(value)) return ok(value);
  return err(`${text} is beyond the integers that are exact (2^53); put it into quotes if it is an identifier`);
}

function floatValue(text: string): Result<Json, string> {
  const value = Number(text) + 0;
  return Number.isFinite(value) ? ok(value) : err(`${text} is not a finite number`);
}
