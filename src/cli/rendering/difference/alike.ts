import type { Hunk } from "../../../engine/difference/hunk.ts";

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
  const told = pairs.slice(0, mostTold).map(([one, other]) => `${codePoint(one)} -> ${codePoint(other)}`);
  const more = pairs.length - told.length;
  return more > 0 ? `${told.join(", ")} and ${more} more` : told.join(", ");
}

/** The same of a hunk: of a text as a whole, of a list by its members; one note for each that has one. */
export function alikeNotes(hunk: Hunk): readonly string[] {
  if (hunk.kind !== "text" && hunk.kind !== "list") return [];
  return hunk.parts.flatMap((part) => {
    if (part.kind === "same") return [];
    const pairs = part.old.map((each, index) => [textOf(each), textOf(part.new[index])] as const);
    return part.old.length === part.new.length ? pairs.flatMap(([old, next]) => alikeNote(old, next) ?? []) : [];
  });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const runs: readonly { readonly text?: unknown }[] = Array.isArray(value) ? value : [];
  return runs.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

function mayLookAlike(one: string, other: string): boolean {
  // Who writes ASCII only sees what differs; all else that can't be seen is told by its code.
  if (/^[ -~]{2}$/.test(one + other)) return false;
  if (one.normalize("NFKC") === other.normalize("NFKC")) return true;
  if ([/^\p{P}{2}$/u, /^\p{S}{2}$/u, /^\p{N}{2}$/u].some((kind) => kind.test(one + other))) return true;
  const [own, its] = [scriptOf(one), scriptOf(other)];
  if (own < 0 || its < 0) return false;
  return own !== its || latinTwins.test(one) || latinTwins.test(other);
}

function scriptOf(character: string): number {
  return scripts.findIndex((script) => script.test(character));
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
