import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import { quoted, visible } from "../../../../packages/base/text/visible.ts";
import type { Screen } from "../../terminal.ts";
import { cutMiddle } from "../cut.ts";
import type { Paint } from "../paint.ts";
import { counted, padTo, textWidth } from "../text.ts";

/** More members of a list, or lines of a text, are folded on a terminal. */
const mostListed = 8;
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
function isDataObject(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && !Object.keys(value).some((key) => /^\$[^$]/.test(key));
}

/**
 * A key as the user wrote it: documents carry one more `$` where a key starts with one. In quotes where it could be
 * taken for anything else.
 */
export function keyText(key: string): string {
  const own = key.startsWith("$$") ? key.slice(1) : key;
  return /^[\p{L}\p{N}_$](?:[\p{L}\p{N}_$./@:*+-]*[\p{L}\p{N}_$])?$/u.test(own) && visible(own) === own
    ? own
    : quoted(own);
}

/** Data as the user wrote it: every key without the `$` that documents add. */
export function withPlainKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withPlainKeys(item));
  if (!isJsonObject(value)) return value;
  const plain = (key: string) => (key.startsWith("$$") ? key.slice(1) : key);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [plain(key), withPlainKeys(member)]));
}

/** What tells a sealed value from others; undefined where that is not told. */
export function fingerprintOf(value: Json): string | undefined {
  const marker = isJsonObject(value) ? value["$secret"] : undefined;
  const fingerprint = isJsonObject(marker) ? marker["fingerprint"] : undefined;
  return typeof fingerprint === "string" && fingerprint !== "" ? fingerprint : undefined;
}

/** How a sealed value is told; `tellsSecrets` tells it from another one by the beginning of its fingerprint. */
function secretText(value: JsonObject, tellsSecrets: boolean): string {
  const fingerprint = fingerprintOf(value);
  return tellsSecrets && fingerprint !== undefined ? `(secret ${visible(fingerprint.slice(0, 12))})` : secretMask;
}

/** The whole value on one safe line; strings are quoted. Only two secrets may look alike (`secretText`). */
export function inlineValue(value: Json | undefined, tellsSecrets = false): string {
  if (value === undefined) return "(none)";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => inlineValue(item, tellsSecrets)).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const why = unknownReason(value);
  if (why !== undefined) return unknownText(why);
  if (isSecretValue(value)) return secretText(value, tellsSecrets);
  if (typeof value["$expr"] === "string") return visible(value["$expr"]);
  const members = Object.entries(value).map(([key, member]) => `${keyText(key)}: ${inlineValue(member, tellsSecrets)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function unknownText(why: string): string {
  if (why === "") return "(known after apply)";
  return visible(why.startsWith("known after ") ? `(${why})` : `(known after apply: ${why})`);
}

/** A screen, and whether secrets are told from one another on it. */
export interface ValueScreen extends Screen {
  readonly tellsSecrets?: boolean;
}

/** A value on one line of `room`, or the lines of a block of the screen's width that stands below its name. */
export function valueLines(value: Json | undefined, room: number, screen: ValueScreen): string | readonly string[] {
  const { paint } = screen;
  const line = inlineValue(value, screen.tellsSecrets);
  if (isDataObject(value) && Object.keys(value).length > 0) {
    const isFlat = !Object.values(value).some((member) => isDataObject(member) || Array.isArray(member));
    if (isFlat && textWidth(line) <= Math.min(room, widestInline)) return line;
    return entryLines(Object.entries(value), screen);
  }
  if (textWidth(line) <= room) return paintValue(value, line, paint);
  if (Array.isArray(value)) return itemLines(value, screen);
  if (typeof value === "string" && value.includes("\n")) return textBlock(value, screen);
  return paintValue(value, cutMiddle(line, Math.max(20, room), screen), paint);
}

/** `name: value` lines with the values aligned; nested objects and long lists are indented below their names. */
export function entryLines(
  entries: readonly (readonly [string, Json | undefined])[],
  screen: ValueScreen,
): readonly string[] {
  const shown = entries.map(([name, value]) => ({ name: `${keyText(name)}:`, value }));
  const column = Math.min(40, Math.max(0, ...shown.map(({ name }) => textWidth(name))));
  return shown.flatMap(({ name, value }) => {
    const lines = valueLines(value, Math.max(20, screen.width - column - 1), narrower(screen));
    if (typeof lines === "string") return [`${padTo(name, column)} ${lines}`];
    return [name, ...lines.map((line) => `  ${line}`)];
  });
}

function itemLines(items: readonly Json[], screen: ValueScreen): readonly string[] {
  const shown = screen.whole ? items : items.slice(0, mostListed);
  const lines = shown.flatMap((item) => {
    const rendered = valueLines(item, screen.width - 2, narrower(screen));
    const block = typeof rendered === "string" ? [rendered] : rendered;
    return block.map((line, index) => (index === 0 ? `* ${line}` : `  ${line}`));
  });
  return [...lines, ...foldedRest(items.length - shown.length, "item", screen)];
}

/** A text of several lines, each behind a bar. */
function textBlock(text: string, screen: ValueScreen): readonly string[] {
  const lines = text.split("\n");
  const shown = screen.whole ? lines : lines.slice(0, mostListed);
  const room = Math.max(20, screen.width - 2);
  const fitted = shown.map((line) => cutMiddle(visible(line), room, screen));
  return [...fitted.map((line) => `| ${line}`), ...foldedRest(lines.length - shown.length, "line", screen)];
}

function foldedRest(count: number, noun: string, { paint, onFold }: Screen): readonly string[] {
  if (count > 0) onFold?.();
  return count > 0 ? [paint("dim", `… ${counted(count, `more ${noun}`)}`)] : [];
}

function narrower(screen: ValueScreen): ValueScreen {
  return { ...screen, width: screen.width - 2 };
}

function paintValue(value: Json | undefined, text: string, paint: Paint): string {
  return unknownReason(value) !== undefined || isSecretValue(value) || (value ?? null) === null
    ? paint("dim", text)
    : text;
}
