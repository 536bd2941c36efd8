import type { DetailedError } from "@cedar-policy/cedar-wasm/nodejs";
import { type Problem, problem, type Span } from "../../../../packages/base/problems/problem.ts";

/** A text of policies, or the schema that they are held against. `file` is for messages. */
export interface PolicyFile {
  readonly file: string;
  readonly text: string;
}

/** What Cedar has against a file, at the place it names. */
export function policyProblem(source: PolicyFile, error: DetailedError): Problem {
  const place = error.sourceLocations?.[0];
  const span = place === undefined ? undefined : spanOf(source, place.start, place.end);
  const at = span === undefined ? source.file : `${span.file}:${span.line}`;
  return problem("invalid-policy", `${at}: ${error.message}`, {
    ...(span === undefined ? {} : { span }),
    ...(error.help === null ? {} : { hint: error.help }),
  });
}

/** A span from offsets in bytes of UTF-8, which is how Cedar counts. */
export function spanOf({ file, text }: PolicyFile, start: number, end: number): Span {
  const bytes = Buffer.from(text, "utf8");
  const place = (offset: number) => {
    const before = bytes.subarray(0, offset).toString("utf8");
    const lineStart = before.lastIndexOf("\n") + 1;
    return { line: before.split("\n").length, column: before.length - lineStart + 1 };
  };
  const [from, to] = [place(start), place(end)];
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}
