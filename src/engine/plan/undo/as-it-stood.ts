import { type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { valueAt } from "../../../../packages/base/json/pointer.ts";
import { overlap, withValues } from "../../../definitions/schema/place-values.ts";
import type { FieldChange } from "../plan.ts";
import type { Case } from "../resource-case.ts";

/** What an undo makes anew is sent as it stood: the fields tell these values, and not the recorded ones. */
export function fieldsAsStood(
  { definition, inverse, desired }: Case,
  fields: readonly FieldChange[],
  seen: JsonObject,
): readonly FieldChange[] {
  const lost = definition.existence === "created" ? (inverse?.lostValues ?? []) : [];
  if (lost.length === 0) return fields;
  const sent = withValues(desired.shown, lost);
  const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  const kept = fields.filter(({ path }) => !lost.some((each) => isWithin(path, each.path)));
  const whole = kept.map((field) => {
    if (!lost.some(({ path }) => isWithin(path, field.path))) return field;
    const { new: _recorded, ...rest } = field;
    const value = valueAt(sent, field.path);
    return value === undefined ? rest : { ...rest, new: value };
  });
  const others = lost.filter(({ path }) => !kept.some((field) => isWithin(path, field.path)));
  const forces = (path: string) => fields.some((field) => field.replace && overlap(field.path, path));
  return [...whole, ...others.flatMap(({ path }) => changeAt(path, seen, sent, "declared", forces(path)))];
}

/**
 * What comes back with an object that an undo undeletes and is not as it was recorded: others had set it. It stands
 * there already, so that nothing is written.
 */
export function comesBack({ inverse, desired }: Case, fields: readonly FieldChange[]): readonly FieldChange[] {
  const lost = inverse?.lostValues ?? [];
  const others = lost.filter(({ path }) => !fields.some((field) => overlap(field.path, path)));
  const sent = withValues(desired.shown, others);
  return others.flatMap(({ path }) => changeAt(path, desired.shown, sent, "drifted", false));
}

function changeAt(
  path: string,
  before: JsonObject,
  after: JsonObject,
  reason: FieldChange["reason"],
  replace: boolean,
): readonly FieldChange[] {
  const [old, now] = [valueAt(before, path) ?? null, valueAt(after, path) ?? null];
  if (jsonEqual(old, now)) return [];
  return [{ path, ...(old === null ? {} : { old }), ...(now === null ? {} : { new: now }), reason, replace }];
}
