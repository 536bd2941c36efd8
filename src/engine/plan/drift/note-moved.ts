import { movedSince } from "../../state/drift/moved-since.ts";
import { placesSetBy } from "../../state/drift/places-set.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import type { FieldChange, IgnoredValue } from "../plan.ts";
import type { Case, Present } from "../resource-case.ts";

/**
 * Notes what moved since the record and what nothing else in the plan tells: what a step puts back is among its fields,
 * and what `onDrift` leaves alone is told as a warning, or not at all. What a call in flight was to set is told as
 * that.
 */
export function noteMoved(
  { definition, node, planning }: Case,
  record: ResourceRecord,
  observed: Present,
  fields: readonly FieldChange[],
  left: readonly IgnoredValue[],
): void {
  if (node.options.onDrift === "ignore" || observed.outputs === record.outputs) return;
  if (mayShowBefore(record, observed.outputs, planning.snapshot.at)) return;
  const told = [...fields, ...left].map(({ path }) => path);
  const { ignoreChanges } = node.options;
  const recorded = { ...record, options: { ...record.options, ignoreChanges } };
  const { address, type, identity } = record;
  const asked = planning.snapshot.indeterminate
    .filter(({ intent }) => intent.uid === record.uid && intent.identity.id === identity.id)
    .map(({ intent }) => placesSetBy(intent, definition, observed.outputs));
  for (const moved of movedSince(recorded, definition, observed.outputs)) {
    if (told.some((path) => isWithin(moved.path, path) || isWithin(path, moved.path))) continue;
    if (asked.some((isSet) => isSet(moved.path))) continue;
    planning.moved.push({ address, type, id: identity.id, ...moved });
  }
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}/`);
}
