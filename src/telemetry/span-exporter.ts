import type { Clock } from "../../packages/base/clock.ts";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Span } from "../../packages/base/trace/span.ts";

/** Where spans go. */
export interface SpanTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The `service.name` of all spans. */
  readonly service: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where OpenTelemetry's own variables say that spans go; undefined where they say nothing, or turn it off. A text says
 * why nothing is sent though an address is given: OTLP is spoken as JSON over HTTP, and not otherwise.
 */
export function spanTarget(environment: Environment): SpanTarget | string | undefined {
  const said = (name: string) =>
    environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ?? environment[`OTEL_EXPORTER_OTLP_${name}`];
  const base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"];
  const url = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? (base ? `${base.replace(/\/$/, "")}/v1/traces` : "");
  if (url === "" || environment["OTEL_SDK_DISABLED"] === "true" || environment["OTEL_TRACES_EXPORTER"] === "none")
    return undefined;
  const protocol = said("PROTOCOL") ?? "http/json";
  if (protocol !== "http/json") return `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, and only http/json is spoken`;
  const headers = headersIn(said("HEADERS") ?? "");
  if (headers === null) return "OTEL_EXPORTER_OTLP_HEADERS can't be decoded: a % is written %25";
  return { url, headers, service: environment["OTEL_SERVICE_NAME"] ?? "plumbline" };
}

/** `name=value,name=value` with values in percent-encoding; null where one can't be decoded. */
function headersIn(text: string): Readonly<Record<string, string>> | null {
  const pairs = text.split(",").map((pair) => pair.split("="));
  const named = pairs.filter(([name = ""]) => name.trim() !== "");
  try {
    return Object.fromEntries(
      named.map(([name = "", ...value]) => [name.trim(), decodeURIComponent(value.join("=").trim())]),
    );
  } catch {
    return null;
  }
}

interface ExporterOptions extends SpanTarget {
  readonly version: string;
  readonly network: Exchange;
  readonly clock: Pick<Clock, "sleep">;
  /** Spans were not taken, and are gone; said once until they are taken again. */
  readonly failed: (why: string) => void;
}

const restMs = 1_000;
const mostAtOnce = 512;
/** More than these wait only while the collector takes none; then the newest go. */
const mostWaiting = 8_192;

/** Sends spans by OTLP/HTTP as JSON, many at a time. What can't be sent is dropped: nothing waits for a trace. */
export class SpanExporter {
  readonly #options: ExporterOptions;
  readonly #waiting: Span[] = [];
  #sending: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #isFailing = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  readonly take = (span: Span): void => {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(span);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  };

  /** Sends what waits, and settles. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { clock } = this.#options;
    await clock.sleep(restMs, this.#closing.signal).catch(() => {});
    while (this.#waiting.length > 0) await this.#post(this.#waiting.splice(0, mostAtOnce));
  }

  async #post(spans: readonly Span[]): Promise<void> {
    const { url, headers, network, failed } = this.#options;
    let why: string | null;
    try {
      const body = JSON.stringify(this.#document(spans));
      const whole = { ...headers, "content-type": "application/json" };
      const { status } = await network({ method: "POST", url, headers: whole, body });
      why = status < 300 ? null : `the collector answered ${status}`;
    } catch {
      why = "the collector did not answer";
    }
    if (why !== null && !this.#isFailing) failed(why);
    this.#isFailing = why !== null;
  }

  #document(spans: readonly Span[]) {
    const { service, version } = this.#options;
    const attributes = attributesOf({
      "service.name": service,
      "service.version": version,
      "process.pid": process.pid,
    });
    const scope = { name: "plumbline", version };
    return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }] };
  }
}

const kinds = { internal: 1, server: 2, client: 3 } as const;

/** As `opentelemetry/proto/trace/v1/trace.proto` has it in JSON. */
function spanOf({ traceId, spanId, parentId, name, kind, beginMs, endMs, attributes, hasFailed }: Span) {
  return {
    ...{ traceId, spanId, name, kind: kinds[kind] },
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    ...{ startTimeUnixNano: nanosOf(beginMs), endTimeUnixNano: nanosOf(endMs) },
    attributes: attributesOf(attributes),
    status: hasFailed ? { code: 2 } : {},
  };
}

function nanosOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function attributesOf(all: Span["attributes"]) {
  return Object.entries(all).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}
