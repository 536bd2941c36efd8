import type { Problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { type MadeByProgram, programOf } from "./program-registry.ts";

/**
 * The answer to a call with such a body; problems of a declaration that a program made are told at the program's own
 * lines.
 */
export function located<T>(answer: Result<T, ProblemDocument>, body: unknown): Result<T, ProblemDocument> {
  const program = programIn(body);
  if (program === undefined) return answer;
  const locate = <D>(document: D): D => {
    if (!holdsProblems(document)) return document;
    return { ...document, problems: document.problems.map((each) => program.source.locate(each)) };
  };
  return answer.ok ? ok(locate(answer.value)) : err(locate(answer.error));
}

/** The declaration may be the body itself or a member of it. */
function programIn(body: unknown): MadeByProgram | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const own = programOf(body);
  if (own !== undefined || !("declaration" in body)) return own;
  const { declaration } = body;
  return typeof declaration === "object" && declaration !== null ? programOf(declaration) : undefined;
}

function holdsProblems(document: unknown): document is { readonly problems: readonly Problem[] } {
  return (
    typeof document === "object" && document !== null && "problems" in document && Array.isArray(document.problems)
  );
}
