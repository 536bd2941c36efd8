import type { TextSpan } from "../../../engine/difference/hunk.ts";
import { counted, textWidth } from "../text.ts";

/** Unchanged lines that stay in sight before and after a difference. */
const context = 3;
/**
 * Unchanged characters that stay in sight before and after a difference within a line: as many as there is room for.
 */
const nearby = [96, 64, 48, 32, 24, 16] as const;

/** What stands in the place of unchanged characters. */
function foldNote(count: number): string {
  return `(… ${counted(count, "character")} …)`;
}

/** Where part of a text is folded, its own such marks are told by their code, lest they be taken for a fold. */
function withoutMarks(text: string): string {
  return text.replaceAll("…", "\\u2026");
}

/** The text, or its beginning and end around a note of how many characters are folded. It is shown on one line. */
export function foldMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const characters = [...withoutMarks(text)];
  const room = width - textWidth(foldNote(characters.length));
  const head = Math.max(4, Math.floor(room / 2));
  const tail = Math.max(4, room - head);
  const [before, after] = [firstColumns(characters, head), firstColumns(characters.toReversed(), tail).toReversed()];
  const folded = characters.length - before.length - after.length;
  return folded <= 0 ? text : `${before.join("")}${foldNote(folded)}${after.join("")}`;
}

function firstColumns(characters: readonly string[], width: number): readonly string[] {
  let used = 0;
  const past = characters.findIndex((character) => {
    used += textWidth(character);
    return used > width;
  });
  return past < 0 ? characters : characters.slice(0, past);
}

/** A line in spans, with the unchanged ones folded but for what is near a change. What changed stays whole. */
export function foldSpans(spans: readonly TextSpan[], width: number): readonly TextSpan[] {
  const folded = nearby.map((kept) => spans.map((span, index) => foldSpan(span, index, spans.length - 1, kept)));
  return (
    folded.find((each) => each.reduce((sum, { text }) => sum + textWidth(text), 0) <= width) ?? folded.at(-1) ?? spans
  );
}

function foldSpan({ text, changed }: TextSpan, index: number, last: number, kept: number): TextSpan {
  const characters = [...withoutMarks(text)];
  const [head, tail] = [index === 0 ? 0 : kept, index === last ? 0 : kept];
  const folded = characters.length - head - tail;
  if (changed || folded <= foldNote(folded).length) return { text: characters.join(""), changed };
  const [before, after] = [characters.slice(0, head), characters.slice(characters.length - tail)];
  return { text: `${before.join("")}${foldNote(folded)}${after.join("")}`, changed };
}

/** Which of unchanged lines stay in sight: those before and after the fold, and how many are in it. */
export function foldLines<T>(
  lines: readonly T[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): { readonly before: readonly T[]; readonly folded: number; readonly after: readonly T[] } {
  const [head, tail] = [isFirst ? 0 : context, isLast ? 0 : context];
  const folded = lines.length - head - tail;
  // A fold takes a line itself.
  if (folded <= 1) return { before: lines, folded: 0, after: [] };
  return { before: lines.slice(0, head), folded, after: lines.slice(lines.length - tail) };
}
