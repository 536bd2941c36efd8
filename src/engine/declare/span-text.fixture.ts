import type { Span } from "../../../packages/base/problems/problem.ts";

/** The text that a span covers. */
export function spanText(text: string, span: Span | undefined): string | undefined {
  if (span === undefined) return undefined;
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const offset = (line: number, column: number) => lines.slice(0, line - 1).join("").length + column - 1;
  return text.slice(offset(span.line, span.column), offset(span.endLine, span.endColumn));
}
