import type { CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";
import { defaultInWords, limitsInWords } from "../../definitions/document/limits-in-words.ts";

/** All that one should know of a field, a sentence each; the first is its description. */
export function fieldSentences(value: CatalogValue): readonly string[] {
  const limits = limitsInWords(value);
  return [
    sentence(value.description),
    ...(limits.length === 0 ? [] : [sentence(`Rules: ${limits.join("; ")}`)]),
    ...(value.default === undefined ? [] : [sentence(`Left out: ${defaultInWords(value.default)}`)]),
    ...(value.absentMeans === undefined ? [] : [`Absent means ${JSON.stringify(value.absentMeans)}.`]),
    ...(value.replace === true ? ["A change replaces the object."] : []),
    ...(value.immutable === true ? ["It never changes after creation."] : []),
    ...(value.volatile === undefined ? [] : [`No drift when it moves: ${value.volatile}.`]),
    ...(value.secret === true
      ? [
          "It is sealed at rest and masked everywhere. It can be passed on whole only: " +
            "no text and no computation takes it.",
        ]
      : []),
    ...(value.vendorRefusesUpdate === true ? ["The platform documents it as not updatable."] : []),
  ].filter((text) => text !== "");
}

function sentence(text: string): string {
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}
