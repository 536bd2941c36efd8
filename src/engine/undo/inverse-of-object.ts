import { isMaking } from "../state/drift/stood-before.ts";
import { correctedValues, inputsAtEnd, lostValues, requestedPaths } from "./changed-fields.ts";
import { goneAhead, goneFormerObject, type ObjectWork } from "./journal/run-work.ts";
import type { Transition } from "./journal/transition.ts";
import { isRecordedSince } from "./journal/unrecorded-changes.ts";
import { isDeletion, isOfPresent, isSeen, unseenWork } from "./journal/unseen-work.ts";
import { undoChange } from "./undo-change.ts";
import { undoMaking } from "./undo-making.ts";
import { undoRemoval } from "./undo-removal.ts";
import type { UndoContext, Verdict } from "./verdict.ts";

/** What undoes the work of a run on one object; refused where a later run stands on it. */
export function inverseOfObject(told: ObjectWork, context: UndoContext): Verdict {
  const object = { ...told, own: told.own.filter(isSeen), later: told.later.filter(isSeen) };
  const unseen = unseenWork(told);
  const ofPresent = unseen.filter(isOfPresent);
  if (object.own.length === 0) return undoUnseen({ ...object, own: ofPresent }, context);
  const before = object.own[0]?.before ?? null;
  const after = object.own.at(-1)?.after ?? null;
  const now = context.state.records.values().find(({ uid }) => uid === object.uid) ?? null;
  const record = before ?? after;
  const definition = record === null ? undefined : context.catalog.resources[record.type];
  if (definition === undefined) return { kind: "nothing" };
  if (before === null && after !== null) return undoMaking(object, after, now, definition, context);
  // What was put in the place of an object that was gone goes; the run has not deleted that one.
  if (after !== null && goneFormerObject(object) !== undefined)
    return undoMaking({ ...object, own: object.own.filter(isOfMaking) }, after, now, definition, context);
  // What the run has taken back in the place of one that was gone is the only one that there is.
  if (goneAhead(object) !== undefined) return { kind: "nothing" };
  // What was gone from the platform and was made anew goes again.
  if (after !== null && object.own.some(isRemaking)) return undoMaking(object, after, now, definition, context);
  if (before !== null && after === null) return undoRemoval(object, before, now, definition, context);
  if (before === null || after === null) return { kind: "nothing" };
  const change = undoChange({ ...object, unseen }, { before, after, now }, definition, context);
  // The run may have deleted the present object beside a former one, and have changed nothing of it.
  return change.kind === "nothing" ? undoUnseen({ ...object, own: ofPresent.filter(isDeletion) }, context) : change;
}

/**
 * What the run may have deleted is looked at, and made again where it is gone, be it that a later run has deleted it
 * once more. The fields that it may have changed get the recorded values, unless a later run has written the object
 * since.
 */
function undoUnseen({ uid, own, later }: ObjectWork, context: UndoContext): Verdict {
  const { state, catalog } = context;
  const deletion = own.find(isDeletion);
  const record = state.records.values().find((each) => each.uid === uid);
  const former = record ?? deletion?.before ?? undefined;
  const definition = former === undefined ? undefined : catalog.resources[former.type];
  if (own.length === 0 || former === undefined || definition === undefined) return { kind: "nothing" };
  if (record === undefined) return undoRemoval({ uid, own, later }, former, null, definition, context);
  if (deletion === undefined && isRecordedSince(later)) return { kind: "nothing" };
  const corrected = own.flatMap((each) => correctedValues(each, definition));
  const requested = own.flatMap(({ intent }) => (intent === null ? [] : requestedPaths(record, intent, definition)));
  const paths = [...new Set([...requested, ...corrected.map(({ path }) => path)])];
  const { type, apiVersion, inputs, dependsOn, address, provider, options } = record;
  const stood = inputsAtEnd(record, own, definition);
  const inverse = {
    ...{ paths, corrected, options, providerRef: provider.ref, lost: null },
    // Where the deletion took effect, the object comes back as it stood, and not as it was recorded.
    lostValues: lostValues(record, {}, own, definition),
    ...(stood === undefined ? {} : { stood }),
  };
  return {
    kind: "put-back",
    object: {
      record: { uid, type, apiVersion, inputs, dependsOn },
      address,
      provider,
      options,
      inverse: deletion === undefined ? inverse : { ...inverse, mayBeGone: true },
      ...(deletion === undefined ? {} : { mayBeAnew: record }),
    },
  };
}

function isOfMaking({ gone, intent }: Transition): boolean {
  return gone === undefined || (intent !== null && isMaking(intent));
}

/** What may have stood all the time, unseen by the run's plan, is none that it has made. */
function isRemaking({ before, after, intent, hasStood }: Transition): boolean {
  if (hasStood === true) return false;
  return intent !== null && isMaking(intent) && before !== null && before.identity.id === after?.identity.id;
}
