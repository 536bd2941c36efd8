import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { escapedOutputs, unknown, type Value } from "../../../definitions/schema/value.ts";

/** Why a value of a half-made object is not known. */
export function knownOnceMade(address: string): string {
  return `known once ${address} is made anew`;
}

/** What a half-made object answered; what it does not have is not known yet. */
export function outputsSoFar(outputs: JsonObject, why: string): Value {
  const had = Object.entries(outputs).filter(([, value]) => value !== null);
  const missing = Object.keys(outputs).filter((name) => outputs[name] === null);
  const known = escapedOutputs(Object.fromEntries(had));
  return { ...known, ...Object.fromEntries(missing.map((name) => [name, unknown(why)])) };
}
