import { describe, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import type { Span } from "../../packages/base/trace/span.ts";
import type { AnsweredCall } from "../service/requests/observer.ts";
import { requestSpans } from "./request-spans.ts";
import { ServiceLog } from "./service-log.ts";
import { ServiceMetrics } from "./service-metrics.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const request: AnsweredCall = {
  operationId: "startRun",
  status: 202,
  ms: 12.3456,
  principal: "token:1",
  stack: "dev",
  why: null,
  identity: { requestId: "r-1", trace: { traceId, spanId: "00f067aa0ba902b7", parentId: "b7ad6b7169203331" } },
};

function logging(level: "info" | "warn" = "info") {
  const lines: Record<string, unknown>[] = [];
  const log = new ServiceLog({ level, version: "1", destination: { write: (line) => lines.push(JSON.parse(line)) } });
  return { log, lines };
}

describe("ServiceLog", () => {
  test("writes an object a line for a request", () => {
    const { log, lines } = logging();
    log.answered(request);
    expect(lines).toEqual([
      {
        ...{ level: "info", service: "plumbline", version: "1", message: "answered", time: expect.any(String) },
        ...{ operationId: "startRun", status: 202, ms: 12.35, principal: "token:1", stack: "dev" },
        ...{ requestId: "r-1", traceId },
      },
    ]);
  });

  test("refusals are warnings, failures of ours errors", () => {
    const { log, lines } = logging();
    for (const status of [200, 404, 401, 403, 429, 500, 503]) log.answered({ ...request, status });
    expect(lines.map(({ level }) => level)).toEqual(["info", "info", "warn", "warn", "warn", "error", "warn"]);
  });

  test("says why a token was refused, which the caller is not told", () => {
    const { log, lines } = logging();
    log.answered({ ...request, status: 401, why: "expired" });
    expect(lines).toMatchObject([{ level: "warn", status: 401, why: "expired" }]);
  });

  test("a fault shows its public face only", () => {
    const { log, lines } = logging();
    const cause = new Fault("store-failed", "the store can't be written", { privateDetail: "hush" });
    log.note({ kind: "run-failed", stack: "dev", run: "r", cause });
    log.bug(new Error("defect"), request.identity);
    expect(lines[0]).toMatchObject({ level: "warn", message: "run-failed", code: "store-failed", stack: "dev" });
    expect(lines[1]).toMatchObject({
      level: "error",
      error: "Error",
      at: expect.stringContaining("telemetry.test.ts"),
    });
    expect(JSON.stringify(lines)).not.toContain("hush");
  });

  test("an outcome that the audit log lacks is no defect", () => {
    const { log, lines } = logging();
    log.unrecorded(new Fault("store-failed", "the connection was lost"), request.identity);
    const message = "the audit log lacks the outcome of a call";
    expect(lines).toMatchObject([{ level: "error", message, code: "store-failed", detail: "the connection was lost" }]);
  });

  test("what is under a secret's name is not written", () => {
    const { log, lines } = logging();
    log.say("hello", { token: "hush", port: 1 });
    expect(lines).toMatchObject([{ message: "hello", token: "[secret]", port: 1 }]);
  });

  test("says no less than its level", () => {
    const { log, lines } = logging("warn");
    log.answered(request);
    log.note({ kind: "run-begun", stack: "dev", run: "r" });
    log.note({ kind: "run-ended", stack: "dev", run: "r", status: "done" });
    const delivery = { stack: "dev", webhook: "w", messageId: "m", event: "run.ended", target: "https://chat.example" };
    const attempt = { attempt: 50, status: 500, nextAttemptAt: null, why: "50 attempts have failed" };
    log.note({ kind: "webhook-given-up", ...delivery, ...attempt });
    const end = { run: "r", status: "failed", code: "not-permitted", detail: "ann may not" };
    log.note({ kind: "run-ended", stack: "dev", ...end });
    expect(lines).toMatchObject([
      { message: "webhook-given-up", messageId: "m", event: "run.ended", attempt: 50 },
      { level: "warn", message: "run-ended", ...end },
    ]);
  });
});

test("ServiceMetrics keeps the names of what it counts", async () => {
  const counts = new ServiceMetrics();
  counts.begin();
  counts.begin();
  counts.end("startRun", 202, 0.02);
  counts.note({ kind: "run-ended", stack: "a", run: "1", status: "done" });
  counts.note({ kind: "run-ended", stack: "b", run: "2", status: "failed" });
  counts.note({ kind: "drift-checked", stack: "a", drifted: 3 });
  const lines = (await counts.text()).split("\n");
  expect(lines.filter((line) => line.startsWith("plumb_") && !line.includes("_bucket"))).toEqual([
    'plumb_http_requests_total{operation="startRun",status="202"} 1',
    "plumb_http_requests_under_way 1",
    'plumb_http_request_seconds_sum{operation="startRun"} 0.02',
    'plumb_http_request_seconds_count{operation="startRun"} 1',
    'plumb_background_events_total{kind="run-ended"} 2',
    'plumb_background_events_total{kind="drift-checked"} 1',
    'plumb_runs_ended_total{status="done"} 1',
    'plumb_runs_ended_total{status="failed"} 1',
    "plumb_drifted_objects_total 3",
  ]);
  expect(lines).toContain('plumb_http_request_seconds_bucket{le="0.025",operation="startRun"} 1');
});

test("the process is shown where it is to be, and nowhere else", async () => {
  const metrics = new ServiceMetrics();
  expect(await metrics.text()).not.toContain("nodejs_eventloop_lag");
  metrics.showProcess();
  const text = await metrics.text();
  expect(text).toContain("nodejs_eventloop_lag");
  expect(text.match(/# EOF\n/g)).toHaveLength(1);
});

test("one server span a request, under the caller's; none where the call is in no trace", () => {
  const spans: Span[] = [];
  const answered = requestSpans(
    (span) => spans.push(span),
    () => 1_000_000,
  );
  answered({ ...request, status: 500 });
  answered({ ...request, identity: { requestId: null, trace: null } });
  expect(spans).toEqual([
    {
      ...{ traceId, spanId: "00f067aa0ba902b7", parentId: "b7ad6b7169203331", name: "startRun", kind: "server" },
      ...{ beginMs: 1_000_000 - 12.3456, endMs: 1_000_000, hasFailed: true },
      attributes: {
        "http.response.status_code": 500,
        "http.request.id": "r-1",
        "enduser.id": "token:1",
        "plumbline.stack": "dev",
      },
    },
  ]);
});
