import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Listener, listen } from "../../src/http/listen.ts";
import type { AnsweredCall } from "../../src/service/requests/observer.ts";
import { ServiceMetrics } from "../../src/telemetry/service-metrics.ts";
import { ApiWorld } from "./api-world.ts";

const pieces = { next: () => new Promise<void>((resolve) => setImmediate(resolve)) };

let listener: Listener;
let token: string;
const bugs: unknown[] = [];
let answered: (request: AnsweredCall) => void = () => {};
const metrics = new ServiceMetrics();

beforeAll(async () => {
  const observer = {
    answered: (request: AnsweredCall) => answered(request),
    bug: (cause: unknown) => bugs.push(cause),
    unrecorded: (cause: unknown) => bugs.push(cause),
  };
  const world = await ApiWorld.served({ metrics, observer });
  token = (await world.access?.tokenWith("admin")) ?? "";
  listener = await listen(world.application, { host: "127.0.0.1", port: 0, tls: null, pieces });
});
afterAll(() => listener.stop(0));

/** Goes away in the middle of a body; gives what the request was noted as. */
async function breakOff(path: string, method: string, headers: readonly string[], body: string): Promise<AnsweredCall> {
  const noted = Promise.withResolvers<AnsweredCall>();
  answered = noted.resolve;
  const { hostname, port } = new URL(listener.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const head = [`${method} ${path} HTTP/1.1`, "host: plumb.test", `authorization: Bearer ${token}`, ...headers, "", ""];
  socket.write(head.join("\r\n") + body, () => setImmediate(() => socket.resetAndDestroy()));
  return noted.promise;
}

const json = "content-type: application/json";
const announced = [json, "content-length: 100000"];
const inChunks = [json, "transfer-encoding: chunked"];

test.each([
  ["of announced length", "/v1/declarations:check", "POST", announced, '{"file":"'],
  ["in chunks", "/v1/declarations:check", "POST", inChunks, '9\r\n{"file":"\r\n'],
  ["that has not begun", "/v1/projects/test/stacks", "POST", announced, ""],
  ["under a key", "/v1/projects/test/stacks", "POST", [...announced, "idempotency-key: k"], '{"name":'],
  ["of a write with a precondition", "/v1/providers/google", "PUT", [...announced, "if-match: *"], "{"],
])("an upload %s that its sender breaks off is no error of the service", async (_form, path, method, headers, body) => {
  const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  const { status } = await breakOff(path, method, headers, body);
  expect(status).toBe(400);
  expect(bugs).toEqual([]);
  const text = await metrics.text();
  expect(text).not.toMatch(/status="5\d\d"/);
  expect(text).toContain("plumb_http_requests_under_way 0");
  for (const each of printed) {
    expect(each).not.toHaveBeenCalled();
    each.mockRestore();
  }
});
