import { isMaking } from "../state/stood-before.ts";
import { goneFormer, type ObjectWork } from "./run-work.ts";
import type { Transition } from "./transition.ts";
import { undoChange } from "./undo-change.ts";
import { undoMaking } from "./undo-making.ts";
import { undoRemoval } from "./undo-removal.ts";
import type { UndoWorld, Verdict } from "./verdict.ts";

/** What undoes the work of a run on one object; refused where a later run stands on it. */
export function inverseOfObject(object: ObjectWork, world: UndoWorld): Verdict {
  const before = object.own[0]?.before ?? null;
  const after = object.own.at(-1)?.after ?? null;
  const now = world.state.records.values().find(({ uid }) => uid === object.uid) ?? null;
  const record = before ?? after;
  const definition = record === null ? undefined : world.catalog.resources[record.type];
  if (definition === undefined) return { kind: "nothing" };
  if (before === null && after !== null) return undoMaking(object, after, now, definition, world);
  // What was put in the place of an object that was gone goes; the run has not deleted that one.
  if (after !== null && goneFormer(object) !== undefined)
    return undoMaking({ ...object, own: object.own.filter(isOfMaking) }, after, now, definition, world);
  // What was gone from the platform and was made anew goes again.
  if (after !== null && object.own.some(isRemaking)) return undoMaking(object, after, now, definition, world);
  if (before !== null && after === null) return undoRemoval(object, before, now, definition, world);
  if (before !== null && after !== null) return undoChange(object, { before, after, now }, definition, world);
  return { kind: "nothing" };
}

function isOfMaking({ gone, intent }: Transition): boolean {
  return gone === undefined || (intent !== null && isMaking(intent));
}

/** What may have stood all the time, unseen by the run's plan, is none that it has made. */
function isRemaking({ before, after, intent, hasStood }: Transition): boolean {
  if (hasStood === true) return false;
  return intent !== null && isMaking(intent) && before !== null && before.identity.id === after?.identity.id;
}
