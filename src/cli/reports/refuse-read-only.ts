import { problemCodes } from "../../../packages/base/problems/problem-codes.ts";
import { nothingChanges } from "../../../packages/base/read-only.ts";
import type { Invocation } from "../command.ts";
import { failureDocument } from "./failure-document.ts";
import { reportFailure } from "./report.ts";

/** Says that a command changes nothing in the read-only mode; gives the exit code. */
export function refuseReadOnly(invocation: Invocation): number {
  const title = problemCodes["read-only"].summary;
  return reportFailure(invocation, failureDocument({ status: 409, code: "read-only", title, detail: nothingChanges }));
}
