import { pointer, pointerSegments } from "../../packages/base/json/pointer.ts";
import { plainKey } from "../definitions/schema/value.ts";

/**
 * Where a value stands in an answer: under the key as its user wrote it, too. A place of inputs has it escaped, one of
 * outputs has not.
 */
export function asAnswered(place: string): readonly string[] {
  return [place, pointer("", ...pointerSegments(place).map(plainKey))];
}
