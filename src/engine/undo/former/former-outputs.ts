import { type Json, jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import type { Value } from "../../../definitions/schema/value.ts";
import { type ResourceRecord, recordKey } from "../../state/records/record.ts";
import type { OutputSources, StackOutputs } from "../../state/stack-outputs.ts";
import type { StackState } from "../../state/stack-state.ts";
import type { ObjectWork, RunWork } from "../journal/run-work.ts";
import type { NamesThen } from "./former-options.ts";
import { type MovedValue, withPresent } from "./given-values.ts";

/** Outputs that read resources, as a plan has them declared, and the managed names that each reads. */
export type DeclaredOutputs = Readonly<Record<string, { readonly value: Value; readonly on: readonly string[] }>>;

/**
 * What the outputs were declared as that there were before a run, by the plan of the run, and as those that there are
 * now.
 */
export interface OutputsDeclared {
  readonly before: DeclaredOutputs;
  readonly run: DeclaredOutputs;
  readonly last: DeclaredOutputs;
}

/** What an undo takes away, and how its objects are named then. */
interface WhatGoes {
  readonly names: NamesThen;
  /** Uids of objects that are deleted. */
  readonly going: ReadonlySet<string>;
  /** Uids of objects that are made anew or taken back, as they were before the run. */
  readonly anew: ReadonlySet<string>;
  /** Keys of records of objects that were to replace others, and go. */
  readonly halfMade: ReadonlySet<string>;
}

/** An output of a stack once a run is undone. */
export interface FormerOutput {
  /** What it told, for what can't be asked for it anew. */
  readonly value: Json;
  /** What it is made of by its declaration, where one is known. */
  readonly declared: Value | undefined;
  /** The names of objects in the declaration that are, once the run is undone, those of the same objects. */
  readonly reads: ReadonlySet<string>;
  /** The names, once the run is undone, of the objects that it was made from. */
  readonly on: readonly string[];
  /** The value tells of what the undo does not bring back: the output is as its declaration gives it, or goes. */
  readonly isOutdated?: true;
}

/**
 * The outputs of a stack once a run is undone: each that the run has changed as it was, unless something has changed it
 * since. What a run that never ended made of them was told by a later one. What platforms have changed meanwhile, and
 * the run only took over, stays as it is. What tells of an object that goes is as it was before the run, where what it
 * was made from then stands; else it goes too. Before the run an output could tell of an object that a run which never
 * ended had replaced: that value does not come back, nor does one of an object that a later run has replaced.
 */
export function formerOutputs(
  work: RunWork,
  now: StackOutputs & Pick<StackState, "records">,
  moved: readonly MovedValue[],
  declared: OutputsDeclared,
  { names, going, anew, halfMade }: WhatGoes,
): ReadonlyMap<string, FormerOutput> {
  const { before, after } = work;
  const present = new Map([...now.records.values()].map((record) => [record.uid, record]));
  const written = writtenNames(work);
  const isTakenOver = (name: string) => keptOn(name, declared)?.every((each) => !written.has(each)) === true;
  const told = new Set([...Object.keys(now.outputs), ...Object.keys(before.outputs)]);
  const outputs = new Map<string, FormerOutput>();
  const stands = (uid: string) => names.undone.has(uid) && !going.has(uid);
  const undone = new Map([...names.undone].flatMap(([uid, name]) => (stands(uid) ? [[name, uid]] : [])));
  for (const name of told) {
    const made = !work.hasEnded && isDeclaredSince(name, declared) ? now : after;
    const [was, then, is] = [before, made, now].map((each) => ownMember(each.outputs, name));
    const formerUids = uidsOf(before.outputSources, name);
    const presentUids = uidsOf(now.outputSources, name);
    const isHalfMade = ownMember(now.outputSources, name)?.some((key) => halfMade.has(key)) === true;
    const wasOfFormer = !isOfCurrent(name, before);
    const isGoing = (uid: string) => going.has(uid) || (wasOfFormer && anew.has(uid));
    const isLost = is !== undefined && (isHalfMade || presentUids.some(isGoing));
    // A platform gives another value; it is a run that leaves none.
    const isOfRun = then === undefined || !isTakenOver(name);
    const isUndone = isLost || (!jsonEqual(was, then) && jsonEqual(then, is) && isOfRun);
    const isReplaced = (uid: string) => !anew.has(uid) && isOther(present.get(uid), before.records.get(uid));
    const isOutdated = isUndone && (wasOfFormer || formerUids.some(isReplaced));
    const isBack = isUndone && (!isOutdated || isLost);
    const [value, uids] = isBack ? [was, formerUids] : [is, presentUids];
    const asked = ownMember(isUndone ? declared.before : declared.last, name);
    const madeFrom = isUndone ? formerUids : presentUids;
    if (value === undefined || (isUndone && !formerUids.every(stands))) continue;
    outputs.set(name, {
      value: isBack ? withPresent(value, moved) : value,
      // What an undo has told by its value alone is as outdated as that.
      declared: isOutdated && jsonEqual(asked?.value, was) ? undefined : asked?.value,
      reads: new Set(asked?.on.filter((each) => madeFrom.includes(undone.get(each) ?? ""))),
      on: uids.flatMap((uid) => names.undone.get(uid) ?? []),
      ...(isOutdated && isLost ? { isOutdated } : {}),
    });
  }
  return outputs;
}

/** Whether an output was made from objects that were the current ones of their resources. */
function isOfCurrent(name: string, { outputSources, records }: RunWork["before"]): boolean {
  return (ownMember(outputSources, name) ?? []).every((key) => {
    const record = records.get(uidOf(key));
    return record !== undefined && recordKey(record) === key;
  });
}

/** Whether there is another object by now than before the run. */
function isOther(now: ResourceRecord | undefined, before: ResourceRecord | undefined): boolean {
  if (now === undefined || before === undefined) return false;
  return now.generation !== before.generation && now.identity.id !== before.identity.id;
}

/** The objects that an output was made from. */
function uidsOf(sources: OutputSources, name: string): readonly string[] {
  return (ownMember(sources, name) ?? []).map(uidOf);
}

function uidOf(key: string): string {
  return key.slice(0, key.lastIndexOf("."));
}

/** The managed names that an output reads, where a run declared it as the plan before did. */
function keptOn(name: string, { before, run }: OutputsDeclared): readonly string[] | undefined {
  const [former, declared] = [ownMember(before, name), ownMember(run, name)];
  return declared !== undefined && jsonEqual(declared.value, former?.value) ? declared.on : undefined;
}

/** Whether an output is still as a run has declared it. */
function isDeclaredSince(name: string, { run, last }: OutputsDeclared): boolean {
  const declared = ownMember(run, name);
  return declared !== undefined && jsonEqual(declared.value, ownMember(last, name)?.value);
}

/** The names, before the run and after it, of the objects about which it has called a platform. */
function writtenNames({ objects, before, after }: RunWork): ReadonlySet<string> {
  const written = new Set(objects.filter(isCalled).map(({ uid }) => uid));
  const names = [...before.names, ...after.names];
  return new Set(names.flatMap(([name, uid]) => (written.has(uid) ? [name] : [])));
}

function isCalled({ own }: ObjectWork): boolean {
  return own.some(({ intent }) => intent !== null);
}
