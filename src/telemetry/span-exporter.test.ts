import { expect, test } from "vitest";
import type { Exchange, ExchangeRequest } from "../../packages/base/exchange/exchange.ts";
import type { Span } from "../../packages/base/trace/span.ts";
import { SpanExporter, spanTarget } from "./span-exporter.ts";

const place = "http://collector.example:4318";

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: place, OTEL_SDK_DISABLED: "true" }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: place, OTEL_TRACES_EXPORTER: "none" }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: `${place}/`, OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b=,x=y" },
    { url: `${place}/v1/traces`, headers: { "api-key": "a b=", x: "y" }, service: "plumbline" },
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${place}/here`, OTEL_SERVICE_NAME: "plumb-worker" },
    { url: `${place}/here`, headers: {}, service: "plumb-worker" },
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: place, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only http/json is spoken",
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: place, OTEL_EXPORTER_OTLP_HEADERS: "api-key=secret-100%" },
    "OTEL_EXPORTER_OTLP_HEADERS can't be decoded: a % is written %25",
  ],
])("by %j spans go where OpenTelemetry says", (environment, target) => {
  expect(spanTarget(environment)).toEqual(target);
});

const span: Span = {
  ...{ traceId: "1".repeat(32), spanId: "2".repeat(16), parentId: null, name: "POST", kind: "client" },
  ...{ beginMs: 1_700_000_000_000.5, endMs: 1_700_000_000_001, hasFailed: true },
  attributes: { "http.response.status_code": 503, "server.address": "host" },
};

/** An exporter whose rest is over at once, and what the collector that it sends to was asked. */
function exporting(answer: Exchange) {
  const asked: ExchangeRequest[] = [];
  const said: string[] = [];
  const exporter = new SpanExporter({
    ...{ url: `${place}/v1/traces`, headers: { "api-key": "k" }, service: "s", version: "1" },
    network: async (request) => {
      asked.push(request);
      return answer(request);
    },
    clock: { sleep: async () => {} },
    failed: (why) => said.push(why),
  });
  return { exporter, asked, said };
}

test("sends spans as OTLP in JSON, all that wait in one request", async () => {
  const { exporter, asked } = exporting(async () => ({ status: 200, headers: {}, body: "" }));
  exporter.take(span);
  exporter.take({ ...span, parentId: "3".repeat(16), hasFailed: false });
  await exporter.close();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ headers: { "api-key": "k", "content-type": "application/json" } });
  const { resourceSpans } = JSON.parse(asked[0]?.body ?? "");
  expect(resourceSpans[0].resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "s" } });
  const [{ spans }] = resourceSpans[0].scopeSpans;
  expect(spans[0]).toEqual({
    ...{ traceId: "1".repeat(32), spanId: "2".repeat(16), name: "POST", kind: 3, status: { code: 2 } },
    ...{ startTimeUnixNano: "1700000000000500000", endTimeUnixNano: "1700000000001000000" },
    attributes: [
      { key: "http.response.status_code", value: { intValue: "503" } },
      { key: "server.address", value: { stringValue: "host" } },
    ],
  });
  expect(spans[1]).toMatchObject({ parentSpanId: "3".repeat(16), status: {} });
});

test("a collector that fails is told of once, its spans are gone, and nothing is thrown", async () => {
  const { exporter, asked, said } = exporting(async () => {
    throw new Error("refused");
  });
  for (let count = 0; count < 1_000; count += 1) exporter.take(span);
  await exporter.close();
  expect(asked).toHaveLength(2);
  expect(said).toEqual(["the collector did not answer"]);
});
