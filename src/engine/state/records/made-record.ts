import { type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import { withDocumentedDefaults } from "../../../definitions/schema/comparison/documented-defaults.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { overlap, type PlacedValue, withValues } from "../../../definitions/schema/place-values.ts";
import { driftedSince } from "../drift/drifted-since.ts";
import { withoutOthersHands } from "../drift/others-hands.ts";
import type { Intent, RecordEffect, RecordSketch } from "../journal.ts";
import { withMovedKept } from "../moved-kept.ts";
import {
  asDeclared,
  claimKey,
  type PhysicalIdentity,
  type RecordedProvider,
  type ResourceRecord,
  stateFormat,
} from "./record.ts";
import { mayShowBefore } from "./shows-before.ts";

/** What of a write its record is made from; an Intent holds all of it. */
export interface Making {
  readonly run: string;
  readonly uid: string;
  readonly address: string;
  readonly type: string;
  readonly apiVersion: string;
  readonly provider: RecordedProvider;
  readonly identity: PhysicalIdentity;
  readonly before: { readonly outputs: JsonObject } | null;
  /** The top-level inputs that an update in place has written; absent where the whole object was. */
  readonly written?: readonly string[];
  /**
   * The inputs that were sent. An undo sends what other hands had set again, where its run had taken it away, and does
   * not record it.
   */
  readonly asked: JsonObject;
  /** An undo has undeleted it: what it has otherwise than recorded stood so before, and is drift again. */
  readonly isBack?: boolean;
}

/** What was recorded of the object before: it stood there, even where a look before the write did not show it. */
type Former = Pick<ResourceRecord, "observed" | "tainted" | "inputs" | "outputs" | "options" | "identity"> | undefined;

interface Updating {
  readonly asked: JsonObject;
  readonly inputs: JsonObject;
  readonly before: { readonly outputs: JsonObject };
  readonly written: readonly string[];
  readonly formerly: Former;
  readonly identity: PhysicalIdentity;
  readonly at: string;
}

interface Seen {
  readonly outputs: JsonObject;
  readonly version: string | null;
}

/** The record of an object that was made: what was known before the call, and what is seen after it. */
export function madeRecord(
  making: Making & { readonly formerly: Former },
  sketch: RecordSketch,
  inputs: JsonObject,
  seen: Seen,
  definition: ResourceDefinition,
  at: string,
): ResourceRecord {
  const { run, uid, address, type, apiVersion, provider, identity, before, formerly, written, asked, isBack } = making;
  const { generation, options, dependsOn, beforeUs, besideUs, imported } = sketch;
  // What is half made stays so whatever is written to it.
  const tainted = sketch.tainted ?? (written === undefined ? undefined : formerly?.tainted);
  const stands = contentDigest(seen.outputs);
  const stood = before === null ? formerly?.observed.digest : contentDigest(before.outputs);
  const isWhole = before === null || written === undefined;
  const unrecorded = unrecordedPlaces(asked, inputs, definition);
  const own =
    isWhole || isBack === true ? unrecorded : unrecorded.filter(({ path }) => isOwn(path, making, definition));
  // A write that changed nothing leaves what stood there before the last that did.
  const other = stood === stands ? formerly?.observed.before : stood;
  return {
    format: stateFormat,
    uid,
    address,
    generation,
    status: "current",
    type,
    definitionVersion: definition.versions.default,
    apiVersion,
    provider,
    identity,
    inputs,
    outputs: echoIdentity(
      definition,
      withValues(
        isWhole ? seen.outputs : outputsAfter({ ...making, inputs, before, written, at }, sketch, seen, definition),
        isWhole || isBack === true ? unrecorded : [],
      ),
      inputs,
    ),
    // What stood there before tells a read that lags behind from a change by others.
    observed: {
      version: seen.version,
      digest: stands,
      at,
      ...(other === undefined ? {} : { before: other }),
      ...(own.length === 0
        ? {}
        : { unrecorded: own.map(({ path }) => ({ path, value: valueAt(asked, path) ?? null })) }),
    },
    dependsOn,
    options,
    ...(beforeUs === undefined ? {} : { beforeUs }),
    ...(besideUs === undefined ? {} : { besideUs }),
    imported,
    ...(tainted === undefined ? {} : { tainted }),
    ...(sketch.readied === undefined ? {} : { readied: sketch.readied }),
    // What writes an object comes of a declaration.
    ...asDeclared(sketch),
    lastRun: run,
  };
}

/**
 * Whether what stands at a place that is not recorded so is our own doing: this write has changed it, or one before,
 * and no other hand has written the object since.
 */
function isOwn(
  path: string,
  { asked, before, written = [], formerly, identity }: Making & { readonly formerly: Former },
  definition: ResourceDefinition,
): boolean {
  if (before === null) return true;
  const isWritten = written.includes(pointerSegments(path)[0] ?? "");
  const changed = isWritten ? driftedSince(definition, before.outputs, { inputs: asked }, written) : [];
  if (changed.some(({ pointer }) => overlap(pointer, path))) return true;
  if (formerly?.identity.claim !== identity.claim) return false;
  const { unrecorded = [], digest } = formerly.observed;
  return unrecorded.some((each) => overlap(each.path, path)) && contentDigest(before.outputs) === digest;
}

/**
 * What is recorded after an update: what is seen, without what other hands did while it was under way, or before where
 * it keeps drift.
 */
function outputsAfter(
  { before, written, formerly, identity, at, asked, inputs }: Updating,
  { keepsDrift, options }: RecordSketch,
  seen: Seen,
  definition: ResourceDefinition,
): JsonObject {
  const now = withoutOthersHands(definition, before.outputs, seen.outputs, written);
  const isKept = keepsDrift === true || options.onDrift === "warn";
  if (!isKept || formerly?.identity.claim !== identity.claim) return now;
  const places = unrecordedPlaces(asked, inputs, definition).map(({ path }) => path);
  const recorded = places.map((path) => ({ path, value: valueAt(formerly.outputs, path) ?? null }));
  const kept = withValues(now, recorded);
  if (keepsDrift !== true) return kept;
  if (mayShowBefore(formerly, before.outputs, at)) return kept;
  const looks = { stood: before.outputs, now: kept };
  return withMovedKept(
    formerly,
    definition,
    looks,
    (path) => !isSame(valueAt(before.outputs, path), valueAt(now, path)),
  );
}

/**
 * Where an undo has sent what other hands had set, and what is recorded there: it was drift before the run that it
 * undoes, and is again.
 */
function unrecordedPlaces(
  asked: JsonObject,
  inputs: JsonObject,
  definition: ResourceDefinition,
): readonly PlacedValue[] {
  if (asked === inputs) return [];
  return compareValues(definition.inputs, asked, withDocumentedDefaults(definition.inputs, inputs)).map(
    ({ pointer: path, new: recorded }) => ({ path, value: recorded ?? null }),
  );
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return jsonEqual(one ?? null, other ?? null);
}

/** The inputs that an intent's record will hold. An undelete brings back what was declared before. */
export function recordedInputs(intent: Intent, seen: Seen, definition: ResourceDefinition): JsonObject {
  if (intent.operation === "undelete") return declarableInputs(definition, seen.outputs);
  return intent.record?.inputs ?? intent.request.inputs;
}

/** What becomes of the records: the new one, and the one that its uid had before superseded or gone. */
export function makingEffects(
  record: ResourceRecord,
  before: ResourceRecord | undefined,
  fate: RecordSketch["former"],
  definition: ResourceDefinition,
): readonly RecordEffect[] {
  const put: RecordEffect = { kind: "put", record, claimKey: claimOfRecord(record, definition) };
  if (before === undefined) return [put];
  const claim = claimOfRecord(before, definition);
  if (fate === "superseded") {
    return [{ kind: "put", record: { ...before, status: "superseded" }, claimKey: claim }, put];
  }
  if (fate === "removed" || claim !== put.claimKey)
    return [{ kind: "remove", uid: before.uid, generation: before.generation, claimKey: claim }, put];
  return [put];
}

function claimOfRecord({ provider, identity }: ResourceRecord, definition: ResourceDefinition): string {
  return claimKey(provider.cloudId, identity.claim, definition.identity.ignoreCase === true);
}
