import type { Line, Run, TextPart } from "./hunk.ts";
import { type Edit, shortestEdit } from "./shortest-edit.ts";

/** More edits are not told within lines: what has so little in common is read whole. */
const mostWordEdits = 400;
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
  const [oldWords, newWords] = [wordsOf(old), wordsOf(next)];
  const edits = joined(shortestEdit(oldWords, newWords, mostWordEdits), oldWords);
  if (commonOf(oldWords, edits) < leastCommon * Math.max(lettersIn(old), lettersIn(next))) return allChanged;
  return {
    old: linesOf(runsOf(oldWords, edits, ({ oldStart, oldEnd }) => [oldStart, oldEnd])),
    new: linesOf(runsOf(newWords, edits, ({ newStart, newEnd }) => [newStart, newEnd])),
  };
}

function changedLine(text: string): Line {
  return text === "" ? [] : [{ text, changed: true }];
}

/** Words, stretches of blanks, line ends, and each other character with the marks that combine with it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*|[\s\S]\p{M}*/gu) ?? [];
}

/** Edits between which only blanks stay are one: a sentence that was written anew is not told by its spaces. */
function joined(edits: readonly Edit[], oldWords: readonly string[]): readonly Edit[] {
  const all: Edit[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    const between = last === undefined ? "" : oldWords.slice(last.oldEnd, edit.oldStart).join("");
    if (last !== undefined && /^[^\S\n]+$/.test(between))
      all[all.length - 1] = { ...last, oldEnd: edit.oldEnd, newEnd: edit.newEnd };
    else all.push(edit);
  }
  return all;
}

function lettersIn(text: string): number {
  return text.replace(/\s/g, "").length;
}

function commonOf(oldWords: readonly string[], edits: readonly Edit[]): number {
  const kept = runsOf(oldWords, edits, ({ oldStart, oldEnd }) => [oldStart, oldEnd]).filter(({ changed }) => !changed);
  return kept.reduce((sum, { text }) => sum + lettersIn(text), 0);
}

/** All words of one side as runs of those that stay and those that don't. */
function runsOf(
  words: readonly string[],
  edits: readonly Edit[],
  side: (edit: Edit) => readonly [start: number, end: number],
): readonly Run[] {
  const runs: Run[] = [];
  let done = 0;
  for (const edit of edits) {
    const [start, end] = side(edit);
    runs.push({ text: words.slice(done, start).join(""), changed: false });
    runs.push({ text: words.slice(start, end).join(""), changed: true });
    done = end;
  }
  runs.push({ text: words.slice(done).join(""), changed: false });
  return runs;
}

/** The runs cut where lines end. */
function linesOf(runs: readonly Run[]): readonly Line[] {
  const lines: Run[][] = [[]];
  for (const { text, changed } of runs) {
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, changed });
    }
  }
  return lines;
}
