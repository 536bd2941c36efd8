import { LightResponse } from "../../../base/light-response.ts";
import type { Method } from "../../../contract/operation.ts";
import { preferencesOf } from "./prefer.ts";

/** Whether the caller would rather have no document (`Prefer: return=minimal`). */
export function wantsMinimal({ method }: { readonly method: Method }, headers: Headers): boolean {
  return method !== "GET" && headers.has("prefer") && preferencesOf(headers).isMinimal;
}

/**
 * The answer to a write without what the caller can do without: the document, where that is all there is, or where Location tells
 * where it is. What is kept under a key is whole: each who repeats the request says anew how they would have it.
 */
export function minimal(response: Response): Response {
  const { status, headers } = response;
  const hasDocument = headers.has("content-type");
  if (!hasDocument || (status !== 200 && !headers.has("location"))) return response;
  const { "content-type": _, ...rest } = Object.fromEntries(headers);
  return new LightResponse(null, {
    status: status === 200 ? 204 : status,
    headers: { ...rest, "preference-applied": "return=minimal" },
  });
}
