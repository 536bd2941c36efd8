import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../../packages/base/json/pointer.ts";
import type { DriftRow } from "../../../../contract/documents/drift.ts";
import type { RightsChangeView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog, ResourceDefinition } from "../../../../definitions/schema/definition.ts";
import { fieldOf } from "../../../../definitions/schema/walk-value.ts";
import { rightsBeside, rightsChange } from "../../../../engine/difference/rights.ts";
import { movedRights, valueRights } from "../../../../engine/difference/value-rights.ts";
import type { Step, WriteStep } from "../../../../engine/plan/plan.ts";
import type { ResourceRecord } from "../../../../engine/state/records/record.ts";
import type { StackState } from "../../../../engine/state/stack-state.ts";

/** Who gains and who loses what by a step; undefined where nobody does, or its resource has no say in that. */
export function stepRights(step: Step, { records }: StackState, { resources }: Catalog): RightsChangeView | undefined {
  const definition = resources[step.type];
  if (definition === undefined) return undefined;
  const record = records.get(step.address);
  if (step.kind === "write")
    return all([...rightsOf(definition, before(step), step.desired, step), unseen(step, definition, record)]);
  if (step.kind !== "removal" || step.how !== "delete" || step.superseded) return undefined;
  return all(rightsOf(definition, record?.inputs, undefined, step));
}

/** Who gains and who loses what by a value that moved on the platform. */
export function driftRights(
  { type, path, old, new: now }: Pick<DriftRow, "type" | "path" | "old" | "new">,
  { resources }: Pick<Catalog, "resources">,
): RightsChangeView | undefined {
  return path === "" ? undefined : movedRights(resources[type]?.rights ?? [], path, old, now);
}

/** What becomes of the rights of an object itself, and of those that the call throws out or brings back. */
function rightsOf(
  { grants, rights = [] }: ResourceDefinition,
  old: JsonObject | undefined,
  next: JsonObject | undefined,
  { restores, displaced }: Pick<WriteStep, "restores" | "displaced">,
): readonly (RightsChangeView | undefined)[] {
  return [
    grants && rightsChange(grants, old, next),
    grants && {
      gains: rightsBeside(grants, contentsOf(restores)),
      loses: rightsBeside(grants, contentsOf(displaced)),
    },
    valueRights(rights, old, next),
  ];
}

/** What the platform alone says of rights, and may say otherwise after a write. */
function unseen(
  { fields }: WriteStep,
  { rights = [], outputs }: ResourceDefinition,
  record: ResourceRecord | undefined,
): RightsChangeView | undefined {
  if (record === undefined || fields.length === 0) return undefined;
  const names = Object.keys(outputs.properties).filter((name) => fieldOf(outputs, name)?.followsWrites === true);
  const seen = Object.fromEntries(names.map((name) => [name, ownMember(record.outputs, name) ?? null]));
  const ends = valueRights(rights, seen, undefined);
  const later = { who: unknown, what: unknown };
  return ends && { gains: [later], loses: ends.loses };
}

const unknown = "(known after apply)";

function all(changes: readonly (RightsChangeView | undefined)[]): RightsChangeView | undefined {
  const gains = changes.flatMap((change) => change?.gains ?? []);
  const loses = changes.flatMap((change) => change?.loses ?? []);
  return gains.length + loses.length === 0 ? undefined : { gains, loses };
}

function contentsOf(overwritten: WriteStep["displaced"] = []): readonly Json[] {
  return overwritten.map(({ content }) => content);
}

/** What stands there before a write, as far as the step tells: all else stays as it is desired. */
function before({ action, prior, desired, fields }: WriteStep): JsonObject | undefined {
  if (action === "create" && prior === null) return undefined;
  return fields.reduce((made, { path, old }) => put(made, pointerSegments(path), old ?? null), desired);
}

function put(object: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const member = object[name];
  return { ...object, [name]: put(isJsonObject(member) ? member : {}, rest, value) };
}
