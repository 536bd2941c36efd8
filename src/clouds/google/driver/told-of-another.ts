import type { Json } from "../../../base/json.ts";
import type { Change, WriteOutcome } from "../../../engine/ports/driver.ts";
import { toldOfAnother } from "../../../engine/ports/outcome.ts";

/**
 * What an answer to a creation comes to whose object (`name`) is not the one that was asked for; undefined where it is, or the answer names
 * none. Names are compared from the location on: the platform may name the project by its number.
 */
export function answerOfAnother({ operation, target }: Change, name: Json | undefined): WriteOutcome | undefined {
  if (operation !== "create" || typeof name !== "string" || name === "") return undefined;
  const asked = `/${target.id.split("/").slice(-4).join("/")}`;
  return name.toLowerCase().endsWith(asked.toLowerCase()) ? undefined : toldOfAnother(target.id, name);
}
