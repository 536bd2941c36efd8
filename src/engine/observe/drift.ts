import { type Json, type JsonObject, jsonEqual } from "../../base/json.ts";
import { pointer, valueAt } from "../../base/pointer.ts";
import { compareValues } from "../../definitions/schema/compare-values.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import { idKey } from "../../definitions/schema/identity.ts";
import { fieldOf } from "../../definitions/schema/walk-value.ts";
import { mayLag, mayShowBefore, type ResourceRecord } from "../state/record.ts";
import { type Observed, objectKey, type Snapshot } from "../state/snapshot.ts";

/** What kind of difference stands between a record and the world. */
export type DriftClass =
  /** Somebody changed a value that we wrote. */
  | "out-of-band"
  /** A value that nobody declared moved by itself or by the platform's own default. */
  | "platform default"
  /** Another spelling of the same value: no change. */
  | "equivalent form"
  /** The object is not there any more. */
  | "gone"
  /** The read shows the object as it was before our last write: the platform has not caught up. */
  | "lagging read"
  /** It can't be read now. */
  | "unreadable";

export interface Drift {
  readonly address: string;
  readonly type: string;
  readonly id: string;
  readonly class: DriftClass;
  /** JSON pointer below the outputs; empty where the whole object is meant. */
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
  readonly detail?: string;
  /** Who and when, where the platform tells. */
  readonly by?: string;
  readonly at?: string;
}

/** Every difference between what is recorded and what was seen, classified; by address. Pure. */
export function driftOf(snapshot: Snapshot, catalog: Catalog): readonly Drift[] {
  const byAddress = [...snapshot.state.records.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  return byAddress.flatMap((record) => {
    const definition = catalog.resources[record.type];
    if (definition === undefined) return [];
    const seen = snapshot.observations.get(objectKey(record.provider.cloudId, idKey(definition, record.identity.id)));
    return seen === undefined ? [] : driftOfRecord(record, definition, seen, snapshot.at);
  });
}

function driftOfRecord(
  record: ResourceRecord,
  definition: ResourceDefinition,
  seen: Observed,
  at: string,
): readonly Drift[] {
  const object = { address: record.address, type: record.type, id: record.identity.id };
  if (seen.kind === "unreadable") return [{ ...object, class: "unreadable", path: "", detail: seen.detail }];
  const lag = mayLag(record, at) ? "; a read so soon after our last write may lag behind, so its record is kept" : "";
  if (seen.kind === "absent")
    return [{ ...object, class: "gone", path: "", detail: `it does not exist any more${lag}` }];
  if (seen.deleted) return [{ ...object, class: "gone", path: "", detail: `it is soft-deleted${lag}` }];
  // Fields that the declaration leaves to others are nobody's drift.
  if (record.options.onDrift === "ignore") return [];
  const outputs = echoIdentity(definition, seen.outputs, record.inputs);
  const change = { ...lastChange(definition, outputs) };
  const fields = fieldDrift(record, definition, outputs).map((field) => ({ ...object, ...field, ...change }));
  const displaced = seen.displaces.map((binding) => ({
    ...object,
    class: "out-of-band" as const,
    path: "",
    detail: `it also holds ${binding}`,
    ...change,
  }));
  return mayShowBefore(record, seen.outputs, at)
    ? fields.map((field) => ({ ...field, class: "lagging read" as const }))
    : [...fields, ...displaced];
}

/** Top-level fields that are not as recorded, each broken down to its leaves where it means something else. */
function fieldDrift(
  record: ResourceRecord,
  definition: ResourceDefinition,
  outputs: JsonObject,
): readonly Pick<Drift, "class" | "path" | "old" | "new">[] {
  const { properties } = outputSchema(definition);
  return Object.keys(properties).flatMap((name): readonly Pick<Drift, "class" | "path" | "old" | "new">[] => {
    const [before, now] = [record.outputs[name] ?? null, outputs[name] ?? null];
    const field = properties[name];
    if (jsonEqual(before, now) || field === undefined || field.volatile === true) return [];
    const leaves = compareValues(
      { type: "object", properties: { [name]: field }, additionalProperties: false },
      { [name]: now },
      { [name]: before },
    );
    if (leaves.length === 0) return [{ class: "equivalent form", path: pointer("", name), old: before, new: now }];
    return leaves
      .filter((leaf) => !isVolatile(definition, leaf.pointer))
      .map((leaf) => ({
        class: isDeclared(record, definition, leaf.pointer) ? ("out-of-band" as const) : ("platform default" as const),
        path: leaf.pointer,
        // Compared the other way round: what was recorded stands in for what is wanted.
        ...(leaf.new === undefined || leaf.new === null ? {} : { old: leaf.new }),
        ...(leaf.old === undefined || leaf.old === null ? {} : { new: leaf.old }),
      }));
  });
}

/** Values that change whenever the platform likes say nothing about anybody's hand. */
function isVolatile(definition: ResourceDefinition, path: string): boolean {
  let schema: ReturnType<typeof fieldOf> = outputSchema(definition);
  for (const segment of path.split("/").slice(1)) {
    if (schema === undefined || !("properties" in schema)) return false;
    schema = fieldOf(schema, segment);
    if (schema?.volatile === true) return true;
  }
  return false;
}

function isDeclared(record: ResourceRecord, definition: ResourceDefinition, path: string): boolean {
  const field = path.split("/")[1] ?? "";
  return fieldOf(definition.inputs, field) !== undefined && valueAt(record.inputs, path) !== undefined;
}

function lastChange(
  definition: ResourceDefinition,
  outputs: JsonObject,
): { readonly by?: string; readonly at?: string } {
  const text = (path: string | undefined) => {
    const value = path === undefined ? undefined : valueAt(outputs, pointer("", ...path.split(".")));
    return typeof value === "string" ? value : undefined;
  };
  const [by, at] = [text(definition.lastChange?.by), text(definition.lastChange?.at)];
  return { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
}
