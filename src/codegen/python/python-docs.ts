import type { CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";
import { limitsInWords } from "../../definitions/document/limits-in-words.ts";
import { fieldSentences } from "../pages/field-sentences.ts";
import type { Shape, ShapeField } from "../shapes.ts";

/** Spells the field names inside a text as Python does. */
export type Respell = (text: string) => string;

/**
 * Respells what stands in backquotes and is the name of a field, and whatever else can only be one
 * (`roleDefinitionId`).
 */
export function respelling(names: ReadonlyMap<string, string>): Respell {
  const differing = [...names].filter(([field, name]) => field !== name).map(([field]) => field);
  if (differing.length === 0) return (text) => text;
  const pattern = new RegExp(
    `(?<![\\w/{<.])(${differing.sort((a, b) => b.length - a.length).join("|")})(?![\\w/}>])`,
    "g",
  );
  return (text) => text.replace(pattern, (field) => names.get(field) ?? field);
}

/** All that the specification says of a field, in sentences. */
export function fieldDoc({ value, required }: ShapeField, respell: Respell): string {
  const members = memberRules(value);
  return [
    ...fieldSentences(value).map((text) => respell(inPython(text))),
    ...(members.length === 0 ? [] : [`Each value: ${members.join("; ")}.`]),
    ...(required ? ["Required."] : []),
    ...(isTimestamp(value.type) ? ["A text, exactly as the platform writes it."] : []),
  ].join(" ");
}

/** The fields of a shape, one paragraph each, for the docstring of what takes them. */
export function fieldDocs(shape: Shape, names: ReadonlyMap<string, string>, respell: Respell): readonly string[] {
  return shape.fields.map((field) => `    ${names.get(field.name)}: ${fieldDoc(field, respell)}`);
}

/** Limits on the values of a map; those on the items of a list are among the list's own. */
function memberRules({ type }: CatalogValue): readonly string[] {
  return type.kind === "map" ? limitsInWords(type.values) : [];
}

function isTimestamp(type: CatalogType): boolean {
  return type.kind === "text" && type.format === "date-time";
}

function inPython(text: string): string {
  return text.replace(
    /^Absent means (true|false)\.$/,
    (_, word) => `Absent means ${word === "true" ? "True" : "False"}.`,
  );
}
