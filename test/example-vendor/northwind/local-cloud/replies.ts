import type { LocalReply, LocalRequest } from "../../../../packages/local-cloud/runtime/local-vendor.ts";
import { type ErrorBody, type ErrorWord, errorStatuses } from "../wire/errors.ts";

/** An error in the vendor's shape. */
export function refused(word: ErrorWord, text: string): LocalReply {
  const body: ErrorBody = { fault: { word, text } };
  return { status: errorStatuses[word], body };
}

/** An error of any status, for what no handler would say. */
export function refusalOfStatus(status: number): LocalReply {
  const word = Object.entries(errorStatuses).find(([, each]) => each === status)?.[0] ?? "BROKEN";
  return { status, body: { fault: { word, text: `Refused with status ${status}.` } } };
}

/** Why a caller may not call at all; undefined where it may. */
export function refusedCaller({ caller }: LocalRequest): LocalReply | undefined {
  if (caller === null) return refused("NO_CREDENTIAL", "No token was sent.");
  return caller.permitted ? undefined : refused("NOT_ALLOWED", `${caller.name} may not use this service.`);
}
