import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type ClientRequest, createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ExchangeRequest } from "../../../packages/base/exchange/exchange.ts";
import { provenUnsent } from "../../../packages/base/exchange/exchange-failed.ts";
import { selfSignedCertificate } from "../../../test/contract/self-signed-certificate.ts";
import { trustCertificate } from "../../../test/contract/trusted-certificate.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { guardedExchange } from "./guarded-exchange.ts";
import { keptConnections } from "./kept-connections.ts";

const servers: Pick<Server, "close" | "closeAllConnections">[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
const serving = (answer: RequestListener) => listening(createServer(answer));

const here = guardedExchange(async () => ["127.0.0.1"]);

function asked(url: string, rest: Partial<ExchangeRequest> = {}): ExchangeRequest {
  return { method: "GET", url, headers: {}, body: "", ...rest };
}

/** The next answer to a path, as soon as its head has come; nothing of its body is read yet. */
function answered(path: string): Promise<IncomingMessage> {
  const channel = "http.client.response.finish";
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const note = (message: unknown) => {
    const { request, response } = message as { readonly request: ClientRequest; readonly response: IncomingMessage };
    if (request.path !== path) return;
    unsubscribe(channel, note);
    resolve(response);
  };
  subscribe(channel, note);
  return promise;
}

/** Waits until whoever reads the answer has got some of its body. */
async function readFrom(answer: IncomingMessage): Promise<void> {
  while (!answer.readableDidRead) await new Promise((resolve) => setImmediate(resolve));
}

describe("an exchange over the network", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["gzip, br", (text: string) => brotliCompressSync(gzipSync(text))],
    ["identity, GZIP", gzipSync],
  ])("decodes an answer in %s, though none was asked for", async (encoding, encode) => {
    const port = await serving((_, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      outgoing.end(encode(JSON.stringify({ said: "grün" })));
    });
    const response = await here(asked(`http://workspace.invalid:${port}/`));
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(response.body)).toEqual({ said: "grün" });
  });

  test("leaves an answer as it came in an encoding that is not known", async () => {
    const port = await serving((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": "zstd" }).end("as it came"),
    );
    const response = await here(asked(`http://workspace.invalid:${port}/`));
    expect([response.headers["content-encoding"], response.body]).toEqual(["zstd", "as it came"]);
  });

  test("gives up an answer that unfolds to more than any vendor sends", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const port = await serving((_, outgoing) => {
      outgoing.writeHead(200, { "content-encoding": "gzip" });
      outgoing.end(bomb);
    });
    await expect(here(asked(`http://workspace.invalid:${port}/`))).rejects.toMatchObject({
      phase: "answered",
      message: expect.stringContaining("64 MiB"),
      begun: { status: 200, body: "" },
    });
  });

  test("goes to its address under the name that was asked for", async () => {
    const port = await serving(async (incoming, outgoing) => {
      const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
      const { host, authorization, "content-length": length } = incoming.headers;
      outgoing.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-seen": `${incoming.method} ${incoming.url}` });
      outgoing.end(JSON.stringify({ host, authorization, length, body }));
    });
    const response = await here(
      asked(`http://workspace.invalid:${port}/a%20b?c=d`, {
        method: "PATCH",
        body: "grün",
        headers: { authorization: "Bearer t" },
      }),
    );
    expect([response.status, response.headers["x-seen"]]).toEqual([201, "PATCH /a%20b?c=d"]);
    expect(response.headers["set-cookie"]).toBe("a=1, b=2");
    expect(JSON.parse(response.body)).toEqual({
      host: `workspace.invalid:${port}`,
      authorization: "Bearer t",
      length: "5",
      body: "grün",
    });
  });

  test("hands redirects back, and answers without a body", async () => {
    const port = await serving((incoming, outgoing) => {
      if (incoming.url === "/gone") outgoing.writeHead(204).end();
      else outgoing.writeHead(302, { location: "http://elsewhere.invalid/" }).end();
    });
    const origin = `http://workspace.invalid:${port}`;
    const moved = await here(asked(`${origin}/moved`));
    expect([moved.status, moved.headers["location"]]).toEqual([302, "http://elsewhere.invalid/"]);
    const gone = await here(asked(`${origin}/gone`, { method: "DELETE" }));
    expect([gone.status, gone.body]).toEqual([204, ""]);
  });

  test("gives up when whoever asked does, before the answer and amid its body", async () => {
    const port = await serving((incoming, outgoing) => {
      if (incoming.url === "/half") outgoing.write("half");
    });
    const before = new AbortController();
    const never = here(asked(`http://workspace.invalid:${port}/`, { signal: before.signal }));
    before.abort(new Error("enough"));
    await expect(never).rejects.toThrow("enough");
    const amid = new AbortController();
    const answer = answered("/half");
    const half = here(asked(`http://workspace.invalid:${port}/half`, { signal: amid.signal }));
    half.catch(() => {});
    await readFrom(await answer);
    amid.abort(new Error("enough"));
    await expect(half).rejects.toMatchObject({ message: "enough", begun: { status: 200, body: "half" } });
  });

  test("a broken exchange tells how far it came: proven unsent when nobody listens, unproven when the connection broke", async () => {
    const port = await serving((incoming) => incoming.socket.destroy());
    const failure = (of: number) =>
      here(asked(`http://workspace.invalid:${of}/`, { method: "POST", body: "x" })).catch((cause: unknown) => cause);
    const broken = await failure(port);
    expect(broken).toMatchObject({ phase: "sent" });
    expect(provenUnsent(broken)).toBe(false);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(provenUnsent(await failure(port))).toBe(true);
  });

  test("sends nothing twice where a kept connection turns out to be closed: nobody knows what became of it", async () => {
    let seen = 0;
    const port = await serving((incoming, outgoing) => {
      seen += 1;
      if (seen > 1) incoming.socket.resetAndDestroy();
      else outgoing.end("first");
    });
    const request = asked(`http://workspace.invalid:${port}/`, { method: "POST", body: "x" });
    expect((await here(request)).body).toBe("first");
    const failure = await here(request).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ phase: "sent", begun: null, cause: { code: "ECONNRESET" } });
    expect([provenUnsent(failure), seen]).toEqual([false, 2]);
  });

  test("tells of an answer that breaks off what came of it", async () => {
    const port = await serving((_, outgoing) => {
      outgoing.writeHead(201, { "content-length": "100" }).write("half");
      setImmediate(() => outgoing.destroy());
    });
    const failure = await here(asked(`http://workspace.invalid:${port}/`)).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ phase: "answered", begun: { status: 201, body: "half" } });
  });

  test("gives up an answer that is longer than was wanted, or later", async () => {
    const late = Promise.withResolvers<void>();
    const port = await serving((incoming, outgoing) => {
      if (incoming.url === "/long") outgoing.end("x".repeat(1_000));
      else late.resolve();
    });
    const url = `http://workspace.invalid:${port}`;
    await expect(here(asked(`${url}/long`, { mostBytes: 999 }))).rejects.toMatchObject({
      message: expect.stringContaining(" 999 "),
      begun: { status: 200 },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failure = here(asked(`${url}/late`, { timeoutMs: 20 })).catch((cause: unknown) => cause);
    await late.promise;
    vi.advanceTimersByTime(20);
    expect(await failure).toMatchObject({ phase: "sent", cause: { name: "TimeoutError" } });
  });

  test("closes a connection that nobody uses before the server does", () => {
    expect(keptConnections.timeout).toBeLessThan(createServer().keepAliveTimeout);
  });

  test("demands a certificate for the name, not for the address", async () => {
    const { key, certificate } = selfSignedCertificate();
    const takeBack = trustCertificate(certificate);
    const names: string[] = [];
    const named = (name: string, done: (error: Error | null) => void) => {
      names.push(name);
      done(null);
    };
    const secure = createSecureServer({ key, cert: certificate, SNICallback: named }, (_, outgoing) => {
      outgoing.end("{}");
    });
    const port = await listening(secure);
    expect((await here(asked(`https://localhost:${port}/`))).status).toBe(200);
    const stranger = await here(asked(`https://workspace.invalid:${port}/`)).catch((cause: unknown) => cause);
    expect(stranger).toMatchObject({ phase: "tls", cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } });
    expect(provenUnsent(stranger)).toBe(true);
    expect(names).toEqual(["localhost", "workspace.invalid"]);
    takeBack();
  });
});

describe("a guarded way out", () => {
  test("judges each connection as it is made, and a kept one no more: it leads to what was judged", async () => {
    const port = await serving((_, outgoing) => outgoing.end("{}"));
    const meanings = [["127.0.0.1"], ["10.0.0.9"]];
    const judged: string[] = [];
    const exchange = guardedExchange(async ({ origin }) => {
      judged.push(origin);
      return meanings.shift() ?? [];
    });
    const origin = `http://workspace.invalid:${port}`;
    for (const path of ["a", "b"]) expect((await exchange(asked(`${origin}/${path}`))).status).toBe(200);
    expect(judged).toEqual([origin]);
  });

  test("throws what the judge throws, and connects to nobody", async () => {
    let connections = 0;
    const server = createServer().on("connection", () => {
      connections += 1;
    });
    const port = await listening(server);
    const refusal = new NotSent({ kind: "invalid", code: "private-address", detail: "no" });
    const exchange = guardedExchange(() => Promise.reject(refusal));
    for (const host of ["127.0.0.1", "workspace.invalid"])
      await expect(exchange(asked(`http://${host}:${port}/`))).rejects.toBe(refusal);
    expect(connections).toBe(0);
  });

  test("a name without an address is told as one", async () => {
    const exchange = guardedExchange(async () => null);
    await expect(exchange(asked("http://nobody.invalid/"))).rejects.toMatchObject({ phase: "resolve" });
  });
});
