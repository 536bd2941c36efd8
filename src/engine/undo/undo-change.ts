import { type JsonObject, jsonEqual } from "../../base/json.ts";
import { valueAt } from "../../base/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { overlap, type PlacedValue, withValues } from "../../definitions/schema/place-values.ts";
import type { ResourceRecord } from "../state/record.ts";
import {
  changedPaths,
  correctedValues,
  isTakenBack,
  lastingInputs,
  lostValues,
  requestedPaths,
  sameAt,
  writtenPaths,
} from "./changed-fields.ts";
import { formerDependencies, formerOptions } from "./former-options.ts";
import { formerValue, isSameProvider } from "./former-value.ts";
import { doer, formerGone, inBrackets, inWords, refused, standing } from "./refusal.ts";
import { halfReplaced, isEndOf, isReplaced, isSamePlace } from "./replacement.ts";
import { broughtBackBy, displacedBy, joined, type ObjectWork } from "./run-work.ts";
import type { Transition } from "./transition.ts";
import type { UndoWorld, Verdict } from "./verdict.ts";

/** An object before a run, after it, and now; null where it is gone by now. */
interface Stages {
  readonly before: ResourceRecord;
  readonly after: ResourceRecord;
  readonly now: ResourceRecord | null;
}

/** What became of an object, and calls of the run of which nothing is recorded. */
interface ChangingWork extends ObjectWork {
  readonly unseen: readonly Transition[];
}

/** What a run has changed of an object gets its former values, where no later run stands on it. */
export function undoChange(
  { uid, ...work }: ChangingWork,
  { before, after, now }: Stages,
  definition: ResourceDefinition,
  { work: ofRun, state, names }: UndoWorld,
): Verdict {
  const [own, later] = [joined(work.own), joined(work.later)];
  const isSameObject = before.identity.id === after.identity.id;
  const lost = lostValues(before, after.inputs, [...work.own, ...work.unseen], definition);
  // What was made anew under its own id is put back in place: what stood in the former one besides as well.
  const called = [...own, ...work.unseen];
  const corrected = [...called.flatMap((each) => correctedValues(each, definition)), ...(isSameObject ? lost : [])];
  const paths = [...new Set([...writtenPaths(own, definition), ...corrected.map(({ path }) => path)])];
  if (now === null) {
    const end = later.findLast((each) => each.after === null);
    if (paths.length === 0 || end === undefined) return { kind: "nothing" };
    return refused(before.address, `\`${before.address}\` was removed by ${doer(end.run, ofRun)}`);
  }
  const { address } = now;
  const former = state.superseded.find((each) => each.uid === uid && each.generation === before.generation);
  // The former object may be gone though it is recorded: then it is made again.
  const mayBeGone = former !== undefined && work.unseen.some(({ intent }) => isEndOf(former, intent));
  const half =
    former !== undefined && now.generation === after.generation && !isSamePlace(former, now)
      ? halfReplaced(before, former, now, names)
      : undefined;
  if (half !== undefined) {
    const changed = changedPaths(after, now, definition);
    // A record that is renamed as well takes its former object back where that stands, in one step.
    if (changed.length === 0 && (!mayBeGone || before.address !== address))
      return { kind: "half-replaced", object: own.some(isTakenBack) ? { ...half, keepsMade: true } : half };
    if (changed.length > 0) {
      const by = standing(later, (each) => changedPaths(each, now, definition).length === 0);
      return refused(address, `\`${address}\` was changed by ${doer(by, ofRun)}${inBrackets(changed)}`);
    }
  }
  // A deletion that took effect although it was refused is found out by the next run, which finds the object gone.
  const ending = untilMadeAgain(before, work.later).find(({ intent }) => isEndOf(before, intent));
  const mayHaveEnded = ({ intent, isOfFormer }: Transition) =>
    isEndOf(before, intent) && (isOfFormer === "unheard" || ending?.gone !== undefined);
  const isEnded = work.unseen.some(mayHaveEnded) || work.own.some(({ intent }) => isEndOf(before, intent));
  const isUnfinished = !isSameObject && !isEnded;
  const finished = isUnfinished ? ending : undefined;
  if (finished?.gone !== undefined) return formerGone(before, now, doer(finished.run, ofRun));
  if (finished !== undefined)
    return refused(
      address,
      `the run has replaced \`${before.identity.id}\`, which was deleted by ${doer(finished.run, ofRun)}`,
    );
  if (isPutInPlace({ before, after, now })) {
    const changed = changedPaths(after, now, definition);
    if (changed.length > 0) {
      const by = doer(
        standing(later, (each) => changedPaths(each, now, definition).length === 0),
        ofRun,
      );
      const detail = `\`${now.identity.id}\`, which the run has put in the place of \`${before.identity.id}\`, was changed by ${by}${inBrackets(changed)}, and the undo would put the former one back`;
      return refused(now.address, detail);
    }
  }
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
  open.push(...unseenPaths(work, now, definition).filter((path) => !open.includes(path)));
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
  const isLetGo = former === undefined && isUnfinished && target === now.address && definition.existence === "created";
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
        ...(own.some(isTakenBack) ? { keepsFormer: true as const } : {}),
        ...(isLetGo ? { letGo: { ...before, address: target, options: options.value, dependsOn } } : {}),
        ...(half === undefined ? {} : { letGo: half.former }),
        lost: null,
      },
    },
  };
}

/** Where an update of the run may have changed an object though nothing is recorded of it, unless a later run has changed it. */
function unseenPaths(
  { later, unseen }: Pick<ChangingWork, "later" | "unseen">,
  now: ResourceRecord,
  definition: ResourceDefinition,
): readonly string[] {
  if (later.length > 0) return [];
  return unseen.flatMap(({ before, intent }) =>
    before !== null && intent !== null && isSamePlace(before, now) ? requestedPaths(before, intent, definition) : [],
  );
}

/** What was done until the object of a record was made again: what ends it then ends another one. */
function untilMadeAgain({ identity }: ResourceRecord, later: readonly Transition[]): readonly Transition[] {
  const again = later.findIndex(({ after }) => after?.identity.id === identity.id);
  return again === -1 ? later : later.slice(0, again);
}

/** Whether what stands is the object that the run has put in the place of another one: its undo ends it. */
function isPutInPlace({ before, after, now }: { readonly [Stage in keyof Stages]: ResourceRecord }): boolean {
  return !isSamePlace(before, after) && isSamePlace(after, now);
}
