import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import { findUnknown } from "../../../definitions/schema/value.ts";
import { valueInSentence } from "../../../definitions/schema/value-in-sentence.ts";
import type { Case } from "../resource-case.ts";

/**
 * The case for a new object in the place of a recorded one. What `ignoreChanges` names is as it was recorded: what
 * others have set on the former object ends with that. Tells where this is not what is declared. To be asked once, when
 * it is decided that a new object is made.
 */
export function asNewObject(known: Case): Case {
  const { anew } = known;
  if (anew === undefined) return known;
  const made = { ...known, node: anew.node, desired: anew.desired() };
  tellKept(made, anew.declared().shown);
  return made;
}

function tellKept({ node: { address }, definition, desired, planning }: Case, declared: JsonObject): void {
  const place = { address, pointer: `/resources/${address}`, at: "key" as const };
  for (const { pointer, old, new: wanted } of compareValues(definition.inputs, desired.shown, declared)) {
    if (wanted !== undefined && findUnknown(wanted) !== undefined) continue;
    const shown = (value: typeof wanted) => ((value ?? null) === null ? "absent" : valueInSentence(value));
    const name = pointer.slice(1).replaceAll("/", ".");
    const detail =
      `\`ignoreChanges\` names \`${name}\`, which is ${shown(old)} by the record and ${shown(wanted)} by the ` +
      "declaration; the new object gets what is recorded";
    planning.complain("kept-ignored", detail, place);
  }
}
