import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Exchange } from "../../base/exchange/exchange.ts";
import { ExchangeFailed } from "../../base/exchange/exchange-failed.ts";
import { Fault } from "../../base/fault.ts";
import { type Serving, serveCloud } from "./serve-cloud.ts";

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

async function serving(
  cloud: Exchange,
  port = 0,
  failed: Parameters<typeof serveCloud>[3] = () => {},
): Promise<Serving & { stop(): void }> {
  const stop = new AbortController();
  stops.push(stop);
  return { ...(await serveCloud(cloud, port, stop.signal, failed)), stop: () => stop.abort() };
}

/** What comes back for a request line that no client would send. */
async function rawRequest(url: string, line: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}

const echo: Exchange = async ({ method, url, headers, body }) => ({
  status: 201,
  headers: { "x-seen": headers["x-sent"] ?? "" },
  body: JSON.stringify({ method, path: new URL(url).pathname, body }),
});

describe("serveCloud", () => {
  test.each([
    ["GET", undefined],
    ["POST", "a body"],
    ["DELETE", ""],
  ])("hands a %s on as it came, and the answer back", async (method, body) => {
    const { url } = await serving(echo);
    const answer = await fetch(`${url}/v1/x`, {
      method,
      headers: { "x-sent": "1" },
      ...(body === undefined ? {} : { body }),
    });
    expect([answer.status, answer.headers.get("x-seen")]).toEqual([201, "1"]);
    expect(await answer.json()).toEqual({ method, path: "/v1/x", body: body ?? "" });
  });

  test("listens on the loopback address alone", async () => {
    expect(new URL((await serving(echo)).url).hostname).toBe("127.0.0.1");
  });

  test("a failing handler is a 500 that says nothing of it, and its cause is told", async () => {
    const failures: unknown[] = [];
    const { url } = await serving(
      async () => {
        throw new Error("internal-detail");
      },
      0,
      (failure) => failures.push(failure),
    );
    const answer = await fetch(url);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toEqual([500, { error: expect.objectContaining({ code: 500 }) }]);
    expect(text).not.toContain("internal-detail");
    expect(failures).toEqual([{ method: "GET", path: "/", cause: new Error("internal-detail") }]);
  });

  test.each(["OPTIONS *", "TRACE /", "GET http://[::/"])(
    "a request that no exchange carries (%s) is a 400",
    async (line) => {
      const causes: unknown[] = [];
      const { url } = await serving(echo, 0, (cause) => causes.push(cause));
      const answer = await rawRequest(url, line);
      expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
      expect(causes).toEqual([]);
    },
  );

  test("what breaks off on one side breaks off on the other", async () => {
    const { url } = await serving(async (request) => {
      const reset = Object.assign(new Error("ECONNRESET"), { code: "ECONNRESET" });
      if (request.url.endsWith("/reset")) throw new ExchangeFailed("sent", reset);
      throw new ExchangeFailed("answered", reset, {
        status: 200,
        headers: { "content-length": "100" },
        body: '{"half":',
      });
    });
    await expect(fetch(`${url}/reset`)).rejects.toThrow(TypeError);
    const half = fetch(`${url}/half`).then((answer) => answer.text());
    await expect(half).rejects.toThrow(TypeError);
  });

  test("ends with its signal", async () => {
    const { url, closed, stop } = await serving(echo);
    stop();
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });

  test("a port that is taken is a fault", async () => {
    const { url } = await serving(echo);
    await expect(serving(echo, Number(new URL(url).port))).rejects.toThrow(Fault);
  });
});
