import type { Selection } from "../../../engine/plan/selection/selection.ts";

/** What a request says of the part that its plan is about. */
export function selectionOf(body: Selection): Selection {
  const { target, exclude, replace, skipUnreadable, keepProtected, noDelete, maxDeletions } = body;
  return {
    ...(target === undefined || target.length === 0 ? {} : { target }),
    ...(exclude === undefined || exclude.length === 0 ? {} : { exclude }),
    ...(replace === undefined || replace.length === 0 ? {} : { replace }),
    ...(skipUnreadable === true ? { skipUnreadable } : {}),
    ...(keepProtected === true ? { keepProtected } : {}),
    ...(noDelete === true ? { noDelete } : {}),
    ...(maxDeletions === undefined ? {} : { maxDeletions }),
  };
}
