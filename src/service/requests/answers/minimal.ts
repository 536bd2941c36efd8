import type { Outcome } from "../../../contract/call.ts";

/**
 * The answer to a write without what the caller can do without: the document, where that is all there is, or where
 * Location tells where it is. What is kept under a key is whole: each who repeats the call says anew how they would
 * have it.
 */
export function minimal(outcome: Outcome): Outcome {
  const { document, ...rest } = outcome;
  if (document === undefined || (rest.status !== 200 && rest.location === undefined)) return outcome;
  return {
    ...rest,
    status: rest.status === 200 ? 204 : rest.status,
    headers: { ...rest.headers, "preference-applied": "return=minimal" },
  };
}
