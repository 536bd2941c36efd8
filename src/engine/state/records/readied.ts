import { type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import type { ResourceRecord } from "./record.ts";

/**
 * Inputs that a call before a deletion has changed, with the values that stood before it: those that still stand as it
 * left them. What another hand has set since is not ours to take back.
 */
function stoodBefore({ readied = {}, outputs }: ResourceRecord, now: JsonObject): JsonObject {
  const isAsLeft = (name: string) => jsonEqual(now[name] ?? null, outputs[name] ?? null);
  return Object.fromEntries(Object.entries(readied).filter(([name]) => isAsLeft(name)));
}

/**
 * The inputs as they were before a call before a deletion changed them. `now`: the object's outputs, where it is seen.
 */
export function withStoodBefore(record: ResourceRecord, inputs: JsonObject, now = record.outputs): JsonObject {
  const stood = stoodBefore(record, now);
  const others = Object.entries(inputs).filter(([name]) => !Object.hasOwn(stood, name));
  return Object.fromEntries([...others, ...Object.entries(stood).filter(([, value]) => value !== null)]);
}

/** The record with what is seen of its object now. */
export function withOutputs(record: ResourceRecord, outputs: JsonObject): ResourceRecord {
  const { readied: _, ...rest } = record;
  const readied = stoodBefore(record, outputs);
  return { ...rest, outputs, ...(Object.keys(readied).length === 0 ? {} : { readied }) };
}
