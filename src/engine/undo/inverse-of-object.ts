import { invariant } from "../../base/invariant.ts";
import { type Json, type JsonObject, jsonEqual } from "../../base/json.ts";
import { valueAt } from "../../base/pointer.ts";
import { type Problem, problem } from "../../base/problem.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { overlap, type PlacedValue, withValues } from "../../definitions/schema/place-values.ts";
import type { RecordedOptions, RecordedProvider, ResourceRecord } from "../state/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { isMaking } from "../state/stood-before.ts";
import {
  changedPaths,
  correctedValues,
  lastingInputs,
  lostValues,
  putBackPaths,
  sameAt,
  takenOverValues,
  valuesBefore,
  writtenPaths,
} from "./changed-fields.ts";
import { formerDependencies, formerOptions, type NamesThen } from "./former-options.ts";
import {
  broughtBackBy,
  displacedBy,
  joined,
  type ObjectWork,
  type RunWork,
  type Transition,
  wasGoneBefore,
} from "./run-work.ts";
import type { HalfReplaced, Inverse, UndoneObject } from "./undo-scope.ts";

/** An object as it is to be declared, so that a plan puts it back. */
export interface PutBack {
  readonly record: Pick<ResourceRecord, "uid" | "type" | "apiVersion" | "inputs" | "dependsOn">;
  readonly address: string;
  /** The name that its record has now. */
  readonly movedFrom?: string;
  readonly provider: RecordedProvider;
  readonly options: RecordedOptions;
  /** The run has let it go and not deleted it: where it still stands, it is taken back. */
  readonly import?: string;
  readonly inverse: Inverse;
  /** The former object, where the undo makes another one in its place: what its platform gave it is of the past. */
  readonly replaced?: ResourceRecord;
}

export type Verdict =
  | { readonly kind: "nothing" }
  | { readonly kind: "remove"; readonly object: UndoneObject }
  | { readonly kind: "put-back"; readonly object: PutBack }
  | { readonly kind: "half-replaced"; readonly object: HalfReplaced }
  | { readonly kind: "refused"; readonly problem: Problem };

export interface UndoWorld {
  readonly work: RunWork;
  readonly state: StackState;
  readonly catalog: Catalog;
  readonly names: NamesThen;
}

/** What undoes the work of a run on one object; refused where a later run stands on it. */
export function inverseOfObject(object: ObjectWork, world: UndoWorld): Verdict {
  const before = object.own[0]?.before ?? null;
  const after = object.own.at(-1)?.after ?? null;
  const now = world.state.records.values().find(({ uid }) => uid === object.uid) ?? null;
  const record = before ?? after;
  const definition = record === null ? undefined : world.catalog.resources[record.type];
  if (definition === undefined) return { kind: "nothing" };
  if (before === null && after !== null) return undoMaking(object, after, now, definition, world);
  // What was gone from the platform and was made anew goes again.
  if (after !== null && object.own.some(isRemaking)) return undoMaking(object, after, now, definition, world);
  if (before !== null && after === null) return undoRemoval(object, before, now, definition, world);
  if (before !== null && after !== null) return undoChange(object, { before, after, now }, definition, world);
  return { kind: "nothing" };
}

/** What may have stood all the time, unseen by the run's plan, is none that it has made. */
function isRemaking({ before, after, intent, hasStood }: Transition): boolean {
  if (hasStood === true) return false;
  return intent !== null && isMaking(intent) && before !== null && before.identity.id === after?.identity.id;
}

/** Who has done something, for people. */
export function doer(run: string, { started }: RunWork): string {
  return started.has(run) ? `run ${run}` : `an edit of the state (${run})`;
}

function refused(address: string, detail: string): Verdict {
  const wayOut = "undo that first, or declare what you want and run `plumb up`";
  return { kind: "refused", problem: problem("stands-on-it", `${detail}; ${wayOut}`, { address }) };
}

function undoMaking(
  { own, later }: ObjectWork,
  made: ResourceRecord,
  now: ResourceRecord | null,
  definition: ResourceDefinition,
  { work }: UndoWorld,
): Verdict {
  if (now === null) return { kind: "nothing" };
  const address = now.address;
  const isRenamed = address !== made.address;
  const changed = changedPaths(made, now, definition);
  if (isRenamed || changed.length > 0) {
    const isSame = (each: ResourceRecord) =>
      isRenamed ? each.address === address : changedPaths(each, now, definition).length === 0;
    const by = doer(standing(later, isSame), work);
    return refused(address, `\`${address}\`, which the run has made, was changed by ${by}${inBrackets(changed)}`);
  }
  const calls = own.filter(({ intent }) => intent !== null);
  const making = calls.find(({ intent }) => intent !== null && isMaking(intent));
  const stoodBefore = calls.some(
    ({ intent, hasStood }) => hasStood === true || (definition.existence !== "created" && intent?.before !== null),
  );
  if (making !== undefined && !stoodBefore) {
    // What is to be kept when it is deleted is kept here too, and so is what its platform can't delete.
    const isKept = now.options.onDestroy === "retain";
    const how =
      isKept && (definition.existence === "created" || definition.onDestroy === "retain") ? "release" : "delete";
    return { kind: "remove", object: { record: now, how, values: [] } };
  }
  const [first] = calls;
  const values = first === undefined ? [] : takenOverValues(made, first, definition);
  const how = values.length === 0 ? "release" : "restore";
  return { kind: "remove", object: { record: now, how, values } };
}

/** The run that made an object as it is now: what was changed and changed back in between does not count. */
function standing(later: readonly Transition[], isSame: (record: ResourceRecord) => boolean): string {
  const change = later.find(({ after }) => after !== null && isSame(after)) ?? later.at(-1);
  invariant(change !== undefined, "only a later change makes an object another");
  return change.run;
}

/** What of an object was changed, in brackets. */
function inBrackets(paths: readonly string[]): string {
  return paths.length === 0 ? "" : ` (${paths.map(inWords).join(", ")})`;
}

const inWords = (path: string) => `\`${path.slice(1).replaceAll("/", ".")}\``;

function undoRemoval(
  { uid, own }: ObjectWork,
  former: ResourceRecord,
  now: ResourceRecord | null,
  definition: ResourceDefinition,
  { names }: UndoWorld,
): Verdict {
  if (now !== null || wasGoneBefore({ own })) return { kind: "nothing" };
  const release = own.findLast(({ after }) => after === null);
  const end = release?.intent ?? null;
  // What got back the values of before us is let go with that: it stands, unless it is a setting, which is taken over like anew.
  const writtenBack = end?.operation === "update" && definition.existence === "created" ? release : undefined;
  const { inputs, provider, type, apiVersion, generation, imported, beforeUs, besideUs, identity } = former;
  const options = formerOptions(former, null, null, names);
  invariant(options.ok, "what is gone has no options that could be in the way");
  return {
    kind: "put-back",
    object: {
      record: { uid, type, apiVersion, inputs, dependsOn: formerDependencies(former, null, null, names) },
      address: former.address,
      provider,
      options: options.value,
      ...(end === null || writtenBack !== undefined ? { import: identity.id } : { replaced: former }),
      inverse: {
        paths: writtenBack === undefined ? [] : putBackPaths(former, writtenBack, definition),
        corrected: writtenBack === undefined ? [] : valuesBefore(former, writtenBack, definition),
        lostValues: lostValues(former, {}, own, definition),
        options: options.value,
        providerRef: provider.ref,
        lost: {
          ...{ uid, generation, imported },
          ...(beforeUs === undefined ? {} : { beforeUs }),
          ...(besideUs === undefined ? {} : { besideUs }),
        },
      },
    },
  };
}

interface Stages {
  readonly before: ResourceRecord;
  readonly after: ResourceRecord;
  readonly now: ResourceRecord | null;
}

function undoChange(
  { uid, ...work }: ObjectWork,
  { before, after, now }: Stages,
  definition: ResourceDefinition,
  { work: ofRun, state, names }: UndoWorld,
): Verdict {
  const [own, later] = [joined(work.own), joined(work.later)];
  const isSameObject = before.identity.id === after.identity.id;
  const lost = lostValues(before, after.inputs, work.own, definition);
  // What was made anew under its own id is put back in place: what stood in the former one besides as well.
  const corrected = [...own.flatMap((each) => correctedValues(each, definition)), ...(isSameObject ? lost : [])];
  const paths = [...new Set([...writtenPaths(own, definition), ...corrected.map(({ path }) => path)])];
  if (now === null) {
    const end = later.findLast((each) => each.after === null);
    if (paths.length === 0 || end === undefined) return { kind: "nothing" };
    return refused(before.address, `\`${before.address}\` was removed by ${doer(end.run, ofRun)}`);
  }
  const { address } = now;
  const former = state.superseded.find((each) => each.uid === uid && each.generation === before.generation);
  if (former !== undefined && now.generation === after.generation && !isSamePlace(former, now)) {
    const changed = changedPaths(after, now, definition);
    if (changed.length === 0) return { kind: "half-replaced", object: halfReplaced(before, former, now, names) };
    const by = standing(later, (each) => changedPaths(each, now, definition).length === 0);
    return refused(address, `\`${address}\` was changed by ${doer(by, ofRun)}${inBrackets(changed)}`);
  }
  const isUnfinished = !isSameObject && !work.own.some(({ intent }) => isEndOf(before, intent));
  const finished = isUnfinished ? work.later.find(({ intent }) => isEndOf(before, intent)) : undefined;
  if (finished !== undefined)
    return refused(
      address,
      `the run has replaced \`${before.identity.id}\`, which was deleted by ${doer(finished.run, ofRun)}`,
    );
  const wanted: PlacedValue[] = [];
  const open: string[] = [];
  const formerly = lastingInputs(before, definition);
  const present = lastingInputs(now, definition);
  const left = lastingInputs(after, definition);
  for (const path of paths) {
    const isCorrected = corrected.some((each) => overlap(each.path, path));
    const isFormer = sameAt(path, present, formerly);
    const isAsLeft = sameAt(path, present, left);
    if (isFormer && (!isCorrected || !isAsLeft)) continue;
    if (!isAsLeft) {
      const by = standing(later, (each) => sameAt(path, present, lastingInputs(each, definition)));
      const detail = `${inWords(path)} of \`${address}\` was changed by ${doer(by, ofRun)} since, which the undo would change back`;
      return refused(address, detail);
    }
    open.push(path);
    if (!isFormer) wanted.push({ path, value: valueAt(formerly, path) ?? null });
  }
  if (open.length > 0 && !isSamePlace(after, now)) {
    const by = doer(
      standing(later, (each) => isSamePlace(each, now)),
      ofRun,
    );
    const detail = `\`${after.identity.id}\`, of which the run has changed ${open.map(inWords).join(", ")}, was replaced by ${by}: \`${address}\` is \`${now.identity.id}\` by now`;
    return refused(address, detail);
  }
  const provider = formerValue(before.provider, after.provider, now.provider, isSameProvider);
  const apiVersion = formerValue(before.apiVersion, after.apiVersion, now.apiVersion, (one, other) => one === other);
  const options = formerOptions(before, after, now, names);
  const last = later.at(-1);
  const by = last === undefined ? "something else" : doer(last.run, ofRun);
  if (provider === null) return refused(address, `the provider of \`${address}\` was changed by ${by}`);
  if (apiVersion === null) return refused(address, `the interface version of \`${address}\` was changed by ${by}`);
  if (!options.ok) return refused(address, `the option \`${options.error}\` of \`${address}\` was changed by ${by}`);
  const isMoved = before.address !== after.address;
  if (isMoved && now.address !== after.address && now.address !== before.address)
    return refused(address, `\`${after.address}\` was renamed to \`${address}\` by ${by}`);
  const dependsOn = formerDependencies(before, after, now, names);
  const target = isMoved ? before.address : now.address;
  const isLetGo =
    former === undefined &&
    !isSameObject &&
    target === now.address &&
    definition.existence === "created" &&
    !work.own.some(({ intent }) => isEndOf(before, intent));
  const isSame =
    open.length + displacedBy(own).length + broughtBackBy(own).length === 0 &&
    target === now.address &&
    provider === now.provider &&
    apiVersion === now.apiVersion &&
    jsonEqual(options.value as unknown as JsonObject, now.options as unknown as JsonObject) &&
    jsonEqual(dependsOn, now.dependsOn);
  if (isSame) return { kind: "nothing" };
  return {
    kind: "put-back",
    object: {
      record: { uid, type: now.type, apiVersion, inputs: withValues(now.inputs, wanted), dependsOn },
      address: target,
      ...(isReplaced(before, after) ? { replaced: before } : {}),
      ...(target === now.address ? {} : { movedFrom: now.address }),
      provider,
      options: options.value,
      inverse: {
        paths: open,
        corrected: corrected.filter(({ path }) => open.some((each) => overlap(each, path))),
        lostValues: lost,
        options: options.value,
        providerRef: provider.ref,
        ...(isLetGo ? { letGo: { ...before, address: target, options: options.value, dependsOn } } : {}),
        lost: null,
      },
    },
  };
}

/** Both objects of a half-done replacement, under the name that they had before; the former one as it was recorded. */
function halfReplaced(
  before: ResourceRecord,
  former: ResourceRecord,
  made: ResourceRecord,
  names: NamesThen,
): HalfReplaced {
  const { address } = before;
  const options = formerOptions(before, null, null, names);
  invariant(options.ok, "nothing was in the way of the former options");
  const dependsOn = formerDependencies(before, null, null, names);
  return { former: { ...former, address, options: options.value, dependsOn }, made: { ...made, address } };
}

function isReplaced(before: ResourceRecord, after: ResourceRecord): boolean {
  return before.generation !== after.generation || before.identity.id !== after.identity.id;
}

function isEndOf({ identity, uid }: ResourceRecord, intent: Transition["intent"]): boolean {
  return intent?.operation === "delete" && intent.uid === uid && intent.identity.id === identity.id;
}

/** Shares of one physical object follow one another in place. */
function isSamePlace(one: ResourceRecord, other: ResourceRecord): boolean {
  return one.provider.cloudId === other.provider.cloudId && one.identity.claim === other.identity.claim;
}

function isSameProvider(one: RecordedProvider, other: RecordedProvider): boolean {
  return jsonEqual(one as unknown as Json, other as unknown as Json);
}

/** What a value is to be: the former one where the run has changed it. Null where something else has changed it since. */
function formerValue<T>(before: T, after: T, now: T, same: (one: T, other: T) => boolean): T | null {
  if (same(before, after) || same(before, now)) return now;
  return same(after, now) ? before : null;
}
