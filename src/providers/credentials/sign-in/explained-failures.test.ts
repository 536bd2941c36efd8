import { describe, expect, test } from "vitest";
import {
  ExchangeFailed,
  type ExchangePhase,
  provenUnsent,
} from "../../../../packages/base/exchange/exchange-failed.ts";
import { wordsOfFailure } from "../../../../packages/base/exchange/words-of-failure.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { explainedFailures } from "./explained-failures.ts";

const url = "https://iam.googleapis.com/v1/it";
const behindProxy = { HTTPS_PROXY: "http://ada:secret@proxy.example:3128" };
const failed = (fields: object, message = "x", phase: ExchangePhase = "connect") =>
  new ExchangeFailed(phase, Object.assign(new Error(message), fields));

async function thrownBy(cause: unknown, environment: Readonly<Record<string, string>>, signal?: AbortSignal) {
  const exchange = explainedFailures(() => Promise.reject(cause), environment);
  return exchange({ method: "GET", url, headers: {}, body: "", signal }).catch((thrown: unknown) => thrown);
}

describe("a failure of the network says which host, what failed and what to do", () => {
  test.each([
    [{ code: "ERR_PROXY_TUNNEL", statusCode: 407 }, behindProxy, ["407", "HTTPS_PROXY", " password"]],
    [{ code: "ERR_PROXY_TUNNEL", statusCode: 503 }, behindProxy, ["503", " proxy"]],
    [{ code: "ERR_PROXY_TUNNEL" }, behindProxy, ["broke off", "HTTPS_PROXY"]],
    [{ code: "ECONNREFUSED" }, behindProxy, ["ECONNREFUSED", "HTTPS_PROXY"]],
    [{ code: "ETIMEDOUT" }, behindProxy, ["in time", "HTTPS_PROXY"]],
    [{ code: "ECONNREFUSED" }, {}, ["ECONNREFUSED", "network"]],
    [{ code: "ENOTFOUND" }, {}, [" address", "HTTPS_PROXY"]],
    [{ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }, {}, ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NODE_EXTRA_CA_CERTS"]],
    [{ code: "CERT_HAS_EXPIRED" }, {}, ["CERT_HAS_EXPIRED", "clock"]],
    [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, {}, ["ERR_TLS_CERT_ALTNAME_INVALID", "another name"]],
    [{ code: "ECONNRESET" }, {}, ["ECONNRESET", "broke off"]],
  ])("%j", async (fields, environment, words) => {
    const cause = failed(fields);
    const thrown = await thrownBy(cause, environment);
    const told = wordsOfFailure(thrown);
    expect(told).toMatch(
      environment === behindProxy
        ? /^iam.googleapis.com by the proxy http:\/\/proxy.example:3128: /
        : /^iam.googleapis.com: /,
    );
    for (const each of words) expect(told).toContain(each);
    expect(told).not.toContain("secret");
    expect(told).not.toMatch(/\)$/);
    expect(provenUnsent(thrown)).toBe(true);
    expect(provenUnsent(await thrownBy(failed(fields, "x", "sent"), environment))).toBe(false);
  });

  test("one amid an answer stays as it is: its head says more", async () => {
    const cause = new ExchangeFailed("answered", new Error("cut"), { status: 503, headers: {}, body: "" });
    expect(await thrownBy(cause, {})).toBe(cause);
  });

  test("an answer that does not come in time", async () => {
    const signal = AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    expect(wordsOfFailure(await thrownBy(signal.reason, {}, signal))).toMatch(/^iam.googleapis.com: .*in time/);
  });

  test("whoever breaks off himself, and what was withheld, is told as it is", async () => {
    const signal = AbortSignal.abort();
    expect(await thrownBy(signal.reason, {}, signal)).toBe(signal.reason);
    const withheld = new NotSent({ kind: "denied", detail: "no" });
    expect(await thrownBy(withheld, {})).toBe(withheld);
  });
});

test("words of other failures are the innermost ones, with the system's code", () => {
  expect(wordsOfFailure(failed({ code: "ECONNRESET" }, "read"))).toBe("read (ECONNRESET)");
  expect(wordsOfFailure(new ExchangeFailed("connect", new AggregateError([failed({ code: "E1" }, "a E1")])))).toBe(
    "a E1",
  );
  expect(wordsOfFailure("odd")).toBe("odd");
});
