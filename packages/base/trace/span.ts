/** Where something stands in a trace, by the ids of the W3C trace context. */
export interface TracePlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** A part of a trace that is over. What it tells is no secret: names, counts, times. */
export interface Span extends TracePlace {
  /** Of the span that it is a part of; null for the first of a trace. */
  readonly parentId: string | null;
  readonly name: string;
  /** A call that was answered, work of our own, or a call that was made. */
  readonly kind: "server" | "internal" | "client";
  /** Milliseconds since the epoch. */
  readonly beginMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
}

/** Takes spans that are over. It must not throw. */
export type SpanSink = (span: Span) => void;
