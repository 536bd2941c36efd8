import type { Json } from "../../../packages/base/json/json.ts";
import type { Change, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import { namedOtherwise } from "../../engine/ports/named-otherwise.ts";
import { answeredByAnother } from "../../engine/ports/outcome.ts";

/**
 * The name in an answer, where it is another object's than was asked for. Names are compared from the location on: the
 * platform may name the project by its number.
 */
export function otherThan({ id }: Target, name: Json | undefined): string | undefined {
  return namedOtherwise(id.split("/").slice(2).join("/"), name);
}

/**
 * What an answer to a creation comes to whose object (`name`) is not the one that was asked for; undefined where it is,
 * or it names none.
 */
export function answerOfAnother({ operation, target }: Change, name: Json | undefined): WriteOutcome | undefined {
  const other = operation === "create" ? otherThan(target, name) : undefined;
  return other === undefined ? undefined : answeredByAnother(target.id, other);
}
