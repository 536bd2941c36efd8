import type { Problem } from "../../../packages/base/problems/problem.ts";
import { type ProblemCode, problemCodes } from "../../../packages/base/problems/problem-codes.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";

/** What the process tells its caller. */
export const exitCodes = { done: 0, failed: 1, mistake: 2, changes: 3, refused: 4, cancelled: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The kind of a problem code, or undefined for a code of a newer server. */
function kindOf(code: string): (typeof problemCodes)[ProblemCode]["kind"] | undefined {
  return Object.hasOwn(problemCodes, code) ? problemCodes[code as ProblemCode].kind : undefined;
}

/** True when every one of the problems is a refusal, and there is at least one. */
export function allRefused(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every((each) => kindOf(each.code) === "refused");
}

/** 0 without errors, 2 when one is a mistake, 4 when all are refusals, else 1. Warnings never count. */
export function exitCodeOfProblems(problems: readonly Problem[]): ExitCode {
  const errors = problems.filter((each) => each.severity === "error");
  if (errors.length === 0) return exitCodes.done;
  if (allRefused(errors)) return exitCodes.refused;
  const mendable = errors.some((each) => !["refused", "failure"].includes(kindOf(each.code) ?? "mistake"));
  return mendable ? exitCodes.mistake : exitCodes.failed;
}

/** The exit code of a failed request: by its problems, else by its code, else by its HTTP status. */
export function exitCodeOfDocument(document: ProblemDocument): ExitCode {
  const byProblems = exitCodeOfProblems(document.problems);
  if (byProblems !== exitCodes.done) return byProblems;
  if (document.code === "cancelled") return exitCodes.cancelled;
  const kind = kindOf(document.code);
  if (kind === "refused") return exitCodes.refused;
  if (kind === "failure") return exitCodes.failed;
  if (kind !== undefined) return exitCodes.mistake;
  return exitCodeOfStatus(document.status);
}

/** The exit code of a request that failed with an HTTP status alone. */
export function exitCodeOfStatus(status: number): ExitCode {
  if ([401, 403].includes(status)) return exitCodes.refused;
  return [400, 404, 422].includes(status) ? exitCodes.mistake : exitCodes.failed;
}

/** The exit code where several things were asked for and these failed: as for several problems. */
export function exitCodeOfDocuments(documents: readonly ProblemDocument[]): ExitCode {
  const codes = new Set(documents.map(exitCodeOfDocument));
  const [only = exitCodes.done] = codes;
  if (codes.size <= 1) return only;
  if (codes.has(exitCodes.cancelled)) return exitCodes.cancelled;
  return codes.has(exitCodes.mistake) ? exitCodes.mistake : exitCodes.failed;
}
