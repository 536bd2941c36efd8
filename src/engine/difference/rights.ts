import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { dottedPointer, valueAt } from "../../../packages/base/json/pointer.ts";
import type { Grants } from "../../definitions/schema/definition.ts";
import type { Right, RightsChange } from "./hunk.ts";

/**
 * Who gains and who loses what where an object that grants a right comes (`old` undefined), changes or goes; undefined
 * where there is neither. A right whose condition changes is lost and gained; what only describes the condition
 * grants nothing.
 */
export function rightsChange(
  grants: Grants,
  old: JsonObject | undefined,
  next: JsonObject | undefined,
): RightsChange | undefined {
  const [before, after] = [rightOf(grants, old), rightOf(grants, next)];
  const deciding = (right: Right) => decidingPart(right, grants);
  if (before === undefined ? after === undefined : jsonEqual(deciding(before), after && deciding(after)))
    return undefined;
  return { gains: after === undefined ? [] : [after], loses: before === undefined ? [] : [before] };
}

/** The rights of others that a write takes away on the same physical object. */
export function rightsBeside({ beside }: Grants, contents: readonly Json[]): readonly Right[] {
  if (beside === undefined) return [];
  return contents.filter(isJsonObject).flatMap((content) => {
    const who = valueAt(content, dottedPointer(beside.who));
    const holders = Array.isArray(who) ? who : [who ?? null];
    return holders.flatMap((each: Json) => rightOf({ ...beside, who: "who" }, { ...content, who: each }) ?? []);
  });
}

function rightOf({ who, what, when }: Grants, inputs: JsonObject | undefined): Right | undefined {
  if (inputs === undefined) return undefined;
  const at = (path: string) => valueAt(inputs, dottedPointer(path));
  const condition = when === undefined ? undefined : at(when);
  return {
    who: named(at(who)),
    what: named(at(what)),
    ...((condition ?? null) === null ? {} : { when: condition ?? null }),
  };
}

function named(value: Json | undefined): string {
  return typeof value === "string" ? value : "(known after apply)";
}

function decidingPart({ who, what, when = null }: Right, { decides }: Grants): Json {
  const part = decides === undefined || when === null ? when : valueAt(when, dottedPointer(decides));
  return { who, what, when: part ?? when };
}
