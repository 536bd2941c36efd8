import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";
import { parseJsonFile } from "./json-file.ts";
import { itemsIn, mistakeAt } from "./json-places.ts";

/** One object to import. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: string;
}

const keys: readonly string[] = ["type", "name", "id", "provider"];

/**
 * The objects that a file lists: a JSON list of `{type, name, id, provider?}`, or lines `TYPE NAME ID`, where an id may
 * hold spaces, and empty lines and those that begin with `#` are skipped.
 */
export function parseImportList(file: string, text: string): Result<readonly ImportEntry[], UsageMistake> {
  const shown = clean(file);
  const entries = /^\s*[[{]/.test(text) ? jsonEntries(file, text) : lineEntries(file, text.replace(/^\ufeff/, ""));
  if (!entries.ok) return entries;
  if (entries.value.length === 0) return err({ detail: `${shown} lists nothing to import.` });
  return entries;
}

function jsonEntries(file: string, text: string): Result<readonly ImportEntry[], UsageMistake> {
  const parsed = parseJsonFile(file, text);
  if (!parsed.ok) return parsed;
  const [shown, bare] = [clean(file), text.replace(/^\ufeff/, "")];
  if (!Array.isArray(parsed.value)) return err({ detail: `${shown} must hold a JSON list of {type, name, id}.` });
  const entries: ImportEntry[] = [];
  const places = itemsIn(bare);
  for (const [index, item] of parsed.value.entries()) {
    const entry = entryOf(item);
    const place = places[index];
    if (entry === undefined && place !== undefined) return err(entryMistake(file, bare, item, place));
    if (entry !== undefined) entries.push(entry);
  }
  return ok(entries);
}

/** What is wrong with an entry, at its key or at the entry itself. */
function entryMistake(file: string, text: string, item: Json, place: ReturnType<typeof itemsIn>[number]): UsageMistake {
  if (!isJsonObject(item))
    return mistakeAt(file, text, place, {
      code: "wrong-type",
      detail: "an entry is {type, name, id}, and may have provider",
    });
  const strange = place.keys.find((key) => !keys.includes(key.text));
  if (strange !== undefined) {
    const near = nearestName(strange.text, keys);
    const hint = near === undefined ? undefined : `did you mean \`${near}\`?`;
    const detail = `\`${strange.text}\` is not among ${keys.join(", ")}`;
    return mistakeAt(file, text, strange, { code: "unknown-key", detail, hint });
  }
  const missing = required.find((key) => item[key] === undefined);
  if (missing !== undefined) {
    const hint = missing === "id" ? "`plumb unmanaged TYPE --out FILE` writes a list with ids" : undefined;
    return mistakeAt(file, text, place, { code: "missing-key", detail: `\`${missing}\` is missing`, hint });
  }
  const wrong = place.keys.find((key) => !isWord(item[key.text]));
  const detail = `\`${wrong?.text ?? "id"}\` must be a text that is not empty`;
  return mistakeAt(file, text, wrong ?? place, { code: "wrong-type", detail });
}

const required = ["type", "name", "id"] as const;

function entryOf(item: Json): ImportEntry | undefined {
  if (!isJsonObject(item) || !Object.keys(item).every((key) => keys.includes(key))) return undefined;
  const { type, name, id, provider } = item;
  if (!isWord(type) || !isWord(name) || !isWord(id)) return undefined;
  if (provider === undefined) return { type, name, id };
  return isWord(provider) ? { type, name, id, provider } : undefined;
}

function isWord(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function lineEntries(file: string, text: string): Result<readonly ImportEntry[], UsageMistake> {
  const entries: ImportEntry[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const [, type, name, id] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(content) ?? [];
    if (type === undefined || name === undefined || id === undefined) {
      const start = index + line.indexOf(content);
      const said = { code: "syntax-error" as const, detail: "a line has three words: TYPE NAME ID" };
      return err(mistakeAt(file, text, { start, end: start + content.length }, said));
    }
    entries.push({ type, name, id });
  }
  return ok(entries);
}
