import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import { lineStarts, offsetAt } from "../../../packages/base/text/text-places.ts";

/** A line, from 1, that a cure has changed. */
export interface MendedLine {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

interface Mended {
  readonly text: string;
  readonly lines: readonly MendedLine[];
  /** What is still wrong with the text. */
  readonly problems: readonly Problem[];
}

/** A problem with one cure, in the text that is mended. */
type Curable = Problem & { readonly fix: string; readonly span: Span };

/**
 * A text with what has one cure mended, and all else as it was, byte for byte. A cure is tried by itself, and stays
 * only if the check no longer tells its problem and can still read all of the text (decision 0107). Nothing is written.
 */
export async function mendText<E>(
  file: string,
  text: string,
  check: (text: string) => Promise<Result<readonly Problem[], E>>,
): Promise<Result<Mended, E>> {
  const first = await check(text);
  if (!first.ok) return first;
  let mended = text;
  let problems = first.value;
  const failed = new Set<string>();
  for (;;) {
    const next = problems.find((each): each is Curable => isCurable(each, file) && !failed.has(nameOf(each)));
    if (next === undefined) return ok({ text: mended, lines: changedLines(text, mended), problems });
    const tried = replaced(mended, next);
    const left = await check(tried);
    if (!left.ok) return left;
    // A cure that has failed, or whose problem is back, is not tried again.
    failed.add(nameOf(next));
    if (!isBetter(left.value, problems, next)) continue;
    mended = tried;
    problems = left.value;
  }
}

function isCurable({ fix, span }: Problem, file: string): boolean {
  return fix !== undefined && span !== undefined && span.file === file && span.line === span.endLine;
}

/** Cures change no line but their own, and nothing before them, so that a problem that stays keeps its name. */
function nameOf({ code, detail, span }: Problem): string {
  return JSON.stringify([code, detail, span?.line, span?.column]);
}

/** Whether a problem keeps a part of the text from being read. */
function isUnread({ code }: Problem): boolean {
  return code === "syntax-error" || code === "unsupported-yaml" || code === "duplicate-key";
}

function isBetter(left: readonly Problem[], before: readonly Problem[], cured: Curable): boolean {
  const known = new Set(before.map(nameOf));
  const isNew = (each: Problem) => !known.has(nameOf(each));
  const wasRead = !before.some(({ code }) => code === "syntax-error");
  return (
    !left.some((each) => nameOf(each) === nameOf(cured)) &&
    !(wasRead && left.some((each) => isUnread(each) && isNew(each)))
  );
}

function replaced(text: string, { fix, span }: Curable): string {
  const starts = lineStarts(text);
  // Columns don't count a byte order mark.
  const mark = span.line === 1 && text.startsWith("\ufeff") ? 1 : 0;
  const start = offsetAt(starts, span) + mark;
  const end = offsetAt(starts, { line: span.endLine, column: span.endColumn }) + mark;
  return text.slice(0, start) + fix + text.slice(end);
}

function changedLines(text: string, mended: string): readonly MendedLine[] {
  if (text === mended) return [];
  const linesOf = (each: string) => each.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const after = linesOf(mended);
  return linesOf(text)
    .map((before, index) => ({ line: index + 1, before, after: after[index] ?? "" }))
    .filter((each) => each.before !== each.after);
}
