import type { JsonObject } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import { jsonName } from "../../vendor-wire/google/global-parameters.ts";

/**
 * The fields that an `updateMask` names, in lowerCamelCase; `*` means all that may be patched. A path that leads
 * nowhere, or to a field that can't be patched, is refused; so is a missing mask, which the reference marks required.
 */
export function readUpdateMask(
  mask: string | undefined,
  patchable: readonly string[],
): Result<readonly string[], readonly FieldViolation[]> {
  if (mask === undefined || mask === "") {
    return err([{ field: "update_mask", description: "update_mask is required." }]);
  }
  if (mask === "*") return ok(patchable);
  const names = mask.split(",").map((path) => jsonName(path.trim()));
  const wrong = names.filter((name) => !patchable.includes(name));
  if (wrong.length === 0) return ok(names);
  return err(
    wrong.map((name) => ({
      field: "update_mask",
      description: `update_mask: '${name}' is not a field that can be updated.`,
    })),
  );
}

/** A message after a patch: fields in the mask come from the body, and are gone where the body lacks them. */
export function applyMask(current: JsonObject, body: JsonObject, mask: readonly string[]): JsonObject {
  const kept = Object.entries(current).filter(([field]) => !mask.includes(field));
  return { ...Object.fromEntries(kept), ...pick(body, mask) };
}

/** The part of a message that consists of the named fields. */
export function pick(message: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([name]) => names.includes(name)));
}
