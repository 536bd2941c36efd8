import { Fault } from "../../../../packages/base/fault.ts";
import { problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import type { Refused } from "../../../contract/call.ts";
import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import { faultTitle } from "../../../contract/fault-titles.ts";
import { refusals } from "../../../contract/refusals.ts";
import { Rejection } from "../../rejection.ts";
import { CallRefusal } from "../call-refusal.ts";

const statusOfRejection: Readonly<Record<Rejection["reason"], number>> = {
  unprocessable: 422,
  missing: 404,
  conflict: 409,
  stale: 412,
  gone: 410,
  "too many": 429,
  unavailable: 503,
  unknown: 504,
};

/** A request that is answered so may be sent again as it is, with its key. */
const passing: ReadonlySet<number> = new Set([429, 503, 504]);

/** How soon a client may ask again where nothing better is known, in seconds. */
const retryAfterSeconds = 5;

/** What went wrong, as an answer. A bug shows no more than that it is one. */
export function refusedFor(cause: unknown): Refused {
  const problem = problemDocumentOf(cause);
  const headers = {
    ...(passing.has(problem.status) ? { "retry-after": String(retryAfterSeconds) } : {}),
    ...(cause instanceof CallRefusal ? cause.headers : {}),
  };
  return { kind: "refused", problem, headers };
}

/** What the caller lacks the rights for is forbidden, wherever it was found out. */
function statusOf({ problems, reason }: Rejection): number {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0 && errors.every(({ code }) => code === "not-permitted")) return 403;
  return statusOfRejection[reason];
}

/** True for what is neither the caller's doing nor that of a network, a disk or a platform. */
export function isBug(cause: unknown): boolean {
  return !(cause instanceof Rejection || cause instanceof CallRefusal || cause instanceof Fault);
}

/** What went wrong, as a problem document (RFC 9457). */
export function problemDocumentOf(cause: unknown): ProblemDocument {
  if (cause instanceof Rejection) {
    const [first] = cause.problems;
    const count = cause.problems.filter((each) => each.severity === "error").length;
    return {
      type: `urn:plumbline:problem:${first?.code ?? "rejected"}`,
      title: first === undefined ? "rejected" : problemCodes[first.code].summary,
      status: statusOf(cause),
      detail: count > 1 ? `${count} problems; the first: ${cause.message}` : cause.message,
      code: first?.code ?? "rejected",
      problems: cause.problems,
    };
  }
  if (cause instanceof CallRefusal) {
    const { status, title } = refusals[cause.code];
    const { code, problems } = cause;
    return { type: `urn:plumbline:problem:${code}`, title, status, detail: cause.message, code, problems };
  }
  if (cause instanceof Fault) {
    return {
      type: `urn:plumbline:fault:${cause.code}`,
      title: faultTitle(cause.code),
      status: 503,
      detail: cause.message,
      code: cause.code,
      problems: [],
    };
  }
  return {
    type: "urn:plumbline:bug",
    title: "a defect of Plumbline",
    status: 500,
    detail: "Plumbline met a state that its own code rules out. What was carried out so far is recorded.",
    code: "bug",
    problems: [],
  };
}
