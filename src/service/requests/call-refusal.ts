import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { RefusalCode } from "../../contract/refusals.ts";

/** A request that a convention refuses; thrown, and shown as a problem document. */
export class CallRefusal extends Error {
  override readonly name = "CallRefusal";
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
