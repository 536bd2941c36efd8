import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
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

type Check<E> = (text: string) => Promise<Result<readonly Problem[], E>>;

/** A text, and what the check tells of it. */
type Checked = Pick<Mended, "text" | "problems">;

/**
 * A text with what has one cure mended, and all else as it was, byte for byte. Cures are tried together, and by halves
 * where they don't hold together (decision 0107). Nothing is written.
 */
export async function mendText<E>(file: string, text: string, check: Check<E>): Promise<Result<Mended, E>> {
  const first = await check(text);
  if (!first.ok) return first;
  let now: Checked = { text, problems: first.value };
  const tried = new Set<string>();
  for (;;) {
    const isNext = (each: Problem): each is Curable => isCurable(each, file) && !tried.has(nameOf(each));
    const cures = apart(now.problems.filter(isNext));
    if (cures.length === 0) return ok({ ...now, lines: changedLines(text, now.text) });
    // A cure that has failed, or whose problem is back, is not tried again.
    for (const each of cures) tried.add(nameOf(each));
    const next = await mendedBy(cures, now, check);
    if (!next.ok) return next;
    now = next.value;
  }
}

/** What stays of these cures, which stand in the order of the text. */
async function mendedBy<E>(cures: readonly Curable[], before: Checked, check: Check<E>): Promise<Result<Checked, E>> {
  const starts = lineStarts(before.text);
  // From the last on: what stands before a cure keeps its place.
  const text = cures.reduceRight((now, cure) => replaced(now, cure, starts), before.text);
  const left = await check(text);
  if (!left.ok) return left;
  if (isBetter(left.value, before.problems, cures)) return ok({ text, problems: left.value });
  if (cures.length === 1) return ok(before);
  const half = Math.floor(cures.length / 2);
  // The later ones first: what stands before them keeps its place.
  const later = await mendedBy(cures.slice(half), before, check);
  return later.ok ? mendedBy(cures.slice(0, half), later.value, check) : later;
}

/** Those that don't reach into one another, in the order of the text. */
function apart(cures: readonly Curable[]): readonly Curable[] {
  const sorted = cures.toSorted((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
  const kept: Curable[] = [];
  for (const each of sorted) {
    const last = kept.at(-1)?.span;
    if (last?.line !== each.span.line || last.endColumn <= each.span.column) kept.push(each);
  }
  return kept;
}

function isCurable({ fix, span }: Problem, file: string): boolean {
  return fix !== undefined && span !== undefined && span.file === file && span.line === span.endLine;
}

function nameOf({ code, detail, span }: Problem): string {
  return JSON.stringify([code, detail, span?.line, span?.column]);
}

/** Cures change no line but their own, where they move what stands after them. */
function lineOf({ code, detail, span }: Problem): string {
  return JSON.stringify([code, detail, span?.line]);
}

/** Whether a problem keeps a part of the text from being read. */
function isUnread({ code }: Problem): boolean {
  return code === "syntax-error" || code === "unsupported-yaml" || code === "duplicate-key";
}

/**
 * Whether nothing is told where the cures were written, and all of the text can still be read. Cures that are tried
 * together bring nothing new either; only a list of problems that was cut short has others to tell.
 */
function isBetter(left: readonly Problem[], before: readonly Problem[], cures: readonly Curable[]): boolean {
  const known = new Set(before.map(lineOf));
  const added = left.filter((each) => !known.has(lineOf(each)));
  const wasRead = !before.some(({ code }) => code === "syntax-error");
  if (wasRead && added.some(isUnread)) return false;
  if (cures.length > 1 && added.length > 0 && before.length < mostProblems) return false;
  const written = writtenBy(cures);
  return !left.some(({ span }) => span !== undefined && written.some((each) => isWithin(span, each)));
}

/** Where cures stand on their lines once all are written. */
function writtenBy(cures: readonly Curable[]): readonly Span[] {
  let line = 0;
  let moved = 0;
  return cures.map(({ fix, span }) => {
    if (span.line !== line) moved = 0;
    line = span.line;
    const column = span.column + moved;
    moved += fix.length - (span.endColumn - span.column);
    return { ...span, column, endColumn: column + fix.length };
  });
}

/** Whether a span begins in what was written, or is that with its quotes. */
function isWithin(span: Span, written: Span): boolean {
  const begins = span.column - written.column;
  const isQuoted = begins === -1 && span.endLine === span.line && span.endColumn === written.endColumn + 1;
  return span.line === written.line && (isQuoted || (begins >= 0 && span.column < written.endColumn));
}

function replaced(text: string, { fix, span }: Curable, starts: readonly number[]): string {
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
