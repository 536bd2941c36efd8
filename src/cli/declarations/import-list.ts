import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";
import { parseJsonFile } from "./json-file.ts";
import { itemsIn, mistakeAt, spanAt, type TextRange } from "./json-places.ts";

/** One object to import. */
export interface ImportEntry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: string;
}

/** The same, with where it stands in the text of the list. */
interface ListedEntry {
  readonly entry: ImportEntry;
  readonly place: TextRange;
}

const keys: readonly string[] = ["type", "name", "id", "provider"];

/**
 * The objects that a file lists: a JSON list of `{type, name, id, provider?}`, or lines `TYPE NAME ID`, where an id may
 * hold spaces, and empty lines and those that begin with `#` are skipped. The text has no byte order mark.
 */
export function parseImportList(file: string, text: string): Result<readonly ListedEntry[], UsageMistake> {
  const entries = /^\s*[[{]/.test(text) ? jsonEntries(file, text) : lineEntries(file, text);
  if (!entries.ok) return entries;
  if (entries.value.length === 0) return err(atBeginning(file, text, `${clean(file)} lists nothing to import`));
  return entries;
}

/** A list that is none, or empty. */
function atBeginning(file: string, text: string, detail: string): UsageMistake {
  return mistakeAt(file, text, { start: 0, end: 1 }, { code: "wrong-type", detail });
}

function jsonEntries(file: string, text: string): Result<readonly ListedEntry[], UsageMistake> {
  const parsed = parseJsonFile(file, text);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value))
    return err(atBeginning(file, text, "a list of {type, name, id} is due, in `[` and `]`"));
  const entries: ListedEntry[] = [];
  const places = itemsIn(text);
  for (const [index, item] of parsed.value.entries()) {
    const entry = entryOf(item);
    const place = places[index];
    if (entry === undefined && place !== undefined) return err(entryMistake(file, text, item, place));
    if (entry !== undefined && place !== undefined) entries.push({ entry, place });
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
    const { hint } = didYouMean(strange.text, keys);
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

function lineEntries(file: string, text: string): Result<readonly ListedEntry[], UsageMistake> {
  const entries: ListedEntry[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const [, type, name, id] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(content) ?? [];
    const start = index + line.indexOf(content);
    const place = { start, end: start + content.length };
    if (type === undefined || name === undefined || id === undefined) {
      const said = { code: "syntax-error" as const, detail: "a line has three words: TYPE NAME ID" };
      return err(mistakeAt(file, text, place, said));
    }
    entries.push({ entry: { type, name, id }, place });
  }
  return ok(entries);
}

/**
 * A problem of an object to import, at its place in the list. Of several that have its name it is the one whose id the
 * problem tells, else the last.
 */
export function placedInList(told: Problem, file: string, text: string, list: readonly ListedEntry[]): Problem {
  if (told.span !== undefined) return told;
  // Of a single object the service does not repeat the name.
  const named = list.length === 1 ? list : list.filter(({ entry }) => entry.name === told.address);
  const meant = named.find(({ entry }) => told.detail.includes(entry.id)) ?? named.at(-1);
  return meant === undefined ? told : { ...told, span: spanAt(file, text, meant.place) };
}
