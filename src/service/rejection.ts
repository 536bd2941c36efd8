import type { Problem } from "../base/problem.ts";

/** A request that can't be served because of what the user gave; thrown by use cases, shown as a problem document. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  /** `unprocessable`: the content is wrong; `missing`: there is no such thing; `conflict`: it can't be done now. */
  readonly reason: "unprocessable" | "missing" | "conflict";
  readonly problems: readonly Problem[];

  constructor(reason: "unprocessable" | "missing" | "conflict", problems: readonly Problem[]) {
    super(problems[0]?.detail ?? reason);
    this.reason = reason;
    this.problems = problems;
  }
}
