import type { Problem } from "../../packages/base/problems/problem.ts";

/**
 * Why a request is not served. `unprocessable`: the content is wrong; `missing`: there is no such thing; `conflict`: it
 * can't be done now; `stale`: what the caller expects to stand there does not; `gone`: it was there and is not kept any
 * more; `unknown`: it was begun, and it is not known what came of it; `unavailable`: a platform could not be asked;
 * `too many`: the caller has asked for too much at once.
 */
type RejectionReason =
  | "unprocessable"
  | "missing"
  | "conflict"
  | "stale"
  | "gone"
  | "unknown"
  | "unavailable"
  | "too many";

/** A request that can't be served because of what the user gave; thrown by use cases, shown as a problem document. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly reason: RejectionReason;
  readonly problems: readonly Problem[];

  constructor(reason: RejectionReason, problems: readonly Problem[]) {
    super(problems[0]?.detail ?? reason);
    this.reason = reason;
    this.problems = problems;
  }
}
