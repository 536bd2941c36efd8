import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { escapedOutputs, unknown, type Value } from "../../../definitions/schema/value.ts";
import type { ResourceRecord } from "../../state/records/record.ts";

/**
 * What others may read of an object by what it answered: its keys are no markers. What a half-made one (`record`:
 * tainted) does not have is known once it is made anew.
 */
export function seenOutputs(
  address: string,
  record: Pick<ResourceRecord, "tainted"> | undefined,
  outputs: JsonObject,
): Value {
  return record?.tainted === undefined
    ? escapedOutputs(outputs)
    : outputsSoFar(outputs, `known once ${address} is made anew`);
}

/** What a half-made object answered; what it does not have is not known yet. */
function outputsSoFar(outputs: JsonObject, why: string): Value {
  const had = Object.entries(outputs).filter(([, value]) => value !== null);
  const missing = Object.keys(outputs).filter((name) => outputs[name] === null);
  const known = escapedOutputs(Object.fromEntries(had));
  return { ...known, ...Object.fromEntries(missing.map((name) => [name, unknown(why)])) };
}
