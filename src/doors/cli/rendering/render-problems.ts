import type { Problem, Span } from "../../../base/problem.ts";
import type { ProblemDocument } from "../../api/documents.ts";
import type { Screen } from "../terminal.ts";
import { cutEnd } from "./cut.ts";
import { clean, counted, textWidth, wrap } from "./text.ts";

/** Texts that the user wrote, by the name that spans use. */
export type Sources = ReadonlyMap<string, string>;

/** All problems, each with its place and, where the text is known, the guilty token; then, of several, the counts. */
export function renderProblems(problems: readonly Problem[], sources: Sources, screen: Screen): readonly string[] {
  if (problems.length === 0) return [];
  const errors = problems.filter((each) => each.severity === "error").length;
  const kinds = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(problems.length > errors ? [counted(problems.length - errors, "warning")] : []),
  ];
  const blocks = problems.map((each) => renderProblem(each, sources, screen));
  if (blocks.length === 1) return blocks.flat();
  return [...blocks.flatMap((block) => [...block, ""]), `${counted(problems.length, "problem")} (${kinds.join(", ")})`];
}

/** One problem: `place: error[code]: summary`, detail, source line with carets, ways out. */
export function renderProblem(problem: Problem, sources: Sources, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const label = paint(problem.severity === "error" ? "red" : "yellow", `${problem.severity}[${clean(problem.code)}]`);
  const place = placeOf(problem);
  const head = `${place === "" ? "" : `${paint("bold", place)}: `}${label}: ${clean(problem.summary)}`;
  const hints = [
    ...(problem.hint === undefined ? [] : [problem.hint]),
    ...(problem.fix === undefined || problem.hint?.includes(problem.fix) ? [] : [`write ${problem.fix}`]),
  ];
  return [
    head,
    ...(problem.detail === "" ? [] : wrap(problem.detail, width - 2).map((line) => `  ${line}`)),
    ...sourceLines(problem.span, sources, screen),
    ...hints.flatMap((hint) =>
      wrap(hint, width - 8).map((line, index) =>
        index === 0 ? `  ${paint("cyan", "hint:")} ${line}` : `        ${line}`,
      ),
    ),
  ];
}

/** A failed request without problems of its own: `error[code]: title`, then the detail. */
export function renderDocument(document: ProblemDocument, screen: Screen): readonly string[] {
  const head = `${screen.paint("red", `error[${clean(document.code)}]`)}: ${clean(document.title)}`;
  return [head, ...wrap(document.detail, screen.width - 2).map((line) => `  ${line}`)];
}

function placeOf(problem: Problem): string {
  if (problem.span !== undefined) return clean(`${problem.span.file}:${problem.span.line}:${problem.span.column}`);
  return clean(problem.address ?? problem.pointer ?? "");
}

/** The guilty line and carets under the token; a span over several lines marks the rest of its first line. */
function sourceLines(span: Span | undefined, sources: Sources, screen: Screen): readonly string[] {
  const line = span === undefined ? undefined : sources.get(span.file)?.split(/\r?\n/)[span.line - 1];
  if (span === undefined || line === undefined) return [];
  const start = Math.min(span.column - 1, line.length);
  const end = span.endLine > span.line ? line.trimEnd().length : Math.min(span.endColumn - 1, line.length);
  const gutter = String(span.line);
  const room = screen.width - gutter.length - 5;
  const token = line.slice(start, Math.max(start, end));
  // A token far to the right is brought into view; what stands before it is cut.
  const before = clean(line.slice(0, start));
  const hidden = !screen.whole && textWidth(before) + Math.min(textWidth(clean(token)), room / 2) > room;
  const lead = hidden ? `…${clean(line.slice(Math.max(0, start - 20), start))}` : before;
  const shown = cutEnd(`${lead}${clean(line.slice(start)).trimEnd()}`, room, screen);
  const carets = Math.max(1, Math.min(textWidth(clean(token)), textWidth(shown) - textWidth(lead)));
  const bar = screen.paint("dim", "|");
  return [
    `  ${screen.paint("dim", gutter)} ${bar} ${shown}`,
    `  ${" ".repeat(gutter.length)} ${bar} ${" ".repeat(textWidth(lead))}${screen.paint("red", "^".repeat(carets))}`,
  ];
}
