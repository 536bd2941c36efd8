import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { Value } from "../../definitions/schema/value.ts";

/**
 * The secrets among the arguments of a look-up: where they stand, and what is to be said. A plan sends the arguments,
 * so a planner would read them at a vendor that notes what it was asked for (decision 0121).
 */
export function secretArguments(
  value: Value | undefined,
): readonly { readonly pointer: string; readonly detail: string }[] {
  return secretPlaces(value).map((pointer) => {
    const field = pointerSegments(pointer).join(".");
    return { pointer, detail: `\`${field}\` is sent while it is planned: it can't be secret` };
  });
}
