import { describe, expect, test } from "vitest";
import { ExchangeFailed, type ExchangePhase } from "../../../packages/base/exchange/exchange-failed.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { refusalOfFailure } from "../../engine/ports/not-sent.ts";
import { refusalOf } from "./error-meaning.ts";

type Kind = ReturnType<typeof refusalOf>["kind"];

const mapped = (status: number, body: Json | undefined, effect: "read" | "write") =>
  refusalOf({ status, body, retryAfterMs: null }, effect);

describe("by status", () => {
  test.each<[number, Kind, Kind]>([
    [302, "invalid", "unknown"],
    [400, "invalid", "invalid"],
    [401, "denied", "denied"],
    [403, "denied", "denied"],
    [405, "invalid", "invalid"],
    [408, "unavailable", "unknown"],
    [409, "conflict", "conflict"],
    [413, "invalid", "invalid"],
    [429, "throttled", "throttled"],
    [499, "unavailable", "unknown"],
    [500, "unavailable", "unknown"],
    [501, "unavailable", "unknown"],
    [502, "unavailable", "unknown"],
    [503, "unavailable", "unknown"],
    [504, "unavailable", "unknown"],
    [599, "unavailable", "unknown"],
  ])("%i: a read is %s, a write %s", (status, read, write) => {
    for (const body of [undefined, {}, { error_code: "NEVER_HEARD_OF", message: "?" }, "text", null]) {
      expect(mapped(status, body, "read").kind).toBe(read);
      expect(mapped(status, body, "write").kind).toBe(write);
    }
  });
});

test.each<[string, Json | undefined, Kind]>([
  ["a page", undefined, "unknown"],
  ["a document without a code", {}, "unknown"],
  ["text", "text", "unknown"],
  ["a code that says nothing of an object", { error_code: "NEVER_HEARD_OF", message: "?" }, "invalid"],
])("404 with %s is no refusal of a write, unless it has a code", (_, body, write) => {
  expect(mapped(404, body, "read").kind).toBe("invalid");
  expect(mapped(404, body, "write").kind).toBe(write);
});

test("whoever names a time to come back has done nothing", () => {
  const answer = { status: 503, body: undefined, retryAfterMs: 2000 };
  for (const effect of ["read", "write"] as const) {
    expect(refusalOf(answer, effect)).toMatchObject({ kind: "unavailable", retryAfterMs: 2000 });
  }
});

describe("by error_code, which wins", () => {
  test.each<[string | number, Kind, Kind]>([
    ["BAD_REQUEST", "invalid", "invalid"],
    ["INVALID_PARAMETER_VALUE", "invalid", "invalid"],
    ["INVALID_STATE", "invalid", "invalid"],
    ["UNAUTHENTICATED", "denied", "denied"],
    ["PERMISSION_DENIED", "denied", "denied"],
    [401, "denied", "denied"],
    [403, "denied", "denied"],
    ["NOT_FOUND", "absent", "absent"],
    ["RESOURCE_DOES_NOT_EXIST", "absent", "absent"],
    ["RESOURCE_CONFLICT", "conflict", "conflict"],
    ["ABORTED", "conflict", "conflict"],
    ["ALREADY_EXISTS", "conflict", "conflict"],
    ["RESOURCE_ALREADY_EXISTS", "conflict", "conflict"],
    ["TOO_MANY_REQUESTS", "throttled", "throttled"],
    ["RESOURCE_EXHAUSTED", "throttled", "throttled"],
    ["REQUEST_LIMIT_EXCEEDED", "throttled", "throttled"],
    ["CANCELLED", "unavailable", "unknown"],
    ["INTERNAL_ERROR", "unavailable", "unknown"],
    ["UNKNOWN", "unavailable", "unknown"],
    ["DATA_LOSS", "unavailable", "unknown"],
    ["NOT_IMPLEMENTED", "unavailable", "unknown"],
    ["TEMPORARILY_UNAVAILABLE", "unavailable", "unknown"],
    ["DEADLINE_EXCEEDED", "unavailable", "unknown"],
  ])("%s: a read is %s, a write %s", (error_code, read, write) => {
    for (const status of [400, 403, 404, 500, 503]) {
      expect(mapped(status, { error_code, message: "m" }, "read").kind).toBe(read);
      expect(mapped(status, { error_code, message: "m" }, "write").kind).toBe(write);
    }
  });
});

describe("what a refusal carries", () => {
  const fresh = { details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", metadata: { etag: "E2" } }] };

  test("the fresh version", () => {
    const conflict = { kind: "conflict", reason: "stale-version", version: "E2" };
    expect(mapped(409, { error_code: "RESOURCE_CONFLICT", message: "m", ...fresh }, "write")).toMatchObject(conflict);
    expect(mapped(404, { error_code: "NOT_FOUND", message: "m", ...fresh }, "write")).toMatchObject(conflict);
    expect(mapped(404, { error_code: "NOT_FOUND", message: "m", ...fresh }, "read").kind).toBe("absent");
    expect(mapped(409, { error_code: "ALREADY_EXISTS", message: "m" }, "write")).toMatchObject({ reason: "exists" });
  });

  test("details without metadata leave the version open", () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo" }];
    expect(mapped(409, { error_code: "ABORTED", message: "m", details }, "write")).toMatchObject({ version: null });
    expect(mapped(404, { error_code: "NOT_FOUND", message: "m", details }, "write").kind).toBe("absent");
  });

  test("the time to come back", () => {
    for (const status of [429, 503]) {
      expect(refusalOf({ status, body: undefined, retryAfterMs: 7000 }, "write")).toMatchObject({ retryAfterMs: 7000 });
    }
  });

  test("the platform's words and code, shortened", () => {
    expect(mapped(400, { error_code: "INVALID_STATE", message: "m" }, "write")).toEqual({
      kind: "invalid",
      detail: "HTTP 400 INVALID_STATE: m",
      code: "INVALID_STATE",
    });
    expect(mapped(400, { error: "old style" }, "read").detail).toBe("HTTP 400: old style");
    expect(mapped(404, { detail: "of SCIM" }, "read").detail).toBe("HTTP 404: of SCIM");
    expect(mapped(500, "<pre>", "read").detail).toMatch(/^HTTP 500 /);
    expect(mapped(400, { message: "x".repeat(5000) }, "read").detail.length).toBeLessThan(600);
  });
});

describe("no answer", () => {
  const failure = (phase: ExchangePhase, code?: string) =>
    new ExchangeFailed(phase, Object.assign(new Error("socket"), code === undefined ? {} : { code }));

  test.each([
    ["connect", "ECONNREFUSED"],
    ["resolve", "ENOTFOUND"],
    ["tls", "CERT_HAS_EXPIRED"],
  ] as const)("in the phase %s (%s) proves that nothing was sent", (phase, code) => {
    expect(refusalOfFailure(failure(phase, code), false)).toMatchObject({ kind: "unavailable", retryAfterMs: null });
    expect(refusalOfFailure(failure(phase, code), false).detail).toContain(code);
  });

  test.each([failure("sent", "ECONNRESET"), failure("answered"), failure("sent"), new Error("boom"), "thrown text"])(
    "%s leaves a write unknown and a read unavailable",
    (cause) => {
      expect(refusalOfFailure(cause, false).kind).toBe("unknown");
      expect(refusalOfFailure(cause, true).kind).toBe("unavailable");
    },
  );
});
