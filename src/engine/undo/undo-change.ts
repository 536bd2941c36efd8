import { jsonEqual } from "../../../packages/base/json/json.ts";
import { samePlain } from "../../../packages/base/json/plain.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { overlap } from "../../definitions/schema/place-values.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { isTakenBack } from "./changed-fields.ts";
import {
  type ChangedFields,
  type ChangedObject,
  type ChangingWork,
  changedFieldsOf,
  isUnfinished,
} from "./changed-object.ts";
import { formerFields } from "./former/former-fields.ts";
import type { NamesThen } from "./former/former-options.ts";
import { formerSettings } from "./former/former-settings.ts";
import { withFormerValues } from "./former/with-former-values.ts";
import { changedInPlace, formerEnded, replacedSince } from "./journal/later-changes.ts";
import { halfReplaced, isEndOf, isReplaced, isSamePlace } from "./journal/replacement.ts";
import { broughtBackBy, joined, overwrittenBy } from "./journal/run-work.ts";
import type { HalfReplaced } from "./journal/undo-scope.ts";
import { doer, refused } from "./undo-refusal.ts";
import type { UndoContext, Verdict } from "./verdict.ts";

/** An object before a run, after it, and now; null where it is gone by now. */
interface Stages {
  readonly before: ResourceRecord;
  readonly after: ResourceRecord;
  readonly now: ResourceRecord | null;
}

/** What a run has changed of an object gets its former values, where no later run stands on it. */
export function undoChange(
  work: ChangingWork,
  { before, after, now }: Stages,
  definition: ResourceDefinition,
  { work: ofRun, state, names }: UndoContext,
): Verdict {
  const later = joined(work.later);
  const fields = changedFieldsOf({ before, after, definition, work });
  if (now === null) {
    const end = later.findLast((each) => each.after === null);
    if (fields.paths.length === 0 || end === undefined) return { kind: "nothing" };
    return refused(before.address, `\`${before.address}\` was removed by ${doer(end.run, ofRun)}`);
  }
  const former = state.superseded.find((each) => each.uid === work.uid && each.generation === before.generation);
  const object: ChangedObject = { before, after, now, former, definition, work, later, ofRun };
  const inTheWay = formerEnded(object) ?? changedInPlace(object);
  if (inTheWay !== undefined) return inTheWay;
  const half = halfOf(object, names);
  // The former object may be gone though it is recorded: then it is made again.
  const mayBeGone = former !== undefined && work.unseen.some(({ intent }) => isEndOf(former, intent));
  // A record that is renamed as well takes its former object back where that stands, in one step.
  if (half !== undefined && (!mayBeGone || before.address !== now.address))
    return { kind: "half-replaced", object: joined(work.own).some(isTakenBack) ? { ...half, keepsMade: true } : half };
  return putBack(object, fields, half, names);
}

/** Both objects of a replacement of which the former one is recorded still. */
function halfOf({ before, after, now, former }: ChangedObject, names: NamesThen): HalfReplaced | undefined {
  const isHalf = former !== undefined && now.generation === after.generation && !isSamePlace(former, now);
  return isHalf ? halfReplaced(before, former, now, names) : undefined;
}

/** The object as it is to be declared. */
function putBack(
  object: ChangedObject,
  changed: ChangedFields,
  half: HalfReplaced | undefined,
  names: NamesThen,
): Verdict {
  const { before, after, now, former, definition, work } = object;
  const fields = formerFields(object, changed);
  if (!fields.ok) return fields.error;
  const { open, wanted } = fields.value;
  const replaced = replacedSince(object, open);
  if (replaced !== undefined) return replaced;
  const settings = formerSettings(object, names);
  if (!settings.ok) return settings.error;
  const { address, provider, apiVersion, options, dependsOn } = settings.value;
  const own = joined(work.own);
  const isSame =
    open.length + overwrittenBy(own).length + broughtBackBy(own).length === 0 &&
    address === now.address &&
    provider === now.provider &&
    apiVersion === now.apiVersion &&
    samePlain(options, now.options) &&
    jsonEqual(dependsOn, now.dependsOn);
  if (isSame) return { kind: "nothing" };
  const isLetGo =
    former === undefined && isUnfinished(object) && address === now.address && definition.existence === "created";
  return {
    kind: "put-back",
    object: {
      record: {
        ...{ uid: work.uid, type: now.type, apiVersion, dependsOn },
        inputs: withFormerValues(now.inputs, wanted, before.inputs),
      },
      address,
      ...(isReplaced(before, after) ? { replaced: before } : {}),
      ...(address === now.address ? {} : { movedFrom: now.address }),
      provider,
      options,
      inverse: {
        paths: open,
        corrected: changed.corrected.filter(({ path }) => open.some((each) => overlap(each, path))),
        lostValues: changed.lost,
        options,
        providerRef: provider.ref,
        ...(own.some(isTakenBack) ? { keepsFormer: true as const } : {}),
        ...(isLetGo ? { letGo: { ...before, address, options, dependsOn } } : {}),
        ...(half === undefined ? {} : { letGo: half.former }),
        lost: null,
      },
    },
  };
}
