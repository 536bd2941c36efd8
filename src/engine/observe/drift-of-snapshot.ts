import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { dottedPointer, pointer, pointerSegments, valueAt } from "../../../packages/base/json/pointer.ts";
import { type InParts, mappedInParts } from "../../../packages/base/turns.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import { lastingOutputs } from "../../definitions/schema/comparison/lasting-values.ts";
import { movedValues } from "../../definitions/schema/comparison/moved-values.ts";
import { contentDigest } from "../../definitions/schema/content-digest.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { DriftRank } from "../../definitions/schema/drift/drift-meaning.ts";
import { driftRank } from "../../definitions/schema/drift/drift-rank.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import { overlap, withValues } from "../../definitions/schema/place-values.ts";
import { lastChangeOf } from "../state/drift/last-change.ts";
import { isMadeAnew, madeAnew } from "../state/drift/made-anew.ts";
import { movedSince } from "../state/drift/moved-since.ts";
import { placesSetBy } from "../state/drift/places-set.ts";
import { renamedFields } from "../state/drift/renamed-fields.ts";
import { movedOrUnmet } from "../state/drift/unmet.ts";
import type { Intent } from "../state/journal.ts";
import { laggingUntil, mayLag } from "../state/records/lagging-reads.ts";
import { byAddress, type ResourceRecord } from "../state/records/record.ts";
import { mayShowBefore } from "../state/records/shows-before.ts";
import type { Observed, Snapshot } from "../state/snapshot.ts";
import { comparedRecords, placeOf } from "./compared-records.ts";

/** What kind of difference stands between a record and the platform. */
export type DriftClass =
  /** An input moved: a value that a declaration can give, be it declared or not. */
  | "out-of-band"
  /** An output moved: a value that only the platform gives. */
  | "output"
  /** Another spelling of the same value: no drift. */
  | "equivalent form"
  /** The object is not there any more. */
  | "gone"
  /** The read shows the object as it was before our last write: most likely the platform has not caught up. */
  | "lagging read"
  /** It can't be read now. */
  | "unreadable";

/** Sides of an object that says who may do what, or what another hand has put beside it on the same physical object. */
export interface MovedGrant {
  readonly old?: JsonObject;
  readonly new?: JsonObject;
  readonly beside?: readonly Json[];
}

export interface Drift {
  readonly address: string;
  readonly type: string;
  readonly id: string;
  /** It is the old object of a replacement, which waits for its deletion; the name is the resource's. */
  readonly superseded?: true;
  readonly class: DriftClass;
  /** What it means for people's access; of a lagging read what it would mean if another hand has done it. */
  readonly rank?: DriftRank;
  /** JSON pointer below the outputs; empty where the whole object is meant. */
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
  readonly detail?: string;
  /** The declaration leaves the field alone (`ignoreChanges`): the drift is told, and no plan puts it back. */
  readonly ignored?: true;
  /** Its record stays for now: a read so soon after our last write may lag behind. */
  readonly kept?: true;
  /** Who and when, where the platform tells. */
  readonly by?: string;
  readonly at?: string;
  /** Once for each side that moved. */
  readonly grant?: MovedGrant;
  /** What our own last write has left there, where that is not as recorded: who gains, gains since then. */
  readonly since?: { readonly old: Json | null };
}

/**
 * Nothing has changed since our last write, after which this stood there: an undo has put back what another hand had
 * set, the write went beside it, or the platform took it otherwise.
 */
const leftByUs = "not as recorded, and as our last write left it";

/** A call of ours asked for it; its run was told that it failed, or never heard, and nothing of it is recorded. */
export const askedByUs = "as a call of ours that failed asked for, and not recorded";

/**
 * Every difference between what is recorded and what was seen, classified; by address. Pure, and in parts. `calls`:
 * what they were to do, and may have done, is none.
 * `failed`: what those asked for, and others did not do, though they were answered as failed.
 */
export function* driftOf(
  snapshot: Snapshot,
  catalog: Catalog,
  calls: readonly Intent[] = [],
  failed: readonly Intent[] = [],
): InParts<readonly Drift[]> {
  const [callsByUid, failedByUid] = [calls, failed].map((some) => Map.groupBy(some, ({ uid }) => uid));
  const differences = yield* mappedInParts(byAddress(comparedRecords(snapshot.state, catalog)), (record) => {
    const { definition, key } = placeOf(record, catalog);
    const seen = key === undefined ? undefined : snapshot.observations.get(key);
    if (definition === undefined || seen === undefined) return [];
    const ofIt = (some: ReadonlyMap<string, readonly Intent[]> | undefined) =>
      (some?.get(record.uid) ?? []).filter(({ identity }) => identity.id === record.identity.id);
    const holder = key === undefined ? undefined : snapshot.holdersDeleted?.get(key);
    return driftOfRecord(record, definition, seen, {
      ...{ at: snapshot.at, calls: ofIt(callsByUid), failed: ofIt(failedByUid), holder },
    });
  });
  return differences.flat();
}

/** When an object was looked at, the calls about it whose end is not known, and those that failed. */
interface Look {
  readonly at: string;
  readonly calls: readonly Intent[];
  readonly failed: readonly Intent[];
  /** What it lies in, where that is soft-deleted. */
  readonly holder: string | undefined;
}

function driftOfRecord(
  record: ResourceRecord,
  definition: ResourceDefinition,
  seen: Observed,
  { at, calls, failed, holder }: Look,
): readonly Drift[] {
  const isFormer = record.status === "superseded";
  const object = {
    address: record.address,
    type: record.type,
    id: record.identity.id,
    ...(isFormer ? { superseded: true as const } : {}),
  };
  if (seen.kind === "unreadable") return [{ ...object, class: "unreadable", path: "", detail: seen.detail }];
  if (seen.kind === "absent" || seen.deleted || holder !== undefined) {
    const lags = holder === undefined && mayLag(record, at);
    const { detail, ...kept } = endOf(isFormer, seen.kind === "absent", holder, lags);
    const thrownOut = lags ? (record.besideUs ?? []).map(({ words }) => words) : [];
    const others =
      record.options.onDrift === "ignore"
        ? []
        : strangersBeside(record, definition, seen, { ...object, ...kept }, thrownOut);
    // Where the same grant stands there under another condition, or under none, that is told of it, and not its end.
    const grant = others.some(({ path }) => path !== "") ? {} : { grant: { old: record.outputs } };
    if (calls.some(({ operation }) => operation === "delete")) return others;
    return [{ ...object, class: "gone", path: "", detail, ...kept, ...grant }, ...others];
  }
  // Fields that the declaration leaves to others do not drift.
  if (record.options.onDrift === "ignore") return [];
  const outputs = echoIdentity(definition, seen.outputs, record.inputs);
  const change = lastChangeOf(definition, outputs);
  const asked = calls.map((call) => placesSetBy(call, definition, outputs));
  const moved = fieldDrift(record, definition, outputs).filter(({ path }) => !asked.some((isSet) => isSet(path)));
  const { unrecorded = [] } = record.observed;
  const left = withValues(record.outputs, unrecorded);
  const isAnother = isMadeAnew(definition, moved);
  const isLeft = moved.length > 0 && contentDigest(seen.outputs) === record.observed.digest;
  const detail = isLeft ? leftByUs : isAnother ? madeAnew : undefined;
  const failedSet = failed.map((call) => placesSetBy(call, definition, outputs));
  const isAsked = ({ path }: { readonly path: string }) => failedSet.some((isSet) => isSet(path));
  const fields = moved.map((field, place) => ({
    ...{ ...object, ...field, ...change },
    ...(detail === undefined || field.class === "equivalent form" ? {} : { detail }),
    ...(isAsked(field) ? { detail: askedByUs, since: { old: valueAt(outputs, field.path) ?? null } } : {}),
    ...(place === 0 ? { grant: { old: left, new: outputs } } : {}),
    ...(!isAsked(field) && unrecorded.some((each) => overlap(each.path, field.path))
      ? { since: { old: valueAt(left, field.path) ?? null } }
      : {}),
  }));
  return mayShowBefore(record, seen.outputs, at)
    ? fields.map((field) => laggingField(field, record, at))
    : [...fields, ...strangersBeside(record, definition, seen, { ...object, ...change })];
}

/**
 * In which way an object is gone, and whether its record is kept. `holder`: what it lies in, where it stands and that
 * is soft-deleted. `lags`: the look may not show it yet.
 */
function endOf(isFormer: boolean, isAbsent: boolean, holder: string | undefined, lags: boolean) {
  const it = isFormer ? "its former object, which waits for its deletion," : "it";
  if (holder !== undefined) {
    const why = "its record is kept, since it is there again where that one is undeleted";
    return { kept: true as const, detail: `${it} went with \`${holder}\`, which is soft-deleted; ${why}` };
  }
  const what = isAbsent ? `${it} does not exist any more` : `${it} is soft-deleted`;
  if (!lags) return { detail: what };
  const why = "a read so soon after our last write may lag behind, so its record is kept";
  return { kept: true as const, detail: `${what}; ${why}` };
}

/**
 * A value as it was before our last write. Where the object tells when it was changed, whoever had put the value back
 * would have moved that too; elsewhere a read that lags and another hand look alike, and the rank is that of the
 * latter.
 */
function laggingField({ rank, ...field }: Drift, { observed }: Pick<ResourceRecord, "observed">, at: string): Drift {
  const shown = { ...field, class: "lagging read" as const };
  const stood = "the platform shows what was before our last write";
  if (field.at !== undefined) return { ...shown, detail: `${stood}, and its time of change is older` };
  const minutes = Math.max(1, Math.ceil((Date.parse(laggingUntil(observed.at)) - Date.parse(at)) / 60_000));
  const detail =
    `${stood}: it has not caught up yet, or another hand has put this back; ` +
    `look again in ${minutes} min: what still differs then is drift`;
  return { ...shown, ...(rank === undefined ? {} : { rank }), detail };
}

/**
 * What others have put on the physical object of a share since it was recorded, be the share there or not, and what
 * they have taken from there.
 * `thrownOut`: what our own write has taken away there, and a read that lags behind still shows.
 */
function strangersBeside(
  record: ResourceRecord,
  definition: ResourceDefinition,
  { kind: found, displaces, beside = [] }: Exclude<Observed, { kind: "unreadable" }>,
  object: Omit<Drift, "class" | "path">,
  thrownOut: readonly string[] = [],
): readonly Drift[] {
  // What stands beside a former share is told of the present one, or may be that one.
  if (record.status === "superseded") return [];
  const known = new Set(record.observed.beside);
  const came = displaces.flatMap((binding, place): readonly Drift[] => {
    if (known.has(binding)) return [];
    const moved = found === "present" ? undefined : conditionMoved(record, definition, beside[place]);
    if (moved !== undefined && !thrownOut.includes(binding))
      return [{ ...object, class: "out-of-band" as const, ...moved }];
    const grant = { beside: beside.slice(place, place + 1) };
    const detail = `${found === "present" ? "it also" : "what it stood on now"} holds ${binding}`;
    const kind = thrownOut.includes(binding)
      ? { class: "lagging read" as const }
      : { class: "out-of-band" as const, rank: "rights-widened" as const };
    return [{ ...object, ...kind, path: "", detail, grant }];
  });
  const went = [...known].filter((binding) => found === "present" && !displaces.includes(binding));
  const detailOf = (binding: string) => `it no longer holds ${binding}`;
  return [
    ...came,
    ...went.map(
      (each): Drift => ({ ...object, class: "out-of-band", rank: "other", path: "", detail: detailOf(each) }),
    ),
  ];
}

/**
 * Of a grant that is gone: how its condition became another one where the same grant stands there now under that, or
 * under none; undefined where it does not.
 */
function conditionMoved(
  record: ResourceRecord,
  { grants, ...definition }: ResourceDefinition,
  content: Json | undefined,
) {
  if (grants?.beside === undefined || grants.when === undefined || !isJsonObject(content)) return undefined;
  const { who, what, when = "" } = grants.beside;
  const at = (object: JsonObject, path: string) => valueAt(object, dottedPointer(path));
  const holder = at(record.outputs, grants.who);
  const holders: Json = at(content, who) ?? [];
  const isHolder = (each: Json) => String(each).toLowerCase() === String(holder).toLowerCase();
  if (!Array.isArray(holders) || !holders.some(isHolder)) return undefined;
  if (!jsonEqual(at(content, what), at(record.outputs, grants.what))) return undefined;
  const [old, now] = [at(record.outputs, grants.when), at(content, when)].map((each) => each ?? undefined);
  const path = dottedPointer(grants.when);
  const outputs = { ...record.outputs, [grants.when]: now ?? null };
  const others = { ...content, [who]: holders.filter((each) => !isHolder(each)) };
  const row = { path, ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { new: now }) };
  const rank = driftRank(outputSchema(definition), row, now === undefined ? record.outputs : outputs);
  return { ...row, rank, grant: { old: record.outputs, new: outputs, beside: [others] } };
}

/** What moved since the record, and the top-level fields that only have another spelling. */
function fieldDrift(
  record: ResourceRecord,
  definition: ResourceDefinition,
  outputs: JsonObject,
): readonly Pick<Drift, "class" | "rank" | "path" | "old" | "new" | "ignored">[] {
  const schema = outputSchema(definition);
  const moved = new Set(movedValues(schema, record.outputs, outputs).map(({ path }) => pointerSegments(path)[0]));
  const [before, now] = [lastingOutputs(definition, record.outputs), lastingOutputs(definition, outputs)];
  const renamed = renamedFields(definition, record.outputs, outputs);
  const respelt = Object.keys(schema.properties).flatMap((name) => {
    const [old = null, current = null] = [before[name], now[name]];
    const isRenamed = renamed.includes(name);
    if ((moved.has(name) && !isRenamed) || jsonEqual(old, current)) return [];
    return [{ class: "equivalent form" as const, path: pointer("", name), old, new: current }];
  });
  const whole = { ...record.outputs, ...outputs };
  const values = movedOrUnmet(record, definition, outputs, movedSince(record, definition, outputs));
  return [...values.map((each) => ({ ...each, rank: driftRank(schema, each, whole) })), ...respelt];
}
