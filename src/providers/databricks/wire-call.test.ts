import { expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { wireCall } from "./wire-call.ts";

const provider: ProviderInstance = { ref: "w", kind: "databricks", config: { baseUrl: "https://workspace.test/?o=1" } };

/** An answer whose body breaks off. */
function broken(status: number): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("reset")) });
  return new Response(body, { status });
}

test.each([
  ["GET", 200, "unavailable"],
  ["PATCH", 200, "unknown"],
  ["PATCH", 403, "denied"],
  ["DELETE", 503, "unknown"],
] as const)("%s answered %i whose body breaks off is %s", async (method, status, kind) => {
  expect(
    await wireCall(
      exchangeOver(async () => broken(status)),
      provider,
      { method, path: "api" },
    ),
  ).toMatchObject({ kind });
});

test.each([
  ["GET", "PERMISSION_DENIED", "denied"],
  ["PATCH", "PERMISSION_DENIED", "denied"],
  ["GET", "RESOURCE_DOES_NOT_EXIST", "unavailable"],
  ["PATCH", "NO_SUCH_CODE", "unknown"],
] as const)("%s answered 200 with the error %s is %s", async (method, code, kind) => {
  const fetch = exchangeOver(async () => Response.json({ error_code: code, message: "words" }));
  const answer = await wireCall(fetch, provider, { method, path: "api" });
  expect(answer).toMatchObject({ kind, detail: expect.stringContaining("words") });
});

test.each([
  ["with more beside it", { error_code: "PERMISSION_DENIED", message: "words", request_id: "r-1" }],
  ["in the words of OAuth", { error: "PERMISSION_DENIED", error_description: "words" }],
])("an error %s in a 200 is no answer", async (_, body) => {
  for (const method of ["GET", "DELETE"] as const) {
    const answer = await wireCall(
      exchangeOver(async () => Response.json(body)),
      provider,
      { method, path: "api" },
    );
    expect(answer.kind).not.toBe("answer");
    expect(answer).toMatchObject({ detail: expect.stringContaining("words") });
  }
});

test("a connection refused is proof that a write was not sent", async () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const fetch = exchangeOver(async () => {
    throw new TypeError("fetch failed", { cause });
  });
  expect(await wireCall(fetch, provider, { method: "DELETE", path: "api" })).toMatchObject({ kind: "unavailable" });
});

test("Retry-After arrives with the refusal", async () => {
  const fetch = exchangeOver(async () => new Response("", { status: 429, headers: { "retry-after": "3" } }));
  expect(await wireCall(fetch, provider, { method: "PATCH", path: "api", body: {} })).toMatchObject({
    kind: "throttled",
    retryAfterMs: 3000,
  });
});

test("headers and address: the path of baseUrl does not count, the query is escaped", async () => {
  let seen: Request | undefined;
  const fetch = exchangeOver(async (request) => {
    seen = request;
    return Response.json({});
  });
  await wireCall(fetch, provider, { method: "PATCH", path: "a/b", query: { etag: "+/= &" }, body: { a: 1 } });
  expect(seen?.url).toBe("https://workspace.test/a/b?etag=%2B%2F%3D+%26");
  expect(seen?.headers.get("content-type")).toBe("application/json");
  expect(seen?.headers.get("accept")).toBe("application/json");
});

test("a bug is nobody's answer", async () => {
  const fetch = exchangeOver(async () => {
    throw new Bug("ours");
  });
  await expect(wireCall(fetch, provider, { method: "GET", path: "api" })).rejects.toThrow(Bug);
});
