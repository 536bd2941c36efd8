import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer, valueAt } from "../../../../packages/base/json/pointer.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import type { Inverse } from "../../undo/journal/undo-scope.ts";
import { putBackFields } from "../drift/differences.ts";
import type { FieldChange, IgnoredValue } from "../plan.ts";
import type { Case, Present } from "../resource-case.ts";

/**
 * Of all that differs from what is wanted, what the undone run has changed. Everything else stays as it is seen, and a
 * value that the run had corrected is sent as the run found it.
 */
export function onlyUndone(
  { definition, desired }: Case,
  { paths, corrected }: Inverse,
  changes: readonly FieldChange[],
  observed: Present,
): { readonly fields: readonly FieldChange[]; readonly left: readonly IgnoredValue[] } {
  const isIn = (places: readonly string[], path: string) => places.some((place) => overlap(place, path));
  const correctedPaths = corrected.map(({ path }) => path);
  const others = changes.filter(({ path }) => !isIn(paths, path));
  const seen = declarableInputs(definition, echoIdentity(definition, observed.outputs, desired.inputs));
  const mine = changes.filter(({ path }) => isIn(paths, path) && !isIn(correctedPaths, path));
  const former = mine.flatMap((change) => inDetail(change, paths, seen));
  const beside = mine.flatMap(({ path }) => membersBeside(path, paths, seen));
  const back = corrected.flatMap(({ path, value }): readonly FieldChange[] => {
    const old = valueAt(seen, path);
    if (jsonEqual(old ?? null, value)) return [];
    return [
      {
        path,
        ...(old === undefined ? {} : { old }),
        ...(value === null ? {} : { new: value }),
        reason: "declared",
        replace: changes.some((change) => change.replace && overlap(change.path, path)),
      },
    ];
  });
  return {
    fields: [...former, ...back],
    left: [...others.map(({ path }) => ({ path, value: valueAt(seen, path) ?? null })), ...beside, ...corrected],
  };
}

/**
 * What brings a soft-deleted object back as it was when the undone run deleted it: it may have been brought back,
 * changed and deleted again since. What came from an object that has other values by now gets these.
 */
export function asDeleted(
  known: Case,
  inverse: Inverse,
  changes: readonly FieldChange[],
  observed: Present,
): ReturnType<typeof onlyUndone> {
  const { stood, renewed = [] } = inverse;
  if (stood === undefined) return onlyUndone(known, inverse, changes, observed);
  const { definition, desired } = known;
  const seen = declarableInputs(definition, echoIdentity(definition, observed.outputs, desired.inputs));
  const missing = Object.keys(seen).filter((name) => !Object.hasOwn(stood, name));
  const wanted = { ...stood, ...Object.fromEntries(missing.map((name): [string, Json] => [name, null])) };
  const forces = (path: string) => changes.some((change) => change.replace && overlap(change.path, path));
  const isRenewed = ({ path }: FieldChange) => renewed.some((place) => overlap(place, path));
  const former = putBackFields(definition, seen, wanted).filter((field) => !isRenewed(field));
  const fields = former.map((field) => ({ ...field, replace: forces(field.path) }));
  return { fields: [...fields, ...changes.filter(isRenewed)], left: inverse.lostValues };
}

/** A change of a whole map or object of which some members only are put back, as the changes of these. */
function inDetail(change: FieldChange, paths: readonly string[], seen: JsonObject): readonly FieldChange[] {
  const members = paths.filter((path) => path.startsWith(`${change.path}/`));
  if (members.length === 0) return [change];
  return members.flatMap((path): readonly FieldChange[] => {
    const old = valueAt(seen, path);
    return old === undefined ? [] : [{ path, old, reason: change.reason, replace: change.replace }];
  });
}

/** What of such a map or object stays, at every depth. */
function membersBeside(whole: string, paths: readonly string[], seen: JsonObject): readonly IgnoredValue[] {
  const value = valueAt(seen, whole);
  if (!isJsonObject(value) || !paths.some((path) => path.startsWith(`${whole}/`))) return [];
  return Object.entries(value).flatMap(([name, member]: [string, Json]): readonly IgnoredValue[] => {
    const path = pointer(whole, name);
    if (paths.some((each) => each.startsWith(`${path}/`))) return membersBeside(path, paths, seen);
    return paths.some((each) => overlap(each, path)) ? [] : [{ path, value: member }];
  });
}
