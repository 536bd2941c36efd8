import { invariant } from "../../../packages/base/invariant.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import type { Change, Driver, Target } from "../../engine/ports/driver.ts";

/** The part of a Driver that one resource type answers for; the docstrings there hold. */
export type ResourceDriver = Pick<
  Driver,
  "read" | "collectionOf" | "list" | "write" | "poll" | "operationOf" | "isConditional"
>;

/**
 * Fills a path of the wire with a target's variables, encoded. A missing variable is a bug: the engine gives them all.
 */
export function pathOf(template: string, target: Target): string {
  const path = expandTemplate(template, target.variables, encodeURIComponent);
  invariant(path !== undefined, `target ${target.id} lacks a variable of ${template}`);
  return path;
}

/** A variable that the target must have. */
export function variableOf(target: Target, name: string): string {
  const value = target.variables[name];
  invariant(value !== undefined, `target ${target.id} lacks the variable ${name}`);
  return value;
}

/** The inputs among `names` that have a value, as a message body. */
export function bodyOf(inputs: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = inputs[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * Mask and body of a patch: a name in the mask that the body lacks is cleared. Null when nothing of it can be patched.
 */
export function patchOf(
  change: Change,
  patchable: readonly string[],
): { readonly updateMask: string; readonly body: JsonObject } | null {
  const names = patchable.filter((name) => change.fields.includes(name));
  return names.length === 0 ? null : { updateMask: names.join(","), body: bodyOf(change.inputs, names) };
}
