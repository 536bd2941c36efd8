import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { type RuleShape, ruleShape } from "../../../vendor-wire/azure/policy-rule-shapes.ts";

/**
 * A rule as far as its kind knows what is in it; unknown members are passed over. The error says what is
 * amiss.
 */
export function ruleContent(rule: JsonObject): Result<JsonObject, string> {
  const { id, ruleType } = rule;
  const misfits: string[] = [];
  const known = fitted(rule, ruleShape(String(ruleType)), "", misfits);
  if (misfits.length === 0 && isJsonObject(known)) return ok(known);
  return err(`The policy rule ${String(id)} is malformed: ${misfits.join(", ")}.`);
}

function fitted(value: Json, shape: RuleShape, place: string, misfits: string[]): Json {
  if (value === null) return null;
  const misfit = (what: string) => {
    misfits.push(`${place} is not ${what}`);
    return null;
  };
  if (typeof shape === "object") {
    if ("words" in shape)
      return shape.words.some((word) => word === value) ? value : misfit(`one of ${shape.words.join(", ")}`);
    if ("list" in shape) {
      if (!Array.isArray(value) || value.includes(null)) return misfit("a list without nulls");
      return value.map((each: Json, index) => fitted(each, shape.list, `${place}[${index}]`, misfits));
    }
    if (!isJsonObject(value)) return misfit("an object");
    const members = Object.entries(value).flatMap(([name, member]) => {
      const inner = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined;
      return inner === undefined
        ? []
        : [[name, fitted(member, inner, place === "" ? name : `${place}.${name}`, misfits)] as const];
    });
    return Object.fromEntries(members);
  }
  switch (shape) {
    case "text":
      return typeof value === "string" ? value : misfit("a text");
    case "flag":
      return typeof value === "boolean" ? value : misfit("true or false");
    case "integer":
      return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? value : misfit("an integer");
  }
}
