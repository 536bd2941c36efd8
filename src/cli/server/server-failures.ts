import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { failureDocument } from "../reports/failure-document.ts";

/** What answers is not what the user takes it for. */
export function unexpectedAnswer(status: number): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "unexpected-answer",
    title: "the answer can't be understood",
    detail: `The answer with HTTP status ${status} is not one of Plumbline's. Check the address given by --server.`,
  });
}

/** Nothing answers; `cause` is what was thrown. */
export function unreachableServer(server: string, cause: unknown): ProblemDocument {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error && inner.message !== "" ? `: ${inner.message}` : "";
  return failureDocument({
    status: 503,
    code: "server-unreachable",
    title: "the server can't be reached",
    detail: `No answer from ${server}${why}.`,
  });
}
