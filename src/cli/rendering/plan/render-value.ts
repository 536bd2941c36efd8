import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { Screen } from "../../terminal.ts";
import type { Paint } from "../paint.ts";
import { clean, clip, clipMiddle, padTo, textWidth } from "../text.ts";

const listedItems = 8;
/** A small object up to so many columns stands on one line. */
const widestInline = 96;

/** Why a value is unknown before the apply, or undefined for a known one. */
function unknownReason(value: Json | undefined): string | undefined {
  return isJsonObject(value) && typeof value["$unknown"] === "string" ? value["$unknown"] : undefined;
}

/** True for the marker of a sealed value; data with such a key carries one more `$`. */
export function isSecretValue(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.hasOwn(value, "$secret");
}

/** True for an object that holds data rather than one of the markers `$unknown`, `$secret`, `$expr`. */
export function isDataObject(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => /^\$[^$]/.test(key));
}

/** A key as the user wrote it: documents carry one more `$` where a key starts with one. */
export function keyText(key: string): string {
  return clean(key.startsWith("$$") ? key.slice(1) : key);
}

/** Data as the user wrote it: every key without the `$` that documents add. */
export function withPlainKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withPlainKeys(item));
  if (!isJsonObject(value)) return value;
  const plain = (key: string) => (key.startsWith("$$") ? key.slice(1) : key);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [plain(key), withPlainKeys(member)]));
}

/** The whole value on one safe line; strings are quoted. */
export function inlineValue(value: Json | undefined): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return clean(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(inlineValue).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const why = unknownReason(value);
  if (why !== undefined) return unknownText(why);
  if (isSecretValue(value)) return "(secret)";
  if (typeof value["$expr"] === "string") return clean(value["$expr"]);
  const members = Object.entries(value).map(([key, member]) => `${keyText(key)}: ${inlineValue(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function unknownText(why: string): string {
  if (why === "") return "(known after apply)";
  return clean(why.startsWith("known after ") ? `(${why})` : `(known after apply: ${why})`);
}

/** A value on one line of `room`, or the lines of a block of the screen's width that stands below its name. */
export function valueLines(value: Json | undefined, room: number, screen: Screen): string | readonly string[] {
  const { paint } = screen;
  const line = inlineValue(value);
  if (isDataObject(value) && Object.keys(value).length > 0) {
    const isFlat = !Object.values(value).some((member) => isDataObject(member) || Array.isArray(member));
    if (isFlat && textWidth(line) <= Math.min(room, widestInline)) return line;
    return entryLines(Object.entries(value), screen);
  }
  if (textWidth(line) <= room) return paintValue(value, line, paint);
  if (Array.isArray(value)) return itemLines(value, screen);
  if (screen.whole) return paintValue(value, line, paint);
  return paintValue(value, abbreviate(line, room, typeof value === "string" ? [...value].length : 0), paint);
}

/** `name: value` lines with the values aligned; nested objects and long lists are indented below their names. */
export function entryLines(
  entries: readonly (readonly [string, Json | undefined])[],
  screen: Screen,
): readonly string[] {
  const shown = entries.map(([name, value]) => ({ name: `${keyText(name)}:`, value }));
  const column = Math.min(40, Math.max(0, ...shown.map(({ name }) => textWidth(name))));
  return shown.flatMap(({ name, value }) => {
    const lines = valueLines(value, Math.max(20, screen.width - column - 1), narrower(screen));
    if (typeof lines === "string") return [`${padTo(name, column)} ${lines}`];
    return [name, ...lines.map((line) => `  ${line}`)];
  });
}

function itemLines(items: readonly Json[], screen: Screen): readonly string[] {
  const listed = screen.whole ? items.length : listedItems;
  const lines = items.slice(0, listed).flatMap((item) => {
    const rendered = valueLines(item, screen.width - 2, narrower(screen));
    const block = typeof rendered === "string" ? [rendered] : rendered;
    return block.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
  });
  const more = items.length - listed;
  return more > 0 ? [...lines, screen.paint("dim", `… ${more} more`)] : lines;
}

function narrower(screen: Screen): Screen {
  return { ...screen, width: screen.width - 2 };
}

function paintValue(value: Json | undefined, text: string, paint: Paint): string {
  return unknownReason(value) !== undefined || isSecretValue(value) || (value ?? null) === null
    ? paint("dim", text)
    : text;
}

/** Of ids and addresses the end matters as much as the beginning; of prose the beginning and the length. */
function abbreviate(line: string, width: number, length: number): string {
  if (length > 0 && !line.includes(" ")) return clipMiddle(line, Math.max(12, width));
  const note = length === 0 ? "" : ` (${length} characters)`;
  return `${clip(line, Math.max(12, width - note.length))}${note}`;
}
