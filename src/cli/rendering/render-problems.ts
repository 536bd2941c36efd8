import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { type Screen, withCommands } from "../terminal.ts";
import { cutEnd } from "./cut.ts";
import type { Color } from "./paint.ts";
import { clean, counted, textWidth, wrap } from "./text.ts";

/** Texts that the user wrote, by the name that spans use. */
export type Sources = ReadonlyMap<string, string>;

/** All problems, each with its place and, where the text is known, the guilty token; then, of several, the counts. */
export function renderProblems(all: readonly Problem[], sources: Sources, screen: Screen): readonly string[] {
  const problems = reportedOnce(all);
  if (problems.length === 0) return [];
  const errors = problems.filter((each) => each.severity === "error").length;
  const kinds = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(problems.length > errors ? [counted(problems.length - errors, "warning")] : []),
  ];
  const lineOf = linesOf(sources);
  const blocks = problems.map((each) => renderOne(each, lineOf, screen));
  if (blocks.length === 1) return blocks.flat();
  return [...blocks.flatMap((block) => [...block, ""]), `${counted(problems.length, "problem")} (${kinds.join(", ")})`];
}

/** One line of a loop makes one mistake, however many resources it declares: who reads the place is told it once. */
export function reportedOnce(problems: readonly Problem[]): readonly Problem[] {
  const told = new Set<string>();
  return problems.filter(({ code, detail, hint, span }) => {
    const words = JSON.stringify([code, detail, hint ?? null, span ?? null]);
    const isTold = span !== undefined && told.has(words);
    told.add(words);
    return !isTold;
  });
}

/** One problem: `place: error[code]: summary`, detail, source line with carets, ways out. */
export function renderProblem(problem: Problem, sources: Sources, screen: Screen): readonly string[] {
  return renderOne(problem, linesOf(sources), screen);
}

type LineOf = (span: Span) => string | undefined;

/** The line on which a span begins. Each text is cut into lines once: thousands of problems may lie in a long one. */
function linesOf(sources: Sources): LineOf {
  const cut = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const lines = cut.get(file) ?? sources.get(file)?.split(/\r?\n/) ?? [];
    cut.set(file, lines);
    return lines[line - 1];
  };
}

function renderOne(problem: Problem, lineOf: LineOf, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const color = problem.severity === "error" ? "red" : "yellow";
  const label = paint(color, `${problem.severity}[${clean(problem.code)}]`);
  const place = placeOf(problem);
  const head = `${place === "" ? "" : `${paint("bold", place)}: `}${label}: ${clean(problem.summary)}`;
  const hints = [
    ...(problem.hint === undefined ? [] : [problem.hint]),
    ...(problem.fix === undefined || problem.hint?.includes(problem.fix) ? [] : [`write ${problem.fix}`]),
  ];
  return [
    head,
    ...(problem.detail === "" ? [] : wrap(withCommands(screen, problem.detail), width - 2).map((line) => `  ${line}`)),
    ...sourceLines(problem.span, color, lineOf, screen),
    ...hints.flatMap((hint) =>
      wrap(withCommands(screen, hint), width - 8).map((line, index) =>
        index === 0 ? `  ${paint("cyan", "hint:")} ${line}` : `        ${line}`,
      ),
    ),
  ];
}

/** A failed request without problems of its own: `error[code]: title`, then the detail. */
export function renderDocument(document: ProblemDocument, screen: Screen): readonly string[] {
  const head = `${screen.paint("red", `error[${clean(document.code)}]`)}: ${clean(document.title)}`;
  return [head, ...wrap(withCommands(screen, document.detail), screen.width - 2).map((line) => `  ${line}`)];
}

function placeOf(problem: Problem): string {
  if (problem.span !== undefined) return clean(`${problem.span.file}:${problem.span.line}:${problem.span.column}`);
  return clean(problem.address ?? problem.pointer ?? "");
}

/**
 * Of a longer line only what is near the token is shown, also where nothing is cut otherwise: a whole text may be one
 * line.
 */
const longLine = 2_000;

/** The guilty line and carets under the token; a span over several lines marks the rest of its first line. */
function sourceLines(span: Span | undefined, color: Color, lineOf: LineOf, screen: Screen): readonly string[] {
  const line = span === undefined ? undefined : lineOf(span);
  if (span === undefined || line === undefined) return [];
  const start = Math.min(span.column - 1, line.length);
  const end = span.endLine > span.line ? line.trimEnd().length : Math.min(span.endColumn - 1, line.length);
  const gutter = String(span.line);
  const room = screen.width - gutter.length - 5;
  const isLong = line.length > longLine;
  const token = line.slice(start, Math.max(start, isLong ? Math.min(end, start + longLine) : end));
  // A token far to the right is brought into view; what stands before it is cut.
  const before = isLong && start > longLine ? null : clean(line.slice(0, start));
  const isHidden =
    before === null || (!screen.whole && textWidth(before) + Math.min(textWidth(clean(token)), room / 2) > room);
  const lead = isHidden ? `…${clean(line.slice(Math.max(0, start - 20), start))}` : before;
  const rest = isLong ? line.slice(start, start + longLine) : line.slice(start);
  const shown = cutEnd(`${lead}${clean(rest).trimEnd()}`, room, screen);
  const carets = Math.max(1, Math.min(textWidth(clean(token)), textWidth(shown) - textWidth(lead)));
  const bar = screen.paint("dim", "|");
  return [
    `  ${screen.paint("dim", gutter)} ${bar} ${shown}`,
    `  ${" ".repeat(gutter.length)} ${bar} ${" ".repeat(textWidth(lead))}${screen.paint(color, "^".repeat(carets))}`,
  ];
}
