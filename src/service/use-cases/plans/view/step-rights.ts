import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonEqual,
  ownMember,
} from "../../../../../packages/base/json/json.ts";
import { pointerSegments, valueAt } from "../../../../../packages/base/json/pointer.ts";
import type { DriftRow } from "../../../../contract/documents/drift.ts";
import type { RightsChangeView } from "../../../../contract/documents/plans/differences.ts";
import { isAsWanted } from "../../../../definitions/schema/comparison/compare-objects.ts";
import { declarableInputs } from "../../../../definitions/schema/declarable.ts";
import type { Catalog, ResourceDefinition, RightRule } from "../../../../definitions/schema/definition.ts";
import { fieldOf } from "../../../../definitions/schema/field-schema.ts";
import { rightsBeside, rightsChange } from "../../../../engine/difference/rights.ts";
import { movedRights, valueRights } from "../../../../engine/difference/value-rights.ts";
import type { MovedGrant } from "../../../../engine/observe/drift-of-snapshot.ts";
import type { RemovalStep, Step, WriteStep } from "../../../../engine/plan/plan.ts";
import { sentInputs } from "../../../../engine/plan/values/sent-inputs.ts";
import type { StackState } from "../../../../engine/state/stack-state.ts";

/** Who gains and who loses what by a step; undefined where there is neither, or its resource has no say in that. */
export function stepRights(step: Step, { records }: StackState, { resources }: Catalog): RightsChangeView | undefined {
  const definition = resources[step.type];
  if (definition?.grants === undefined && definition?.rights === undefined) return undefined;
  if ((step.kind !== "write" && step.kind !== "removal") || step.blocked !== undefined) return undefined;
  const isElsewhere = isOfAnotherObject(step, definition);
  const stood = step.prior?.outputs ?? (isElsewhere ? undefined : records.get(step.address)?.outputs);
  if (step.kind === "removal") return removalRights(step, definition, stood);
  const next = sentInputs(step);
  // What is soft-deleted gives no right until it is back.
  const isBack = step.action === "undelete";
  const old = isBack ? undefined : isElsewhere ? standing(step, next, definition) : before(step, next);
  const isChanged = old !== undefined && !jsonEqual(old, next);
  const isMadeAnew = step.action === "replace";
  return all([
    ...rightsOf(isMadeAnew ? withRules(definition, (rule) => !isAnew(rule)) : definition, old, next, step),
    isMadeAnew ? valueRights(withRules(definition, isAnew), undefined, next) : undefined,
    isChanged ? unseen(definition, stood) : undefined,
  ]);
}

/**
 * The same by the end of an object. What always stands is not gone then: it falls back to the widest value, or to what
 * was before.
 */
function removalRights(step: RemovalStep, definition: ResourceDefinition, stood: JsonObject | undefined) {
  // What was gone before took nothing along.
  if (step.how === "forget" || step.unseen === "gone") return undefined;
  // The replacement tells what else comes and goes.
  if (step.by === "replace") return valueRights(withRules(definition, isAnew), stood, undefined);
  if (step.how === "delete") return all(rightsOf(definition, stood, fallback(definition), step));
  const old = stood === undefined ? undefined : declarableInputs(definition, stood);
  const isChanged = step.fields.length > 0;
  const next = isChanged ? (step.restore ?? undefined) : old;
  return all([...rightsOf(definition, old, next, step), isChanged ? unseen(definition, stood) : undefined]);
}

/** The same definition with some of its rules on rights. */
function withRules(definition: ResourceDefinition, holds: (rule: RightRule) => boolean): ResourceDefinition {
  const { rights = [], ...rest } = definition;
  return { ...rest, rights: rights.filter(holds) };
}

const isAnew = ({ anew }: RightRule) => anew === true;

function fallback({ strictness }: ResourceDefinition): JsonObject | undefined {
  if (strictness === undefined) return undefined;
  return put({}, strictness.field.split("."), strictness.strictestFirst.at(-1) ?? null);
}

/** Who gains and who loses what by what has moved on the platform: a grant, or a value. */
export function driftRights(
  { type, path, old, new: now }: Pick<DriftRow, "type" | "path" | "old" | "new">,
  grant: MovedGrant | undefined,
  { resources }: Pick<Catalog, "resources">,
): RightsChangeView | undefined {
  const definition = resources[type];
  if (definition?.grants === undefined && definition?.rights === undefined) return undefined;
  const { grants } = definition;
  return all([
    path === "" ? valueRights(definition, grant?.old, grant?.new) : movedRights(definition, path, old, now),
    grants && rightsChange(grants, grant?.old, grant?.new),
    grants && { gains: rightsBeside(grants, grant?.beside ?? []), loses: [] },
  ]);
}

/** What becomes of the rights of an object itself, and of those that the call throws out or brings back. */
function rightsOf(
  definition: ResourceDefinition,
  old: JsonObject | undefined,
  next: JsonObject | undefined,
  { restores, displaced }: Pick<WriteStep, "restores" | "displaced">,
): readonly (RightsChangeView | undefined)[] {
  const { grants } = definition;
  return [
    grants && rightsChange(grants, old, next),
    grants && {
      gains: rightsBeside(grants, contentsOf(restores)),
      loses: rightsBeside(grants, contentsOf(displaced)),
    },
    valueRights(definition, old, next),
  ];
}

/** What the platform alone says of rights, and may say otherwise after a write. */
function unseen(definition: ResourceDefinition, stood: JsonObject | undefined): RightsChangeView | undefined {
  if (stood === undefined) return undefined;
  const { outputs } = definition;
  const names = Object.keys(outputs.properties).filter((name) => fieldOf(outputs, name)?.followsWrites === true);
  const seen = Object.fromEntries(names.map((name) => [name, ownMember(stood, name) ?? null]));
  const ends = valueRights(definition, seen, {});
  const later = { who: "whoever the new rules name", what: unknown, says: `gains what they say ${unknown}` };
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

/**
 * What stands there before a write, as far as the step tells: all else stays as it is sent. Of what is taken over,
 * fields without an old value are new only where nothing stands.
 */
function before({ action, prior, fields }: WriteStep, sent: JsonObject): JsonObject | undefined {
  if (action === "create" && prior === null) return undefined;
  const stands = (path: string) => (valueAt(prior?.outputs ?? {}, path) ?? null) !== null;
  return fields.reduce(
    (made, { path, old }) => (old === undefined && stands(path) ? made : put(made, pointerSegments(path), old ?? null)),
    sent,
  );
}

/**
 * Whether a step writes another object than before, and a step of its own says what becomes of that. What always stands
 * and was not found there goes by another name.
 */
function isOfAnotherObject(step: WriteStep | RemovalStep, { existence }: ResourceDefinition): boolean {
  if (step.kind === "removal" || step.action === "replace" || step.former !== "superseded") return false;
  return step.prior !== null || existence !== "standing";
}

/** What stands at another object than the one so far, which has a step of its own; as it is sent where it is so. */
function standing({ prior }: WriteStep, sent: JsonObject, definition: ResourceDefinition): JsonObject | undefined {
  if (prior === null) return undefined;
  return isAsWanted(definition, prior.outputs, sent) ? sent : declarableInputs(definition, prior.outputs);
}

function put(object: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const member = object[name];
  return { ...object, [name]: put(isJsonObject(member) ? member : {}, rest, value) };
}
