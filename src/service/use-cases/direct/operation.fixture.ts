import type { OperationResult, OperationView } from "../../../contract/documents/operations.ts";
import type { Written } from "./write-objects.ts";

/** The operation that a write has begun, which no attempt before it has. */
export function begunAnew(written: Written): OperationView {
  if ("made" in written) throw new Error(`made before: ${JSON.stringify(written.made)}`);
  return written;
}

/** The result of an operation that must have succeeded. */
export function succeeded(written: Written): OperationResult {
  const { done, result, problems } = begunAnew(written);
  if (!done || result === undefined) throw new Error(`not done: ${JSON.stringify(problems)}`);
  return result;
}
