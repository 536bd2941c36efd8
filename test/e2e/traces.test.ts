import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SharedServices } from "./shared-services.fixture.ts";

interface Received {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[];
  readonly pid: string;
}

/** What a collector has received, and what came with it. */
const spans: Received[] = [];
const texts: string[] = [];
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as Readonly<Record<string, never>>;
  texts.push(JSON.stringify(body));
  for (const { resource, scopeSpans } of body["resourceSpans"] as unknown as readonly Batch[]) {
    const pid = attributeOf(resource.attributes, "process.pid");
    for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, pid })));
  }
  response.end("{}");
});

interface Batch {
  readonly resource: Pick<Received, "attributes">;
  readonly scopeSpans: readonly { readonly spans: readonly Omit<Received, "pid">[] }[];
}

function attributeOf(attributes: Received["attributes"], key: string): string {
  return Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0] ?? "";
}

let shared: SharedServices;
beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  shared = await SharedServices.start(null, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await shared.endServices();
  await shared.stop();
  collector.close();
});

test("a run is one trace, from the caller over the service and two workers to each call that was made", async () => {
  const objects = Array.from({ length: 8 }, (_, index) => `t${index}`);
  const service = await shared.open(undefined, ["--no-worker"]);
  const stack = "/v1/projects/shared/stacks/s";
  const made = await shared.call(service, "POST", `${stack}/plans`, shared.planOf(objects));
  const { digest } = (await made.json()) as { digest: string };
  const [traceId, caller] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const headers = { traceparent: `00-${traceId}-${caller}-01` };
  const run = { plan: digest, parallel: 2 };
  const started = await shared.call(service, "POST", `${stack}/runs`, run, headers);
  const location = started.headers.get("location") ?? "";
  const first = await shared.openWorker();
  while ((await shared.writes()).length < 2) await sleep(10);
  first.signal("SIGTERM");
  await first.ended;
  const second = await shared.openWorker();
  expect(await (await shared.call(service, "GET", `${location}/events?after=0`)).text()).toContain('"status":"done"');
  // Each sends what it has at its end.
  second.signal("SIGTERM");
  service.process.signal("SIGTERM");
  await Promise.all([second.ended, service.process.ended]);

  const own = spans.filter((span) => span.traceId === traceId);
  const under = (parent: string) => own.filter(({ parentSpanId }) => parentSpanId === parent);
  const [request, ...others] = under(caller);
  expect([request?.name, request?.kind, others]).toEqual(["startRun", 2, []]);
  const attempts = under(request?.spanId ?? "");
  expect(attempts.map(({ name, pid }) => [name, Number(pid)])).toEqual([
    ["advance", first.pid],
    ["advance", second.pid],
  ]);
  const steps = attempts.flatMap(({ spanId }) => under(spanId));
  const calls = steps.flatMap(({ spanId }) => under(spanId));
  const created = steps.map(({ attributes }) => attributeOf(attributes, "plumbline.resource"));
  expect([...new Set(created)].toSorted()).toEqual(objects);
  const posts = calls.filter(({ name, kind }) => name === "POST" && kind === 3);
  expect(posts.length).toBeGreaterThanOrEqual(objects.length);
  expect(posts.map(({ attributes }) => attributeOf(attributes, "http.response.status_code"))).toEqual(
    posts.map(() => "200"),
  );
  expect(own).toHaveLength(1 + attempts.length + steps.length + calls.length);
  expect(texts.join("\n")).not.toMatch(/plumb_[A-Za-z0-9]{20}|local:admin|serviceAttachments/);
}, 120_000);
