import { foldMiddle } from "../rendering/difference/fold.ts";
import { clean, counted, inARow } from "../rendering/text.ts";
import { escapeMarkup } from "./escape-markup.ts";

/** What a comment on a pull request may hold; GitHub takes 65 536. */
const mostCharacters = 65_000;

/** Kept free for the lines that say what is not shown. */
const roomForRest = 1_500;

/** So many of the parts that have no room are named. */
const mostNamed = 20;

/** A part of a page, which is there as a whole or not at all. */
export interface Part {
  /** What it is called where there is no room for it. */
  readonly name: string;
  /** Parts of less get their room first. */
  readonly urgency: number;
  /** The ways in which it can be told, the fullest first; a shorter one is asked for only where that has no room. */
  readonly forms: readonly (() => readonly string[])[];
  /** Its name and little more: it has its room before the forms of any part. */
  readonly least?: () => readonly string[];
}

/** A folded part of a page. */
export interface Section {
  readonly heading: string;
  readonly isOpen: boolean;
  readonly language: "" | "diff";
  readonly parts: readonly Part[];
}

/** A page of Markdown, and the names of the parts that it has no room for, the most urgent first. */
export interface Page {
  readonly lines: readonly string[];
  readonly leftOut: readonly string[];
  /** Some parts are told in a shorter form than their fullest. */
  readonly isShortened: boolean;
}

/** Lays out the sections that have anything to show. A part that is too large takes no other along. */
export function layOut(head: readonly string[], sections: readonly Section[]): Page {
  let room = mostCharacters - roomForRest - lengthOf(head);
  const shown = new Map<Part, readonly string[]>();
  const fences = new Map<Section, number>();
  const leftOut: string[] = [];
  let isShortened = false;
  const all = sections.flatMap((section) => section.parts.map((part) => ({ section, part })));
  const ordered = all.toSorted((one, other) => one.part.urgency - other.part.urgency);
  /** Puts the lines in the place of those that the part has so far, if any; false where they have no room. */
  const show = ({ section, part }: (typeof all)[number], lines: readonly string[]): boolean => {
    const fence = fences.get(section);
    const needed = Math.max(fence ?? 3, fenceFor(lines));
    const frame = fence === undefined ? lengthOf(frameOf(section, needed).flat()) : 2 * (needed - fence);
    const taken = lengthOf(lines) - lengthOf(shown.get(part) ?? []) + frame;
    if (taken > room) return false;
    room -= taken;
    shown.set(part, lines);
    fences.set(section, needed);
    return true;
  };
  for (const each of ordered) if (each.part.least !== undefined) show(each, each.part.least());
  for (const each of ordered) {
    const { name, forms } = each.part;
    const form = forms.findIndex((make) => show(each, make()));
    isShortened ||= form > 0 || (form < 0 && shown.has(each.part));
    if (!shown.has(each.part)) leftOut.push(name);
  }
  const laid = sections.flatMap((section) => {
    const fence = fences.get(section);
    if (fence === undefined) return [];
    const [before, after] = frameOf(section, fence);
    return [...before, ...section.parts.flatMap((part) => shown.get(part) ?? []), ...after];
  });
  return { lines: [...head, ...laid], leftOut, isShortened };
}

/** What is left out, by its names; nothing where all of it is there. */
export function restLine(leftOut: readonly string[], noun: string): string {
  const names = [...new Set(leftOut)].map((name) => `\`${clean(foldMiddle(name, 60)).replaceAll("`", "'")}\``);
  const has = leftOut.length === 1 ? "has" : "have";
  return `**${counted(leftOut.length, `more ${noun}`)} ${has} no room here.** Left out: ${inARow(names, mostNamed)}.`;
}

function frameOf(
  { heading, isOpen, language }: Section,
  fence: number,
): readonly [readonly string[], readonly string[]] {
  const ticks = "`".repeat(fence);
  const summary = `<details${isOpen ? " open" : ""}><summary>${escapeMarkup(heading)}</summary>`;
  return [
    [summary, "", `${ticks}${language}`],
    [ticks, "", "</details>", ""],
  ];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** How long a fence must be to be longer than any that the lines hold. */
function fenceFor(lines: readonly string[]): number {
  return 1 + lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
}
