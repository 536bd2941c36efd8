import { describe, expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";

const clock = "POST /_local/clock";
const ask = "cloud clock --advance-days 1";
const atServer = `${ask} --server http://cloud.example`;

describe("the control surface of the local cloud", () => {
  test("is asked once, with no token and no key: it keeps neither", async () => {
    const headers: string[] = [];
    const seen = (request: Request) => {
      headers.push(...request.headers.keys());
      return { body: { offsetMs: 86_400_000 } };
    };
    const environment = { PLUMB_TOKEN: "t-1" };
    const { code, requests } = await runFake(atServer, { [clock]: seen }, { environment });
    expect(code).toBe(0);
    expect(requests.map(({ line }) => line)).toEqual([clock]);
    expect(headers).not.toContain("authorization");
    expect(headers).not.toContain("idempotency-key");
  });

  test.each([
    ["a page", 200],
    ["a page that is not found", 404],
  ])("is not taken for what answers with %s", async (_, status) => {
    const { code, stderr } = await runFake(atServer, { [clock]: () => new Response("<html>", { status }) });
    expect(code).toBe(1);
    expect(stderr).toContain("error[unexpected-answer]");
    expect(stderr).toContain(`HTTP status ${status}`);
  });

  test("is told to be missing in the words of a server that has none", async () => {
    const body = { code: "no-such-path", title: "no such path", detail: "there is nothing at /_local/clock" };
    const { code, stderr } = await runFake(atServer, { [clock]: { status: 404, body } });
    expect(code).toBe(2);
    expect(stderr).toContain("error[no-such-path]");
    expect(stderr).toContain("there is nothing at /_local/clock");
  });

  test("that can't be reached is named", async () => {
    const gone = () => {
      throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    };
    const { code, stderr, requests } = await runFake(atServer, { [clock]: gone });
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, " ")).toMatch(
      /^error\[server-unreachable\].* http:\/\/cloud\.example: connect ECONNREFUSED/,
    );
    expect(requests).toHaveLength(1);
  });

  test("is not waited for once the user asks to stop", async () => {
    const stop = new AbortController();
    const never = () => {
      stop.abort();
      return new Promise<never>(() => {});
    };
    expect((await runFake(ask, { [clock]: never }, { signal: stop.signal })).code).toBe(130);
  });

  test("of a server is not changed in the read-only mode", async () => {
    const routes = { "GET /v1/version": { body: { version: "1", readOnly: false } } };
    const { code, requests } = await runFake(atServer, routes, { environment: { PLUMB_READ_ONLY: "1" } });
    expect(code).toBe(4);
    expect(requests.map(({ line }) => line)).toEqual(["GET /v1/version"]);
  });
});
