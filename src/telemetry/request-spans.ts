import type { Attributes, Context, SpanContext, TraceAPI } from "@opentelemetry/api";
import type { AnsweredCall } from "../service/calls/observer.ts";

/** The part of `@opentelemetry/api` that spans are made with. */
export interface TracingApi {
  readonly trace: Pick<TraceAPI, "getTracer" | "setSpanContext">;
  readonly ROOT_CONTEXT: Context;
  readonly SpanKind: { readonly SERVER: number };
  readonly SpanStatusCode: { readonly ERROR: number };
}

/**
 * The API where it is installed beside us; null where it is not. Users who want spans bring an SDK that receives them.
 */
export async function tracingApi(): Promise<TracingApi | null> {
  try {
    return await import("@opentelemetry/api");
  } catch {
    return null;
  }
}

/** One server span for each request, under the span that the caller named in `traceparent`. */
export class RequestSpans {
  readonly #api: TracingApi;
  readonly #version: string;
  readonly #now: () => number;

  constructor(api: TracingApi, version: string, now: () => number) {
    this.#api = api;
    this.#version = version;
    this.#now = now;
  }

  readonly answered = ({ operationId, status, ms, principal, stack, identity }: AnsweredCall): void => {
    const { trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = this.#api;
    const end = this.#now();
    const attributes: Attributes = {
      "http.response.status_code": status,
      ...(identity.requestId === null ? {} : { "http.request.id": identity.requestId }),
      ...(principal === null ? {} : { "enduser.id": principal }),
      ...(stack === null ? {} : { "plumbline.stack": stack }),
    };
    const parent = parentOf(identity);
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const options = { kind: SpanKind.SERVER, startTime: end - ms, attributes };
    const span = trace.getTracer("plumbline", this.#version).startSpan(operationId, options, context);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };
}

function parentOf({ trace }: AnsweredCall["identity"]): SpanContext | null {
  if (trace === null || trace.parentId === null) return null;
  return { traceId: trace.traceId, spanId: trace.parentId, traceFlags: 1, isRemote: true };
}
