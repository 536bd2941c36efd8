import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { Paint } from "./paint.ts";
import { clean, clip, padTo, textWidth } from "./text.ts";

const listedItems = 8;

/** Why a value is unknown before the apply, or undefined for a known one. */
export function unknownReason(value: Json | undefined): string | undefined {
  return isJsonObject(value) && typeof value["$unknown"] === "string" ? value["$unknown"] : undefined;
}

export function isSecretValue(value: Json | undefined): boolean {
  return isJsonObject(value) && isJsonObject(value["$secret"]);
}

/** True for an object that holds data rather than one of the markers `$unknown`, `$secret`, `$expr`. */
export function isDataObject(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => /^\$[^$]/.test(key));
}

/** A key as the user wrote it: documents carry one more `$` where a key starts with one. */
export function keyText(key: string): string {
  return clean(key.startsWith("$$") ? key.slice(1) : key);
}

/** The whole value on one safe line; strings are quoted. */
export function inlineValue(value: Json | undefined): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return clean(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(inlineValue).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const why = unknownReason(value);
  if (why !== undefined) return why === "" ? "(known after apply)" : clean(`(known after apply: ${why})`);
  if (isSecretValue(value)) return "(secret)";
  if (typeof value["$expr"] === "string") return clean(value["$expr"]);
  const members = Object.entries(value).map(([key, member]) => `${keyText(key)}: ${inlineValue(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A value on one line of `width`, or the lines of a block that stands below its name. */
export function valueLines(value: Json | undefined, width: number, paint: Paint): string | readonly string[] {
  if (isDataObject(value) && Object.keys(value).length > 0) return entryLines(Object.entries(value), width - 2, paint);
  const line = inlineValue(value);
  if (textWidth(line) <= width) return paintValue(value, line, paint);
  if (Array.isArray(value)) return itemLines(value, width, paint);
  return paintValue(value, abbreviate(line, width, typeof value === "string" ? [...value].length : 0), paint);
}

/** `name: value` lines with the values aligned; nested objects and long lists are indented below their names. */
export function entryLines(
  entries: readonly (readonly [string, Json | undefined])[],
  width: number,
  paint: Paint,
): readonly string[] {
  const shown = entries.map(([name, value]) => ({ name: `${keyText(name)}:`, value }));
  const column = Math.min(40, Math.max(0, ...shown.map(({ name }) => textWidth(name))));
  return shown.flatMap(({ name, value }) => {
    const lines = valueLines(value, Math.max(20, width - column - 1), paint);
    if (typeof lines === "string") return [`${padTo(name, column)} ${lines}`];
    return [name, ...lines.map((line) => `  ${line}`)];
  });
}

function itemLines(items: readonly Json[], width: number, paint: Paint): readonly string[] {
  const lines = items.slice(0, listedItems).flatMap((item) => {
    const rendered = valueLines(item, width - 2, paint);
    const block = typeof rendered === "string" ? [rendered] : rendered;
    return block.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
  });
  const more = items.length - listedItems;
  return more > 0 ? [...lines, paint("dim", `… ${more} more`)] : lines;
}

function paintValue(value: Json | undefined, text: string, paint: Paint): string {
  return unknownReason(value) !== undefined || isSecretValue(value) || value === undefined ? paint("dim", text) : text;
}

function abbreviate(line: string, width: number, length: number): string {
  const note = length === 0 ? "" : ` (${length} characters)`;
  return `${clip(line, Math.max(12, width - note.length))}${note}`;
}
