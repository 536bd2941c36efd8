import { Fault } from "../../base/fault.ts";
import { problemCodes } from "../../base/problem-codes.ts";
import { Rejection } from "../../service/rejection.ts";
import type { ProblemDocument } from "../api/documents.ts";
import { BadRequest } from "./request-body.ts";

const statusOfRejection = { unprocessable: 422, missing: 404, conflict: 409 } as const;

/** What went wrong, as a problem document (RFC 9457). A bug shows no more than that it is one. */
export function failureResponse(cause: unknown): Response {
  return respond(documentOf(cause));
}

function documentOf(cause: unknown): ProblemDocument {
  if (cause instanceof Rejection) {
    const [first] = cause.problems;
    const count = cause.problems.filter((each) => each.severity === "error").length;
    return {
      type: `urn:plumbline:problem:${first?.code ?? "rejected"}`,
      title: first === undefined ? "rejected" : problemCodes[first.code].summary,
      status: statusOfRejection[cause.reason],
      detail: count > 1 ? `${count} problems; the first: ${cause.message}` : cause.message,
      code: first?.code ?? "rejected",
      problems: cause.problems,
    };
  }
  if (cause instanceof BadRequest) {
    return {
      type: "urn:plumbline:problem:bad-request",
      title: "the request is malformed",
      status: 400,
      detail: cause.message,
      code: "bad-request",
      problems: [],
    };
  }
  if (cause instanceof Fault) {
    return {
      type: `urn:plumbline:fault:${cause.code}`,
      title: "the world failed",
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

function respond(document: ProblemDocument): Response {
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
