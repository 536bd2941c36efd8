import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { InParts } from "../../../packages/base/turns.ts";
import type { WrappedKeys } from "../../engine/ports/secrets.ts";
import type { LeaseHolder, StackBrief } from "../../engine/ports/store.ts";
import type { Intent, JournalEntry, RecordEffect } from "../../engine/state/journal.ts";
import { isRecord, type ResourceRecord } from "../../engine/state/records/record.ts";
import type { StackContext } from "../../engine/state/stack-context.ts";
import { type EntryPart, JoinedEntries } from "./entry-parts.ts";
import { unpacked } from "./packed-text.ts";
import { RowDamage } from "./row-damage.ts";

/**
 * The documents inside rows. A checksum tells that a text is the one that was signed, and nothing of what was: a text
 * that is no such document, as far as the stores themselves look into it, is undefined here, and damage to whoever
 * meets it.
 */
export function readObject(text: string): JsonObject | undefined {
  return read(text, isJsonObject);
}

export function readRecord(text: string): ResourceRecord | undefined {
  return read(text, isRecord);
}

export function readIntent(text: string): Intent | undefined {
  return read(text, isIntent);
}

export function readContext(text: string): StackContext | undefined {
  return read(text, isContext);
}

/** `bytes`: its text, packed. */
export function readEntry(bytes: Uint8Array): EntryPart | undefined {
  const text = unpacked(bytes);
  return text === undefined ? undefined : read(text, isEntry);
}

/** An object whose text is packed. */
export function readPacked(bytes: Uint8Array): JsonObject | undefined {
  const text = unpacked(bytes);
  return text === undefined ? undefined : readObject(text);
}

export function readBrief(text: string): StackBrief | undefined {
  return read(text, isBrief);
}

export function readHolder(text: string): LeaseHolder | undefined {
  return read(text, isHolder);
}

export function readKeys(text: string): WrappedKeys | undefined {
  return read(text, isKeys);
}

/** The document, or RowDamage; `what` is the row. */
export function demanded<T>(document: T | undefined, what: string): T {
  if (document === undefined) throw new RowDamage(`${what} can't be read`);
  return document;
}

interface EntryRow {
  readonly seq: number;
  /** Packed. */
  readonly entry: Uint8Array;
}

/** What each row of a journal holds, an entry or a part of one. Throws RowDamage. */
export function partsIn(rows: readonly EntryRow[]): readonly EntryPart[] {
  return rows.map(partIn);
}

/** The entries of rows of a journal, in parts. Throws RowDamage. */
export function* entriesInParts(rows: readonly EntryRow[]): InParts<readonly JournalEntry[]> {
  const joined = new JoinedEntries();
  for (const row of rows) {
    joined.take(partIn(row));
    yield;
  }
  return joined.entries;
}

/** What a row of a journal holds. Throws RowDamage. */
export function partIn({ seq, entry }: EntryRow): EntryPart {
  return demanded(readEntry(entry), `the journal entry ${seq}`);
}

function read<T>(text: string, isOne: (value: unknown) => value is T): T | undefined {
  const value: unknown = parsedJson(text);
  return isOne(value) ? value : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return isJsonObject(value);
}

function areTexts(value: Fields, names: readonly string[]): boolean {
  for (const name of names) if (typeof value[name] !== "string") return false;
  return true;
}

function areObjects(value: Fields, names: readonly string[]): boolean {
  for (const name of names) if (!isObject(value[name])) return false;
  return true;
}

const intentTexts = ["run", "step", "uid", "address", "type", "claimKey", "operation"];
const intentObjects = ["identity", "provider", "request"];

function isIntent(value: unknown): value is Intent {
  return (
    isObject(value) &&
    value["kind"] === "intent" &&
    areTexts(value, intentTexts) &&
    areObjects(value, intentObjects) &&
    typeof value["seq"] === "number"
  );
}

function isContext(value: unknown): value is StackContext {
  return (
    isObject(value) &&
    (value["project"] === null || areTexts(value, ["project"])) &&
    areObjects(value, ["config"]) &&
    (value["clouds"] === undefined || areObjects(value, ["clouds"])) &&
    (value["transfer"] === undefined || areObjects(value, ["transfer"]))
  );
}

function isEffect(value: unknown): value is RecordEffect {
  if (!isObject(value)) return false;
  if (value["kind"] === "put") return isRecord(value["record"]) && areTexts(value, ["claimKey"]);
  return value["kind"] === "remove" && areTexts(value, ["uid"]) && typeof value["generation"] === "number";
}

/** What each kind of entry needs so that its projection can be made. */
const entries: Readonly<Record<JournalEntry["kind"], (value: Fields) => boolean>> = {
  "run-started": (value) => areTexts(value, ["plan", "at"]),
  intent: isIntent,
  handle: (value) => areTexts(value, ["url"]) && typeof value["intentSeq"] === "number",
  result: ({ intentSeq, effects }) =>
    (intentSeq === null || typeof intentSeq === "number") && Array.isArray(effects) && effects.every(isEffect),
  context: ({ context }) => isContext(context),
  "run-ended": (value) => areTexts(value, ["at"]) && (value["outputs"] === null || isObject(value["outputs"])),
};

function isKind(kind: string): kind is JournalEntry["kind"] {
  return Object.hasOwn(entries, kind);
}

function isEntry(value: unknown): value is EntryPart {
  if (!isObject(value) || !areTexts(value, ["run"])) return false;
  const { kind } = value;
  return typeof kind === "string" && isKind(kind) && entries[kind](value);
}

function isBrief(value: unknown): value is StackBrief {
  return isObject(value) && typeof value["records"] === "number";
}

function isHolder(value: unknown): value is LeaseHolder {
  return isObject(value) && areTexts(value, ["host", "since"]) && typeof value["pid"] === "number";
}

function isKeys(value: unknown): value is WrappedKeys {
  return (
    isObject(value) &&
    areTexts(value, ["storeId", "fingerprint"]) &&
    typeof value["current"] === "number" &&
    isObject(value["data"]) &&
    Object.values(value["data"]).every((key) => typeof key === "string")
  );
}
