import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { withValues } from "../../definitions/schema/place-values.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import { movedSince } from "./drift/moved-since.ts";
import type { ResourceRecord } from "./records/record.ts";

/** An object as it was seen before what is to be recorded, and what stands now. */
interface Looks {
  readonly stood: JsonObject;
  readonly now: JsonObject;
}

/**
 * The outputs to record of an object whose drift stays drift: as it stands now, but for the places that had moved since
 * the record and are not its own (`isOwn`). Those keep their recorded values, so that the next look tells of them as
 * before.
 */
export function withMovedKept(
  record: Pick<ResourceRecord, "inputs" | "outputs" | "options">,
  definition: ResourceDefinition,
  { stood, now }: Looks,
  isOwn: (path: string) => boolean,
): JsonObject {
  const moved = movedSince(record, definition, stood).filter(({ path }) => !isOwn(path));
  const places = new Set(moved.map(({ path }) => wholePlace(path, [record.outputs, now])));
  return withValues(
    now,
    [...places].map((path) => ({ path, value: valueAt(record.outputs, path) ?? null })),
  );
}

/** The place itself, or the list or marker that it lies in: those are kept as a whole. */
function wholePlace(path: string, trees: readonly JsonObject[]): string {
  const segments = pointerSegments(path);
  const isWhole = (value: Json | undefined) => Array.isArray(value) || (isJsonObject(value) && isMarker(value));
  const depth = segments.findIndex((_, index) =>
    trees.some((tree) => isWhole(valueAt(tree, pointer("", ...segments.slice(0, index + 1))))),
  );
  return depth === -1 ? path : pointer("", ...segments.slice(0, depth + 1));
}
