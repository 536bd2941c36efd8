import type { Line, TextPart, TextSpan } from "./hunk.ts";
import { type Edit, shortestEdit } from "./shortest-edit.ts";

/** More edits are not told within lines: what has so little in common is read whole. */
const mostWordEdits = 400;
/** Words of so many characters are looked at character by character. */
const longWord = 16;
/** Longer stretches are not looked at word by word. */
const longestInWords = 200_000;
/** The least part of the characters that must stay for the words within lines to be told apart. */
const leastCommon = 0.3;

/** A text by line: what stays, and what leaves and comes, with the words in it that differ. */
export function textParts(old: string, next: string): readonly TextPart[] {
  const [before, after] = [old.split("\n"), next.split("\n")];
  const parts: TextPart[] = [];
  let done = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of shortestEdit(before, after)) {
    if (oldStart > done) parts.push({ kind: "same", lines: before.slice(done, oldStart) });
    const [gone, come] = [before.slice(oldStart, oldEnd), after.slice(newStart, newEnd)];
    parts.push({ kind: "changed", ...changedLines(gone, come) });
    done = oldEnd;
  }
  if (before.length > done) parts.push({ kind: "same", lines: before.slice(done) });
  return parts;
}

interface Sides<T> {
  readonly old: T;
  readonly new: T;
}

function changedLines(gone: readonly string[], come: readonly string[]): Sides<readonly Line[]> {
  const allChanged = { old: gone.map(changedLine), new: come.map(changedLine) };
  if (gone.length === 0 || come.length === 0) return allChanged;
  const [old, next] = [gone.join("\n"), come.join("\n")];
  if (old.length + next.length > longestInWords) return allChanged;
  const stretches = stretchesOf(wordsOf(old), wordsOf(next)).flatMap(withoutCommonEnds);
  const common = stretches.reduce((sum, each) => sum + (each.changed ? 0 : lettersIn(each.old)), 0);
  if (common < leastCommon * Math.max(lettersIn(old), lettersIn(next))) return allChanged;
  return {
    old: linesOf(stretches.map((each) => ({ text: each.old, changed: each.changed }))),
    new: linesOf(stretches.map((each) => ({ text: each.new, changed: each.changed }))),
  };
}

function changedLine(text: string): Line {
  return text === "" ? [] : [{ text, changed: true }];
}

/** Words, stretches of blanks, line ends, and each other character with the marks that combine with it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*|[\s\S]\p{M}*/gu) ?? [];
}

function lettersIn(text: string): number {
  return text.replace(/\s/g, "").length;
}

/** Characters of both texts, and whether they are others. */
interface Stretch extends Sides<string> {
  readonly changed: boolean;
}

function stretchesOf(old: readonly string[], next: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const stays = (start: number, end: number): Stretch => {
    const text = old.slice(start, end).join("");
    return { old: text, new: text, changed: false };
  };
  let done = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of joined(shortestEdit(old, next, mostWordEdits), old)) {
    stretches.push(stays(done, oldStart), {
      old: old.slice(oldStart, oldEnd).join(""),
      new: next.slice(newStart, newEnd).join(""),
      changed: true,
    });
    done = oldEnd;
  }
  return [...stretches, stays(done, old.length)];
}

/** Edits between which only blanks stay are one: a sentence that was written anew is not told by its spaces. */
function joined(edits: readonly Edit[], old: readonly string[]): readonly Edit[] {
  const all: Edit[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    const between = last === undefined ? "" : old.slice(last.oldEnd, edit.oldStart).join("");
    if (last !== undefined && /^[^\S\n]+$/.test(between))
      all[all.length - 1] = { ...last, oldEnd: edit.oldEnd, newEnd: edit.newEnd };
    else all.push(edit);
  }
  return all;
}

/** Long words without a blank, such as ids and keys, may differ in a few characters only. */
function withoutCommonEnds(stretch: Stretch): readonly Stretch[] {
  const [old, next] = [[...stretch.old], [...stretch.new]];
  const shorter = Math.min(old.length, next.length);
  if (!stretch.changed || shorter < longWord) return [stretch];
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-tail - 1) === next.at(-tail - 1)) tail += 1;
  if (head + tail < shorter / 2) return [stretch];
  const [beginning, end] = [old.slice(0, head).join(""), old.slice(old.length - tail).join("")];
  return [
    { old: beginning, new: beginning, changed: false },
    {
      old: old.slice(head, old.length - tail).join(""),
      new: next.slice(head, next.length - tail).join(""),
      changed: true,
    },
    { old: end, new: end, changed: false },
  ];
}

/** Runs cut where lines end; neighbours of one kind are one. */
function linesOf(spans: readonly TextSpan[]): readonly Line[] {
  const lines: TextSpan[][] = [[]];
  for (const { text, changed } of spans) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      const line = lines.at(-1);
      const before = line?.at(-1);
      if (line === undefined || piece === "") continue;
      if (before?.changed === changed) line[line.length - 1] = { text: before.text + piece, changed };
      else line.push({ text: piece, changed });
    }
  }
  return lines;
}
