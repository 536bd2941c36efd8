import type { SpanSink } from "../../packages/base/trace/span.ts";
import type { AnsweredCall } from "../service/requests/observer.ts";

/** One span for each request, under the span that the caller named in `traceparent`: runs stand under it. */
export function requestSpans(sink: SpanSink, now: () => number): (call: AnsweredCall) => void {
  return ({ operationId, status, ms, principal, stack, identity }) => {
    const { trace, requestId } = identity;
    if (trace === null) return;
    const endMs = now();
    sink({
      ...trace,
      name: operationId,
      kind: "server",
      ...{ beginMs: endMs - ms, endMs },
      attributes: {
        "http.response.status_code": status,
        ...(requestId === null ? {} : { "http.request.id": requestId }),
        ...(principal === null ? {} : { "enduser.id": principal }),
        ...(stack === null ? {} : { "plumbline.stack": stack }),
      },
      hasFailed: status >= 500,
    });
  };
}
