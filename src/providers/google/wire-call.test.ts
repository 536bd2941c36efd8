import { describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { type Scripted, scripted } from "./driver.fixture.ts";
import { addressOf, type WireRequest, wireCall } from "./wire-call.ts";

const provider = (config: JsonObject = {}) => ({ ref: "google", kind: "google", config });
const get: WireRequest = { method: "GET", api: "iam", path: "v1/x" };
const post: WireRequest = { method: "POST", api: "iam", path: "v1/x", body: {} };

describe("addressOf", () => {
  test.each([
    ["iam", {}, "https://iam.googleapis.com/v1/x"],
    ["connectors", {}, "https://connectors.googleapis.com/v1/x"],
    ["compute", { baseUrl: "" }, "https://compute.googleapis.com/v1/x"],
    ["iam", { baseUrl: "http://127.0.0.1:8787/" }, "http://127.0.0.1:8787/v1/x"],
    ["compute", { baseUrl: "http://proxy.test/google" }, "http://proxy.test/google/v1/x"],
    ["compute", { baseUrl: "http://proxy.test", computeBaseUrl: "http://own.test/" }, "http://own.test/v1/x"],
    ["iam", { computeBaseUrl: "http://own.test/" }, "https://iam.googleapis.com/v1/x"],
    ["iam", { universeDomain: "S3nsapis.fr" }, "https://iam.s3nsapis.fr/v1/x"],
  ] as const)("%s with %j", (api, config, address) => {
    expect(addressOf(provider(config), api, "v1/x")).toBe(address);
  });
});

describe("a success whose body is an error", () => {
  const saying = (error: JsonObject) => exchangeOver(async () => Response.json({ error }));
  test.each([
    ["a backend's", { code: 503, message: "backend", status: "UNAVAILABLE" }, "unavailable", "unknown"],
    ["a right that is missing", { code: 7, message: "denied", status: "PERMISSION_DENIED" }, "denied", "denied"],
    [
      "one that would say that nothing is there",
      { code: 404, message: "no", status: "NOT_FOUND" },
      "unavailable",
      "unknown",
    ],
    ["one without a code", { message: "what" }, "unavailable", "unknown"],
  ] as const)("%s", async (_, error, read, written) => {
    const [one, other] = [
      await wireCall(saying(error), provider(), get),
      await wireCall(saying(error), provider(), post),
    ];
    expect([one.kind, other.kind]).toEqual([read, written]);
    expect(one).toMatchObject({ detail: expect.stringContaining(error.message) });
  });

  test.each([
    ["as a text", { error: "words" }],
    ["with more beside it", { error: { code: 503, message: "words" }, requestId: "r-1" }],
  ])("%s", async (_, body) => {
    const fetch = exchangeOver(async () => Response.json(body));
    expect(await wireCall(fetch, provider(), get)).toMatchObject({
      kind: "unavailable",
      detail: expect.stringContaining("words"),
    });
    expect(await wireCall(fetch, provider(), post)).toMatchObject({ kind: "unknown" });
  });

  test("what an operation ended with is an answer", async () => {
    const body = { name: "projects/p/locations/l/operations/o", done: true, error: { code: 13, message: "inner" } };
    expect(
      await wireCall(
        exchangeOver(async () => Response.json(body)),
        provider(),
        get,
      ),
    ).toEqual({ kind: "answer", body });
  });
});

describe("wireCall", () => {
  test("sends query and body, follows no redirect", async () => {
    const seen: Request[] = [];
    const answer = await wireCall(
      exchangeOver(async (request) => {
        seen.push(request);
        return Response.json({ a: 1 });
      }),
      provider(),
      { ...post, query: { mask: "a,b", none: undefined } },
    );
    expect(answer).toEqual({ kind: "answer", body: { a: 1 } });
    expect(seen[0]?.url).toBe("https://iam.googleapis.com/v1/x?mask=a%2Cb");
    expect(seen[0]?.redirect).toBe("manual");
    expect(seen[0]?.headers.get("content-type")).toBe("application/json");
  });

  test.each<[string, WireRequest, () => Scripted, JsonObject]>([
    ["an empty answer to a write", post, () => new Response(""), { kind: "answer", body: {} }],
    ["an empty answer to a read", get, () => new Response(""), { kind: "unavailable" }],
    ["a page instead of JSON, read", get, () => new Response("<html>"), { kind: "unavailable" }],
    ["a page instead of JSON, write", post, () => new Response("<html>"), { kind: "unknown" }],
    ["a list instead of an object", get, () => Response.json([]), { kind: "unavailable" }],
    ["an error that is no JSON", get, () => new Response("<html>", { status: 404 }), { kind: "invalid" }],
    [
      "Retry-After in seconds",
      post,
      () => new Response("", { status: 429, headers: { "retry-after": "3" } }),
      { kind: "throttled", retryAfterMs: 3000 },
    ],
    [
      "Retry-After as a date, with the answer's own",
      get,
      () => {
        const headers = { date: "Wed, 21 Oct 2026 07:27:30 GMT", "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" };
        return new Response("", { status: 503, headers });
      },
      { kind: "unavailable", retryAfterMs: 30_000 },
    ],
    [
      "Retry-After as a date, without one to count from",
      get,
      () => new Response("", { status: 503, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } }),
      { kind: "unavailable", retryAfterMs: null },
    ],
    ["no answer to a read", get, () => new TypeError("fetch failed"), { kind: "unavailable" }],
    ["no answer to a write", post, () => new TypeError("fetch failed"), { kind: "unknown" }],
  ])("%s", async (_, request, answer, expected) => {
    expect(await wireCall(scripted(answer()).exchange, provider(), request)).toMatchObject(expected);
  });

  test("an answer that breaks off leaves a write unknown", async () => {
    const broken = () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error("reset")) }));
    expect((await wireCall(scripted(broken()).exchange, provider(), post)).kind).toBe("unknown");
    expect((await wireCall(scripted(broken()).exchange, provider(), get)).kind).toBe("unavailable");
  });

  test("a base address that is no URL is refused before anything is sent", async () => {
    const script = scripted();
    expect((await wireCall(script.exchange, provider({ baseUrl: "nowhere" }), get)).kind).toBe("invalid");
    expect(script.requests).toEqual([]);
  });

  test("a bug on our side stays a bug", async () => {
    await expect(wireCall(scripted(new Bug("ours")).exchange, provider(), get)).rejects.toThrow("ours");
  });
});
