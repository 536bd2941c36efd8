import { defaultInWords, rulesInWords } from "../../definitions/schema/rules-in-words.ts";
import type { Schema } from "../../definitions/schema/schema.ts";

/** All that one should know of a field, a sentence each; the first is its description. */
export function fieldSentences(schema: Schema): readonly string[] {
  const rules = rulesInWords(schema);
  return [
    sentence(schema.description ?? ""),
    ...(rules.length === 0 ? [] : [sentence(`Rules: ${rules.join("; ")}`)]),
    ...(schema.default === undefined ? [] : [sentence(`Left out: ${defaultInWords(schema.default)}`)]),
    ...(schema.absentMeans === undefined ? [] : [`Absent means ${JSON.stringify(schema.absentMeans)}.`]),
    ...(schema.replace === true ? ["A change replaces the object."] : []),
    ...(schema.immutable === true ? ["It never changes after creation."] : []),
    ...(schema.volatile === undefined ? [] : [`No drift when it moves: ${schema.volatile}.`]),
    ...(schema.secret === true ? ["It is sealed at rest and masked everywhere."] : []),
    ...(schema.vendorRefusesUpdate === true ? ["The platform documents it as not updatable."] : []),
  ].filter((text) => text !== "");
}

function sentence(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}
