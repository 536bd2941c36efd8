import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { Moved } from "../../../definitions/schema/comparison/moved-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";

/** How it is told of the values of an object that is another one than was recorded. */
export const madeAnew = "made anew under the same id by another hand";

/**
 * Whether what moved tells of another object under the same id: an output that the platform gives once, or the time of
 * creation.
 */
export function isMadeAnew({ outputs, createdAt }: ResourceDefinition, moved: readonly Moved[]): boolean {
  return moved.some(({ path, old, new: now }) => {
    if (old === undefined || now === undefined) return false;
    if (createdAt !== undefined && path === pointer("", ...createdAt.split("."))) return true;
    const output = outputs.properties[pointerSegments(path)[0] ?? ""];
    return output?.immutable === true && output.composed === undefined;
  });
}
