import { clean } from "../rendering/text.ts";

/** A text as it stands in HTML, in a text or in an attribute; characters that control something are written out. */
export function escapeMarkup(text: string): string {
  return clean(text).replace(/[<>&"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
