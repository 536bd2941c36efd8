import { isJsonObject, type Json, type JsonObject, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../packages/base/json/pointer.ts";
import { compareValues } from "../../definitions/schema/comparison/compare-values.ts";
import { withDocumentedDefaults } from "../../definitions/schema/comparison/documented-defaults.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { fieldOf } from "../../definitions/schema/field-schema.ts";
import { overlap, type PlacedValue } from "../../definitions/schema/place-values.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { Intent } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { Transition } from "./journal/transition.ts";

/** Where the inputs that a declaration gives differ from former ones, which are spelled as a declaration has them. */
export function renewedPaths(former: JsonObject, declared: JsonObject, { inputs }: ResourceDefinition) {
  return differingPaths(former, declared, inputs);
}

/**
 * Where two trees differ: keys are followed, also where one tree has none of what can stand without any: another hand
 * may have set others there since. What has required members comes and goes as one place, and so does a list.
 */
function differingPaths(one: JsonObject, other: JsonObject, schema: Schema | undefined, base = ""): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): readonly string[] => {
    const [a, b] = [ownMember(one, name), ownMember(other, name)];
    if (jsonEqual(a, b)) return [];
    const path = pointer(base, name);
    const field = schema !== undefined && "properties" in schema ? fieldOf(schema, name) : undefined;
    const none = canBeEmpty(field) ? {} : undefined;
    const [before, after] = [a ?? none, b ?? none];
    return isTree(before) && isTree(after) ? differingPaths(before, after, field, path) : [path];
  });
}

function canBeEmpty(field: Schema | undefined): boolean {
  if (field === undefined || "oneOf" in field || field.type !== "object") return false;
  return !("properties" in field) || (field.required ?? []).length === 0;
}

/** The inputs of which a plan has a say: no concurrency tags, and no names that follow from other inputs. */
export function lastingInputs(record: Pick<ResourceRecord, "inputs">, definition: ResourceDefinition): JsonObject {
  const lasting = Object.entries(record.inputs).filter(([name]) => {
    const field = fieldOf(definition.inputs, name);
    return field?.precondition !== true && field?.default?.from !== "composed";
  });
  return Object.fromEntries(lasting);
}

/** Where the inputs of one record differ from those of another. */
export function changedPaths(one: ResourceRecord, other: ResourceRecord, definition: ResourceDefinition) {
  return differingPaths(lastingInputs(one, definition), lastingInputs(other, definition), definition.inputs);
}

/**
 * Where a run has changed an object in place, has made another of it, or has taken its former one back, below its
 * inputs.
 */
export function writtenPaths(transitions: readonly Transition[], definition: ResourceDefinition): readonly string[] {
  const paths = transitions.flatMap((transition) => {
    const { before, after, intent } = transition;
    if (before === null || after === null) return [];
    const isAnother = isTakenBack(transition);
    if (intent === null && !isAnother) return [];
    const recorded = differingPaths(
      lastingInputs(before, definition),
      lastingInputs(after, definition),
      definition.inputs,
    );
    const isWritten = (path: string) => isAnother || intent?.operation !== "update" || isRequested(path, intent);
    return [...recorded.filter(isWritten), ...correctedValues(transition, definition).map(({ path }) => path)];
  });
  return [...new Set(paths)];
}

/** Where an update asked for other values than are recorded. */
export function requestedPaths(
  record: ResourceRecord,
  intent: Intent,
  definition: ResourceDefinition,
): readonly string[] {
  if (intent.operation !== "update") return [];
  const wanted = lastingInputs(intent.request, definition);
  const differing = differingPaths(lastingInputs(record, definition), wanted, definition.inputs);
  return differing.filter((path) => isRequested(path, intent));
}

/** Whether a call asked for a value at a place. */
function isRequested(path: string, { request }: Pick<Intent, "request">): boolean {
  return request.fields.includes(pointerSegments(path)[0] ?? "");
}

/**
 * Whether an undo has made the other object of a half-done replacement current again: without a call, or with the one
 * that gives it what a call before its deletion has changed.
 */
export function isTakenBack({ before, after, intent }: Transition): boolean {
  const isInPlace = intent === null || intent.operation === "update";
  return isInPlace && before !== null && after !== null && after.generation !== before.generation;
}

/**
 * What stood in an object's fields before a call changed them, where the former record does not tell: it had another
 * value, or the call wrote a value that is not recorded, as an undo does that puts back what a run has corrected.
 */
export function correctedValues(
  { before, after, intent }: Transition,
  definition: ResourceDefinition,
): readonly PlacedValue[] {
  if (before === null || after === null || intent === null || intent.before === null) return [];
  if (intent.operation !== "update" || before.identity.id !== after.identity.id) return [];
  const seen = declarableInputs(definition, echoIdentity(definition, intent.before.outputs, before.inputs));
  const whole = (inputs: JsonObject, others: JsonObject) =>
    withDocumentedDefaults(definition.inputs, withCleared(inputs, others));
  const { inputs: asked } = intent.request;
  const changed = compareValues(definition.inputs, seen, whole(asked, before.inputs)).filter((difference) =>
    isRequested(difference.pointer, intent),
  );
  const drifted = compareValues(definition.inputs, seen, whole(before.inputs, after.inputs));
  const corrected = drifted.filter(({ pointer: path }) => changed.some((each) => overlap(each.pointer, path)));
  const unrecorded = changed.filter(
    ({ pointer: path }) =>
      !sameAt(path, asked, after.inputs) &&
      sameAt(path, before.inputs, after.inputs) &&
      !drifted.some((each) => overlap(each.pointer, path)),
  );
  return [...corrected, ...unrecorded].map(({ pointer: path, old }) => ({ path, value: old ?? null }));
}

/**
 * What of an object that a run has deleted was not as recorded: it is made anew as it stood. `others` are the inputs of
 * what the run has made in its place, if anything.
 */
export function lostValues(
  former: ResourceRecord,
  others: JsonObject,
  transitions: readonly Transition[],
  definition: ResourceDefinition,
): readonly PlacedValue[] {
  const end = transitions.findLast((each) => isEndOf(former, each));
  return end === undefined ? [] : valuesBefore(former, end, definition, others);
}

/** All inputs of an object as a run has deleted it. */
export function inputsAtEnd(
  former: ResourceRecord,
  transitions: readonly Transition[],
  definition: ResourceDefinition,
): JsonObject | undefined {
  const stood = transitions.findLast((each) => isEndOf(former, each))?.intent?.before;
  return stood === undefined || stood === null
    ? undefined
    : declarableInputs(definition, echoIdentity(definition, stood.outputs, former.inputs));
}

function isEndOf({ identity }: ResourceRecord, { intent }: Transition): boolean {
  return intent?.operation === "delete" && intent.identity.id === identity.id;
}

/** What of an object was not as recorded when a call ended it, fields that were never declared among it. */
export function valuesBefore(
  former: ResourceRecord,
  { intent }: Transition,
  definition: ResourceDefinition,
  others: JsonObject = {},
): readonly PlacedValue[] {
  const stood = intent?.before ?? null;
  if (stood === null) return [];
  const seen = declarableInputs(definition, echoIdentity(definition, stood.outputs, former.inputs));
  const set = Object.entries(lastingInputs({ inputs: seen }, definition)).filter(([, value]) => value !== null);
  const undeclared = withCleared(former.inputs, { ...others, ...Object.fromEntries(set) });
  const recorded = withDocumentedDefaults(definition.inputs, undeclared);
  return compareValues(definition.inputs, seen, recorded).map(({ pointer: path, old }) => ({
    path,
    value: old ?? null,
  }));
}

/** Where the call that let an object go has put other values in its place. */
export function putBackPaths(
  former: ResourceRecord,
  { intent }: Transition,
  definition: ResourceDefinition,
): readonly string[] {
  if (intent === null) return [];
  const { inputs, fields } = intent.request;
  return fields
    .filter((name) => !sameAt(pointer("", name), inputs, former.inputs))
    .flatMap((name) => {
      const [one, other] = [inputs, lastingInputs(former, definition)].map((tree) => {
        const value = ownMember(tree, name);
        return value === undefined ? {} : { [name]: value };
      });
      return differingPaths(one ?? {}, other ?? {}, definition.inputs);
    });
}

/** What stood where a call has taken an object over that was there before, field by field that it changed. */
export function takenOverValues(
  after: ResourceRecord,
  { intent }: Pick<Transition, "intent">,
  definition: ResourceDefinition,
): readonly PlacedValue[] {
  if (intent === null || intent.before === null) return [];
  const seen = declarableInputs(definition, echoIdentity(definition, intent.before.outputs, after.inputs));
  const changed = compareValues(definition.inputs, seen, withDocumentedDefaults(definition.inputs, after.inputs));
  return changed.flatMap(({ pointer: path, old }) => (isRequested(path, intent) ? [{ path, value: old ?? null }] : []));
}

/** Inputs with a null for each one that the others have besides. */
function withCleared(inputs: JsonObject, others: JsonObject): JsonObject {
  const missing = Object.keys(others).filter((name) => !Object.hasOwn(inputs, name));
  return { ...inputs, ...Object.fromEntries(missing.map((name): [string, Json] => [name, null])) };
}

/** Whether the values at a place are the same in both. */
export function sameAt(path: string, one: JsonObject, other: JsonObject): boolean {
  return jsonEqual(valueAt(one, path) ?? null, valueAt(other, path) ?? null);
}

function isTree(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && !isMarker(value);
}
