import type { CelInput, isCelList, isCelMap, isCelUint } from "@bufbuild/cel";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { Value } from "../../../definitions/schema/value.ts";

/** The library's own tests for its values. */
interface CelLibrary {
  readonly isCelList: typeof isCelList;
  readonly isCelMap: typeof isCelMap;
  readonly isCelUint: typeof isCelUint;
}

/** A value without markers, for CEL: integers become `int` rather than `double`, escaped keys lose their escape. */
export function toCel(value: Value): CelInput {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Value) => toCel(item));
  const members = Object.entries(value as JsonObject);
  return new Map(members.map(([key, member]) => [key.startsWith("$$") ? key.slice(1) : key, toCel(member)]));
}

/** A CEL value as a Value, or why it has no JSON form. */
export function fromCel(value: unknown, library: CelLibrary): Result<Value, string> {
  if (value === null || typeof value === "boolean" || typeof value === "string") return ok(value);
  if (typeof value === "number") {
    // JSON has no sign of zero.
    return Number.isFinite(value) ? ok(value + 0) : err(`the result ${value} is not a number that can be written`);
  }
  if (typeof value === "bigint") return integer(value);
  if (library.isCelUint(value)) return integer(value.value);
  if (library.isCelList(value)) {
    const items: Value[] = [];
    for (const item of value) {
      const converted = fromCel(item, library);
      if (!converted.ok) return converted;
      items.push(converted.value);
    }
    return ok(items);
  }
  if (library.isCelMap(value)) {
    const members: [string, Json][] = [];
    for (const [key, member] of value) {
      if (typeof key !== "string") return err("the result is a map with keys that are no strings");
      const converted = fromCel(member, library);
      if (!converted.ok) return converted;
      members.push([key.startsWith("$") ? `$${key}` : key, converted.value]);
    }
    return ok(Object.fromEntries(members));
  }
  return err(
    "the result is of a kind that a field can't hold; `string(...)` writes a time, a duration or bytes as text",
  );
}

function integer(value: bigint): Result<Value, string> {
  const number = Number(value);
  return Number.isSafeInteger(number)
    ? ok(number)
    : err(`the result ${value} is beyond the integers that JSON holds exactly`);
}
