import { describe, expect, test } from "vitest";
import { ExchangeFailed, type ExchangePhase } from "../../../packages/base/exchange/exchange-failed.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { readErrorBody } from "../../../packages/vendor-wire/google/error-envelope.ts";
import { refusalOfFailure } from "../../engine/ports/not-sent.ts";
import { refusalOf } from "./error-meaning.ts";

const status = (code: string, details: readonly JsonObject[] = []) => ({
  error: { message: "m", status: code, details },
});
const legacy = (reason: string) => ({ error: { message: "m", errors: [{ message: "m", domain: "global", reason }] } });
const info = (reason: string): JsonObject => ({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason });
const retry: JsonObject = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2.5s" };
const unreadable = undefined;

const conflict = (reason: string) => ({ kind: "conflict", reason });
const throttled = (retryAfterMs: number | null) => ({ kind: "throttled", retryAfterMs });

describe("an error answer", () => {
  test.each([
    [400, status("INVALID_ARGUMENT"), { kind: "invalid", code: "INVALID_ARGUMENT" }, "same"],
    [400, status("OUT_OF_RANGE"), { kind: "invalid", code: "OUT_OF_RANGE" }, "same"],
    [400, status("FAILED_PRECONDITION"), conflict("wrong-state"), "same"],
    [400, legacy("badRequest"), { kind: "invalid", code: "badRequest" }, "same"],
    [400, legacy("resourceNotReady"), conflict("wrong-state"), "same"],
    [400, unreadable, { kind: "invalid", code: null }, "same"],
    [401, status("UNAUTHENTICATED", [info("CREDENTIALS_MISSING")]), { kind: "denied" }, "same"],
    [401, legacy("authError"), { kind: "denied" }, "same"],
    [403, status("PERMISSION_DENIED", [info("IAM_PERMISSION_DENIED")]), { kind: "denied" }, "same"],
    [403, legacy("forbidden"), { kind: "denied" }, "same"],
    [403, unreadable, { kind: "denied" }, "same"],
    [403, legacy("rateLimitExceeded"), throttled(null), "same"],
    [403, legacy("quotaExceeded"), throttled(null), "same"],
    [403, status("PERMISSION_DENIED", [info("RATE_LIMIT_EXCEEDED"), retry]), throttled(2500), "same"],
    [404, status("NOT_FOUND"), { kind: "absent" }, "same"],
    [404, legacy("notFound"), { kind: "absent" }, "same"],
    [409, status("ALREADY_EXISTS"), conflict("exists"), "same"],
    [409, legacy("alreadyExists"), conflict("exists"), "same"],
    [409, status("ABORTED"), conflict("stale-version"), "same"],
    [409, unreadable, conflict("stale-version"), "same"],
    [412, legacy("conditionNotMet"), conflict("stale-version"), "same"],
    [413, unreadable, { kind: "invalid", code: null }, "same"],
    [429, status("RESOURCE_EXHAUSTED", [info("RATE_LIMIT_EXCEEDED"), retry]), throttled(2500), "same"],
    [429, unreadable, throttled(null), "same"],
    [501, status("UNIMPLEMENTED"), { kind: "invalid", code: "UNIMPLEMENTED" }, "same"],
    [503, status("UNAVAILABLE"), { kind: "unavailable" }, "unknown"],
    [503, status("UNAVAILABLE", [retry]), { kind: "unavailable", retryAfterMs: 2500 }, "same"],
    [503, unreadable, { kind: "unavailable" }, "unknown"],
    [302, unreadable, { kind: "invalid", code: null }, "unknown"],
    [404, unreadable, { kind: "invalid", code: null }, "unknown"],
    [404, status("UNIMPLEMENTED"), { kind: "invalid", code: "UNIMPLEMENTED" }, "same"],
    [408, unreadable, { kind: "unavailable" }, "unknown"],
    [499, status("CANCELLED"), { kind: "unavailable" }, "unknown"],
    [500, status("INTERNAL"), { kind: "unavailable" }, "unknown"],
    [502, unreadable, { kind: "unavailable" }, "unknown"],
    [504, status("DEADLINE_EXCEEDED"), { kind: "unavailable" }, "unknown"],
  ])("%i %j", (httpStatus, body, read, write) => {
    const answer = { httpStatus, error: readErrorBody(body), retryAfterMs: null };
    expect(refusalOf(answer, "read")).toMatchObject(read);
    expect(refusalOf(answer, "write")).toMatchObject(write === "same" ? read : { kind: write });
  });

  test("takes the header's time before the body's, and the message as the detail", () => {
    const error = readErrorBody(status("RESOURCE_EXHAUSTED", [retry]));
    expect(refusalOf({ httpStatus: 429, error, retryAfterMs: 7000 }, "write")).toEqual({
      kind: "throttled",
      detail: "m",
      retryAfterMs: 7000,
    });
  });

  test("says the status when the body says nothing", () => {
    const error = readErrorBody("<html>Bad gateway</html>");
    expect(refusalOf({ httpStatus: 404, error, retryAfterMs: null }, "read")).toEqual({
      kind: "invalid",
      detail: expect.stringMatching(/^HTTP 404 /),
      code: null,
    });
  });
});

describe("a call without an answer", () => {
  const failed = (phase: ExchangePhase, code: string) =>
    new ExchangeFailed(phase, Object.assign(new Error(code), { code }));

  test.each([
    ["refused", failed("connect", "ECONNREFUSED"), "unavailable"],
    ["no such host", failed("resolve", "ENOTFOUND"), "unavailable"],
    ["a certificate that nobody vouches for", failed("tls", "SELF_SIGNED_CERT_IN_CHAIN"), "unavailable"],
    ["told by whoever stands between", new Error("no answer", { cause: failed("tls", "x") }), "unavailable"],
    ["reset", failed("sent", "ECONNRESET"), "unknown"],
    ["broken off", failed("answered", "ECONNRESET"), "unknown"],
    ["not of the network", new TypeError("odd"), "unknown"],
    ["no error", "gone", "unknown"],
  ])("%s", (_, cause, write) => {
    expect(refusalOfFailure(cause, false).kind).toBe(write);
    expect(refusalOfFailure(cause, true).kind).toBe("unavailable");
  });
});
