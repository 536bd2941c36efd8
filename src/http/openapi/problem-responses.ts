import { beginsOperation, changesSomething, type Operation } from "../../contract/operation.ts";
import { parametersOf } from "../../contract/parameters.ts";
import { headerRefs, usualHeaders } from "./headers.ts";

interface ProblemResponse {
  readonly name: string;
  readonly description: string;
  /** Code of the example. */
  readonly code: string;
  readonly headers?: readonly string[];
}

/** What the conventions refuse requests with, by status. */
const conventional: Readonly<Record<number, ProblemResponse>> = {
  400: {
    name: "BadRequest",
    description: "Something in the address, the headers or the body is malformed.",
    code: "bad-request",
  },
  401: {
    name: "Unauthenticated",
    description: "The caller is not known.",
    code: "unauthenticated",
    headers: ["WWW-Authenticate"],
  },
  403: { name: "Forbidden", description: "The caller may not do this.", code: "forbidden" },
  404: { name: "NotFound", description: "There is no such thing that the caller may see.", code: "not-found" },
  406: {
    name: "NotAcceptable",
    description: "The answer can't be had in the form that is asked for.",
    code: "not-acceptable",
  },
  409: {
    name: "Conflict",
    description: "A request with the same key is under way, or nothing may be changed (`PLUMB_READ_ONLY`).",
    code: "key-in-use",
    headers: ["Retry-After"],
  },
  412: { name: "ChangedMeanwhile", description: "It is not as expected any more.", code: "changed-meanwhile" },
  413: { name: "TooLarge", description: "The body is too large.", code: "body-too-large" },
  415: {
    name: "UnsupportedMediaType",
    description: "The body's form is not known here.",
    code: "unsupported-media-type",
    headers: ["Accept-Encoding"],
  },
  422: {
    name: "Unprocessable",
    description: "The content is understood and wrong; every violation is listed.",
    code: "invalid-body",
  },
  428: {
    name: "PreconditionRequired",
    description: "The request must say what it expects to stand.",
    code: "precondition-required",
  },
  429: {
    name: "TooManyRequests",
    description: "The caller has made too many requests.",
    code: "too-many-requests",
    headers: ["Retry-After"],
  },
  500: { name: "Defect", description: "A defect of Plumbline.", code: "bug" },
  503: {
    name: "Unavailable",
    description: "A network, a disk or a platform failed, or the service is going away.",
    code: "store-failed",
    headers: ["Retry-After"],
  },
  504: {
    name: "Unanswered",
    description: "A platform did not answer, and what was sent may have taken effect.",
    code: "outcome-unknown",
    headers: ["Retry-After"],
  },
};

/** They as components, by name. */
export function problemComponents(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(conventional).map(([status, each]) => [each.name, responseOf(Number(status), each)]),
  );
}

/**
 * Every status in which a request to an operation can fail: by its conventions, and by what the operation says itself.
 */
export function problemResponsesOf(operation: Operation): Readonly<Record<string, unknown>> {
  const said = operation.refusals ?? {};
  const statuses = new Set([...statusesOf(operation), ...Object.keys(said).map(Number)]);
  for (const status of Object.keys(operation.responses)) statuses.delete(Number(status));
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => {
        const known = conventional[status];
        const description = said[status];
        if (description === undefined) return [status, { $ref: `#/components/responses/${known?.name}` }];
        const own = { name: "", code: known?.code ?? "rejected", headers: known?.headers ?? [], description };
        return [status, responseOf(status, own)];
      }),
  );
}

function statusesOf(operation: Operation): readonly number[] {
  const hasValues = operation.path.includes("{") || Object.keys(parametersOf(operation)).length > 0;
  const isOpen = operation.action === null;
  const hasBody = operation.body !== undefined;
  return [
    ...[400, 406, 500, 503],
    ...(beginsOperation(operation) ? [504] : []),
    ...(isOpen ? [] : [401, 429]),
    ...(isOpen || operation.action === "authenticated" ? [] : [403]),
    ...(operation.path.includes("{stack}") ? [404] : []),
    ...(operation.isIdempotentByKey === true || changesSomething(operation) ? [409] : []),
    ...(operation.precondition === undefined ? [] : [412]),
    ...(hasBody ? [413, 415] : []),
    ...(hasBody || hasValues || operation.isIdempotentByKey === true ? [422] : []),
    ...(operation.precondition === "required" ? [428] : []),
  ];
}

function responseOf(status: number, { description, code, headers = [] }: ProblemResponse) {
  const value = {
    type: `urn:plumbline:problem:${code}`,
    title: description.replace(/\.$/, ""),
    status,
    detail: description,
    code,
    problems: [],
  };
  return {
    description,
    headers: headerRefs([...usualHeaders, ...headers]),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/ProblemDocument" },
        examples: { usual: { summary: description, value } },
      },
    },
  };
}
