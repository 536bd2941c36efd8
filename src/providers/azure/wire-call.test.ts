import { describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Refusal } from "../../engine/ports/outcome.ts";
import { networkError, type ScriptedAnswer, scriptedExchange } from "./scripted-exchange.fixture.ts";
import { wireCall } from "./wire-call.ts";

const url = "https://management.example/x?api-version=1";

async function call(method: "GET" | "PUT", answer: ScriptedAnswer) {
  return wireCall(scriptedExchange(answer).exchange, { method, url, ...(method === "PUT" ? { body: {} } : {}) });
}

function coded(code: string) {
  return { error: { code, message: "words" } };
}

type Kind = Refusal["kind"];

test.each([
  ["GET", "unavailable"],
  ["PUT", "unknown"],
] as const)("%s answered 200 with an error is no answer", async (method, kind) => {
  const answer = await call(method, { status: 200, body: coded("ServerBusy") });
  expect(answer).toMatchObject({ refusal: { kind, detail: expect.stringContaining("ServerBusy: words") } });
});

test.each([
  ["with more beside it", { error: { code: "ServerBusy", message: "words" }, requestId: "r-1" }],
  ["as a text", { error: "words" }],
  ["without an envelope", { code: "ServerBusy", message: "words" }],
])("an error %s in a 200 is no answer", async (_, body) => {
  for (const [method, kind] of [
    ["GET", "unavailable"],
    ["PUT", "unknown"],
  ] as const) {
    const answer = await call(method, { status: 200, body });
    expect(answer).toMatchObject({ refusal: { kind, detail: expect.stringContaining("words") } });
  }
});

test("a call carries the id that the journal has for it, under which the vendor's support finds it", async () => {
  const seen: (string | null)[] = [];
  const exchange = exchangeOver(async ({ headers }: Request) => {
    seen.push(headers.get("x-ms-client-request-id"));
    return Response.json({});
  });
  await wireCall(exchange, { method: "PUT", url, body: {}, id: "0f3c" });
  await wireCall(exchange, { method: "GET", url });
  expect(seen).toEqual(["0f3c", null]);
});

describe("every refusal by status and code", () => {
  const table: readonly [string, ScriptedAnswer, Kind, Kind][] = [
    ["400", { status: 400, body: coded("InvalidRequestContent") }, "invalid", "invalid"],
    ["401", { status: 401, body: coded("AuthenticationFailed") }, "denied", "denied"],
    ["403", { status: 403, body: coded("AuthorizationFailed") }, "denied", "denied"],
    ["404 of an object", { status: 404, body: coded("ResourceNotFound") }, "absent", "absent"],
    ["404 of a parent", { status: 404, body: coded("ParentResourceNotFound") }, "absent", "absent"],
    ["404 of a group", { status: 404, body: coded("ResourceGroupNotFound") }, "absent", "absent"],
    ["404 without a body", { status: 404 }, "invalid", "unknown"],
    ["404 with a page", { status: 404, text: "<html>" }, "invalid", "unknown"],
    ["404 of another tenant", { status: 404, body: coded("SubscriptionNotFound") }, "invalid", "invalid"],
    ["404 of a type", { status: 404, body: coded("InvalidResourceType") }, "invalid", "invalid"],
    ["405", { status: 405, body: { message: "no such method" } }, "invalid", "invalid"],
    ["408", { status: 408 }, "unavailable", "unknown"],
    ["409", { status: 409, body: coded("Conflict") }, "conflict", "conflict"],
    ["302", { status: 302, headers: { location: "https://elsewhere.example" } }, "invalid", "unknown"],
    ["410", { status: 410 }, "invalid", "invalid"],
    ["412", { status: 412, body: coded("PreconditionFailed") }, "conflict", "conflict"],
    ["415", { status: 415 }, "invalid", "invalid"],
    ["429", { status: 429, body: coded("TooManyRequests") }, "throttled", "throttled"],
    ["500", { status: 500, body: coded("InternalServerError") }, "unavailable", "unknown"],
    ["502 with a page", { status: 502, text: "<html>" }, "unavailable", "unknown"],
    ["503", { status: 503, body: coded("ServerTimeout") }, "unavailable", "unknown"],
    ["503 that names a time", { status: 503, headers: { "retry-after": "5" } }, "unavailable", "unavailable"],
    ["504", { status: 504 }, "unavailable", "unknown"],
    ["refused connection", networkError("ECONNREFUSED"), "unavailable", "unavailable"],
    ["unknown host", networkError("ENOTFOUND"), "unavailable", "unavailable"],
    ["name server out of order", networkError("EAI_AGAIN"), "unavailable", "unavailable"],
    ["connection not made in time", networkError("UND_ERR_CONNECT_TIMEOUT"), "unavailable", "unavailable"],
    [
      "several addresses, one of them reached",
      new TypeError("fetch failed", {
        cause: new AggregateError(
          ["ECONNREFUSED", "ECONNRESET"].map((code) => Object.assign(new Error(code), { code })),
        ),
      }),
      "unavailable",
      "unknown",
    ],
    ["reset connection", networkError("ECONNRESET"), "unavailable", "unknown"],
    ["nameless failure", networkError(), "unavailable", "unknown"],
  ];

  test.each(table)("%s", async (_, answer, read, write) => {
    expect(await call("GET", answer)).toMatchObject({ kind: "refusal", refusal: { kind: read } });
    expect(await call("PUT", answer)).toMatchObject({ kind: "refusal", refusal: { kind: write } });
  });

  test.each([
    [409, "ResourceAlreadyExists", "exists"],
    [409, "Conflict", "wrong-state"],
    [412, "PreconditionFailed", "stale-version"],
  ])("%i %s is %s", async (status, code, reason) => {
    expect(await call("PUT", { status, body: coded(code) })).toMatchObject({
      refusal: { kind: "conflict", reason, version: null },
    });
  });
});

describe("the three shapes of an error", () => {
  test.each<[string, ScriptedAnswer, Refusal, boolean]>([
    [
      "envelope",
      { status: 400, body: coded("InvalidPolicy") },
      { kind: "invalid", code: "InvalidPolicy", detail: expect.stringMatching(/ 400 InvalidPolicy: words$/) },
      false,
    ],
    [
      "bare message",
      { status: 405, body: { message: "words" } },
      { kind: "invalid", code: "unsupported", detail: expect.stringMatching(/ 405: words$/) },
      true,
    ],
    [
      "JSON string",
      { status: 400, body: "words" },
      { kind: "invalid", code: null, detail: expect.stringMatching(/ 400: words$/) },
      true,
    ],
    ["nothing", { status: 400 }, { kind: "invalid", code: null, detail: expect.stringMatching(/ 400$/) }, true],
  ])("%s", async (_, answer, refusal, unsupported) => {
    expect(await call("PUT", answer)).toMatchObject({ kind: "refusal", refusal, unsupported });
  });

  test("a text without end is cut", async () => {
    const answer = await call("PUT", { status: 400, body: "x".repeat(10_000) });
    expect(answer.kind === "refusal" && answer.refusal.detail.length).toBeLessThan(600);
  });
});

describe("Retry-After", () => {
  const date = "Fri, 02 Jan 2026 03:04:05 GMT";
  test.each<[string, Record<string, string>, number | null]>([
    ["seconds", { "retry-after": "17" }, 17_000],
    ["a date", { "retry-after": "Fri, 02 Jan 2026 03:05:05 GMT", date }, 60_000],
    ["a date that has passed", { "retry-after": "Fri, 02 Jan 2026 03:00:00 GMT", date }, 0],
    ["a date without the answer's own", { "retry-after": "Thu, 01 Jan 1998 00:00:00 GMT" }, null],
    ["nonsense", { "retry-after": "soon" }, null],
    ["nothing", {}, null],
  ])("%s", async (_, headers, retryAfterMs) => {
    expect(await call("PUT", { status: 429, headers })).toMatchObject({ refusal: { kind: "throttled", retryAfterMs } });
    expect(await call("GET", { status: 503, headers })).toMatchObject({
      refusal: { kind: "unavailable", retryAfterMs },
    });
  });
});

describe("successes", () => {
  test("carry the body", async () => {
    expect(await call("PUT", { status: 201, body: { a: 1 } })).toEqual({
      kind: "answer",
      status: 201,
      body: { a: 1 },
    });
  });

  test("of a write without a body took effect", async () => {
    expect(await call("PUT", { status: 200 })).toEqual({ kind: "answer", status: 200, body: undefined });
  });

  test.each(["{", "[]", "<html>"])("of a write with the body %s leave the outcome to a read", async (text) => {
    expect(await call("PUT", { status: 200, text })).toMatchObject({ refusal: { kind: "unknown" } });
  });

  test("of a read that can't be read are unavailable", async () => {
    expect(await call("GET", { status: 200, text: "{" })).toMatchObject({ refusal: { kind: "unavailable" } });
  });

  test("202 to a write does not say how it ended", async () => {
    expect(await call("PUT", { status: 202 })).toMatchObject({ refusal: { kind: "unknown" } });
  });
});
