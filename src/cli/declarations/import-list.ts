import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import { clean } from "../rendering/text.ts";
import { parseJsonFile } from "./json-file.ts";

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
  const entries = /^\s*[[{]/.test(text) ? jsonEntries(file, text) : lineEntries(shown, text);
  if (!entries.ok) return entries;
  if (entries.value.length === 0) return err({ detail: `${shown} lists nothing to import.` });
  return entries;
}

function jsonEntries(file: string, text: string): Result<readonly ImportEntry[], UsageMistake> {
  const parsed = parseJsonFile(file, text);
  if (!parsed.ok) return parsed;
  const shown = clean(file);
  if (!Array.isArray(parsed.value)) return err({ detail: `${shown} must hold a JSON list of {type, name, id}.` });
  const entries: ImportEntry[] = [];
  for (const [index, item] of parsed.value.entries()) {
    const entry = entryOf(item);
    if (entry === undefined) {
      return err({
        detail: `Item ${index + 1} of ${shown} must have the texts type, name and id, and may have provider.`,
      });
    }
    entries.push(entry);
  }
  return ok(entries);
}

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

function lineEntries(shown: string, text: string): Result<readonly ImportEntry[], UsageMistake> {
  const entries: ImportEntry[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const [, type, name, id] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(content) ?? [];
    if (type === undefined || name === undefined || id === undefined) {
      return err({ detail: `Line ${index + 1} of ${shown} must be TYPE NAME ID.` });
    }
    entries.push({ type, name, id });
  }
  return ok(entries);
}
