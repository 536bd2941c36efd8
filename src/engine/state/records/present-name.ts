import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { PhysicalIdentity, ResourceRecord } from "./record.ts";

type Named = Pick<ResourceRecord, "identity" | "provider">;

/**
 * The identity of a record's object under the name that it was seen to have: another one than recorded where the
 * platform has renamed it since.
 */
export function presentIdentity(definition: ResourceDefinition, record: Named, outputs: JsonObject): PhysicalIdentity {
  const { identity, provider } = record;
  const { id } = outputs;
  if (definition.identity.renamed === undefined || typeof id !== "string") return identity;
  if (idKey(definition, id) === idKey(definition, identity.id)) return identity;
  const now = parseId(definition, id, provider.config);
  return now.ok ? now.value : identity;
}

/**
 * The record of an object as it is called now, where the declaration leaves its names to the platform; as it was
 * recorded where it gives one. Its outputs stay what they were.
 */
export function underPresentName<R extends Named & Pick<ResourceRecord, "inputs">>(
  definition: ResourceDefinition,
  record: R,
  outputs: JsonObject,
  declared: JsonObject,
): R {
  const fields = (definition.identity.renamed ?? []).filter((name) => Object.hasOwn(record.inputs, name));
  if (fields.length === 0 || fields.some((name) => (declared[name] ?? null) !== null)) return record;
  const identity = presentIdentity(definition, record, outputs);
  const names = Object.fromEntries(fields.map((name) => [name, outputs[name] ?? null]));
  return { ...record, identity, inputs: { ...record.inputs, ...names } };
}
