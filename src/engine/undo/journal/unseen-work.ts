import { isMaking } from "../../state/drift/stood-before.ts";
import type { ObjectWork } from "./run-work.ts";
import type { Transition } from "./transition.ts";

/** What a run may have done to an object, and no read has shown: its deletion, or what an update has set. */
export function unseenWork({ own, later }: Pick<ObjectWork, "own" | "later">): readonly Transition[] {
  return own.filter((each) => !isSeen(each) && !wasGoneThen(each) && !hasStoodSince(each, later));
}

/** Whether all that a run did to the present object of a resource was a deletion that no read has shown. */
export function isDeletedUnseen(object: Pick<ObjectWork, "own" | "later">): boolean {
  return !object.own.some(isSeen) && unseenWork(object).filter(isOfPresent).some(isDeletion);
}

export function isOfPresent({ isOfFormerObject }: Transition): boolean {
  return isOfFormerObject === undefined;
}

export function isSeen({ isUnseen }: Transition): boolean {
  return isUnseen !== true;
}

export function isDeletion({ intent }: Transition): boolean {
  return intent?.operation === "delete";
}

/** Whether the plan of a deletion saw that its object was gone. */
function wasGoneThen({ intent }: Transition): boolean {
  return intent?.operation === "delete" && intent.unseen === "gone";
}

/**
 * Whether a later run has seen the object that a call may have deleted: what has taken it away since is not that call.
 * One that was made since is another.
 */
function hasStoodSince({ intent }: Transition, later: readonly Transition[]): boolean {
  if (intent?.operation !== "delete") return false;
  const { id } = intent.identity;
  const calls = later.flatMap(({ intent: since }) => (since?.identity.id === id ? [since] : []));
  const made = calls.findIndex(isMaking);
  const onIt = made === -1 ? calls : calls.slice(0, made);
  return onIt.some(({ before, unseen }) => before !== null && unseen === undefined);
}
