import type { Ids } from "../../../../packages/base/ids.ts";
import type { CallSource } from "../../../contract/call.ts";

/** By what a call is known in answers, logs and traces. */
export interface CallIdentity {
  readonly requestId: string | null;
  /** W3C trace context: the trace that the caller began, or a new one; and the span of this call in it. */
  readonly trace: { readonly traceId: string; readonly spanId: string; readonly parentId: string | null } | null;
}

const acceptable = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/;
const noIdentity: CallIdentity = { requestId: null, trace: null };

/**
 * The caller's own request id and trace where they are well formed, new ones else. Without `ids` (only the one who
 * asks is there to read them) there are none.
 */
export function callIdentity({ requestId: given, traceparent: sent }: CallSource, ids: Ids | null): CallIdentity {
  if (ids === null) return noIdentity;
  const requestId = given !== null && acceptable.test(given) ? given : ids.unique();
  const [, traceId, parentId] = traceparent.exec(sent ?? "") ?? [];
  const isValid = traceId !== undefined && !/^0+$/.test(traceId) && parentId !== undefined && !/^0+$/.test(parentId);
  const spanId = ids.unique().slice(16);
  return {
    requestId,
    trace: isValid ? { traceId, spanId, parentId } : { traceId: ids.unique(), spanId, parentId: null },
  };
}

/** The headers by which the caller finds the call again. */
export function identityHeaders({ requestId, trace }: CallIdentity): readonly (readonly [string, string])[] {
  return [
    ...(requestId === null ? [] : [["request-id", requestId] as const]),
    ...(trace === null ? [] : [["traceparent", `00-${trace.traceId}-${trace.spanId}-01`] as const]),
  ];
}
