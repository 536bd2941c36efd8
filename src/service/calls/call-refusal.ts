import type { Problem } from "../../../packages/base/problems/problem.ts";

/** What a convention of the API refuses a request for, by its HTTP status. */
export const refusals = {
  "bad-request": { status: 400, title: "the request is malformed" },
  unauthenticated: { status: 401, title: "the caller is not known" },
  forbidden: { status: 403, title: "the caller may not do this" },
  "not-found": { status: 404, title: "there is no such thing" },
  "no-such-path": { status: 404, title: "no such path" },
  "method-not-allowed": { status: 405, title: "the path knows no such method" },
  "not-acceptable": { status: 406, title: "the answer can't be had in this form" },
  "key-in-use": { status: 409, title: "a request with this key is under way" },
  "changed-meanwhile": { status: 412, title: "it is not as expected any more" },
  "body-too-large": { status: 413, title: "the body is too large" },
  "uri-too-long": { status: 414, title: "the address is too long" },
  "unsupported-media-type": { status: 415, title: "the body's form is not known here" },
  "invalid-body": { status: 422, title: "the body does not fit" },
  "key-reused": { status: 422, title: "the key belongs to another request" },
  "precondition-required": { status: 428, title: "a precondition is required" },
  "too-many-requests": { status: 429, title: "too many requests" },
  "identity-unavailable": { status: 503, title: "the caller can't be known now" },
  "shutting-down": { status: 503, title: "the service is going away" },
} as const;

export type RefusalCode = keyof typeof refusals;

/** A request that a convention refuses; thrown, and shown as a problem document. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;
  /** For the operator of the service, never for the caller. */
  readonly why: string | null;

  constructor(
    code: RefusalCode,
    detail: string,
    more: {
      readonly problems?: readonly Problem[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly why?: string;
    } = {},
  ) {
    super(detail);
    this.code = code;
    this.problems = more.problems ?? [];
    this.headers = more.headers ?? {};
    this.why = more.why ?? null;
  }
}
