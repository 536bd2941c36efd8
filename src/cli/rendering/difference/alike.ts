import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import type { Hunk, Line } from "../../../engine/difference/hunk.ts";
import { inARow } from "../text.ts";

/** More are not told one by one. */
const mostTold = 8;
/** Writings whose letters are taken for one another's. */
const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic", "Georgian", "Lisu"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);
/** Letters of the Latin writing that look like others of it. */
const latinTwins = /[ıȷɑɡɩǀʟꓲ]/u;

/**
 * Where two texts have the same number of characters and those that differ may look alike: their code points, as
 * `U+0061 -> U+0430`. Undefined where a reader sees the difference.
 */
export function alikeNote(old: string, next: string): string | undefined {
  const [before, after] = [[...old], [...next]];
  if (before.length !== after.length) return undefined;
  const pairs = before.flatMap((character, index) => {
    const other = after[index] ?? "";
    return character === other ? [] : [[character, other] as const];
  });
  if (pairs.length === 0 || !pairs.every(([one, other]) => mayLookAlike(one, other))) return undefined;
  const told = pairs.map(([one, other]) => `${codePoint(one)} -> ${codePoint(other)}`);
  return inARow(told, mostTold);
}

/**
 * Letters of a new text that are of another writing than the Latin ones in the same word, by their code points;
 * undefined where there are none.
 */
export function mixedNote(text: string): string | undefined {
  // Most texts are of ASCII, which has no other letters.
  if (/^[ -~]*$/.test(text)) return undefined;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const odd = words.flatMap((word) => {
    const characters = [...word];
    if (!characters.some((each) => scriptOf(each) === 0)) return [];
    return characters.filter((each) => scriptOf(each) > 0 || latinTwins.test(each));
  });
  if (odd.length === 0) return undefined;
  const told = [...new Set(odd)].map((each) => `${each} is ${codePoint(each)}`);
  return `not all letters are Latin: ${inARow(told, mostTold)}`;
}

/** The same of all texts in a value. */
export function mixedNotes(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [mixedNote(value) ?? []].flat();
  if (Array.isArray(value)) return value.flatMap(mixedNotes);
  return isJsonObject(value) ? Object.values(value).flatMap(mixedNotes) : [];
}

/** The same of a hunk: of a text as a whole, of a list by its members; one note for each that has one. */
export function alikeNotes(hunk: Hunk): readonly string[] {
  if (hunk.kind === "text")
    return hunk.parts.flatMap((part) =>
      part.kind === "same" ? [] : notes(part.old.map(lineText), part.new.map(lineText)),
    );
  if (hunk.kind === "list")
    return hunk.parts.flatMap((part) =>
      part.kind === "same" ? [] : notes(part.old.map(wordOf), part.new.map(wordOf)),
    );
  return [];
}

/** Of what a hunk brings: the letters of another writing that its other notes do not name. */
export function mixedNotesOf(hunk: Hunk): readonly string[] {
  const told = alikeNotes(hunk).join(" ");
  return mixedNotes(broughtBy(hunk)).filter(
    (note) => !(note.match(/U\+[0-9A-F]+/g) ?? []).every((each) => told.includes(each)),
  );
}

function broughtBy(hunk: Hunk): Json {
  if (hunk.kind === "text") return hunk.parts.flatMap((part) => (part.kind === "same" ? [] : part.new.map(lineText)));
  if (hunk.kind === "list") return hunk.parts.flatMap((part) => (part.kind === "same" ? [] : part.new));
  return hunk.new ?? null;
}

/** None where it can't be told which stands for which. */
function notes(old: readonly string[], next: readonly string[]): readonly string[] {
  if (old.length !== next.length) return [];
  return old.flatMap((each, index) => alikeNote(each, next[index] ?? "") ?? []);
}

function wordOf(member: Json): string {
  return typeof member === "string" ? member : "";
}

/** The text of a line, whose spans are put together. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join("");
}

function mayLookAlike(one: string, other: string): boolean {
  // Who writes ASCII only sees what differs; all else that can't be seen is told by its code.
  if (/^[ -~]{2}$/.test(one + other)) return false;
  if (one.normalize("NFKC") === other.normalize("NFKC")) return true;
  if ([/^\p{P}{2}$/u, /^\p{S}{2}$/u, /^\p{N}{2}$/u].some((kind) => kind.test(one + other))) return true;
  // A digit is taken for a letter of another writing.
  const [own, its] = [one, other].map((each) => (/^[0-9]$/.test(each) ? 0 : scriptOf(each)));
  if (own === undefined || its === undefined) return false;
  if (own < 0 || its < 0) return false;
  return own !== its || latinTwins.test(one) || latinTwins.test(other);
}

function scriptOf(character: string): number {
  return scripts.findIndex((script) => script.test(character));
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
