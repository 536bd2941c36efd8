import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { Rejection } from "../../rejection.ts";

/** Options that speak of other resources or of another name, of which an object by itself has none. */
const ofStacks = ["aliases", "deletedWith", "dependsOn", "import", "parent", "provider"];

/** Throws a Rejection for options that have a meaning in a stack only; the others are checked as ever. */
export function refuseStackOptions(options: JsonObject): void {
  const strange = Object.keys(options).filter((name) => ofStacks.includes(name));
  if (strange.length === 0) return;
  throw new Rejection(
    "unprocessable",
    strange.map((name) =>
      problem("invalid-option", `\`${name}\` has a meaning among the resources of a stack only`, {
        pointer: pointer("/options", name),
        at: "key",
      }),
    ),
  );
}
