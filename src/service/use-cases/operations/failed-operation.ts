import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { type ProblemCode, problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import { Rejection } from "../../rejection.ts";

/** What was sent may have taken effect, or takes effect later. */
const openCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "outcome-unknown",
  "timed-out",
  "in-flight",
  "unsettled",
  "run-abandoned",
  "unreadable",
]);

/** Nothing was sent, for a reason that passes. */
const passingCodes: ReadonlySet<ProblemCode> = new Set(["platform-unavailable"]);

/**
 * An operation that has begun and did not succeed. Whoever repeats its request goes on with the same effect: `unknown`
 * while it can't be told what came of it, `unavailable` where the platform could not be asked.
 */
export class FailedOperation extends Rejection {
  constructor(problems: readonly Problem[]) {
    super(reasonOf(problems), problems);
  }
}

function reasonOf(problems: readonly Problem[]): Rejection["reason"] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => openCodes.has(code))) return "unknown";
  if (errors.some(({ code }) => passingCodes.has(code))) return "unavailable";
  return errors.some(({ code }) => problemCodes[code].kind === "mistake") ? "unprocessable" : "conflict";
}
