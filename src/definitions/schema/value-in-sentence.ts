import { secretMask } from "../../../packages/base/text/secret-mask.ts";
import { withCodes } from "../../../packages/base/text/visible.ts";
import { secretPlaces } from "./secret-values.ts";
import { holdsMarker, type Value } from "./value.ts";

/**
 * A value in a sentence, as JSON; what can't be seen is told by its code. What holds a secret is not told, and what
 * only a run can know can't be.
 */
export function valueInSentence(value: Value | undefined): string {
  if (secretPlaces(value).length > 0) return secretMask;
  return holdsMarker(value) ? "(known after apply)" : withCodes(JSON.stringify(value ?? null));
}

/** The same with a text as it is. */
export function textInSentence(value: Value | undefined): string {
  return typeof value === "string" ? value : valueInSentence(value);
}
