import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../test/contract/self-signed-certificate.ts";
import { provenUnsent } from "../../base/unsent-failure.ts";
import { pinnedTo } from "./pinned-network.ts";

const servers: Pick<Server, "close" | "closeAllConnections">[] = [];
afterEach(() => {
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

const here = pinnedTo(["127.0.0.1"]);

describe("a pinned network", () => {
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
    const response = await here(new Request(`http://workspace.invalid:${port}/`));
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.json()).toEqual({ said: "grün" });
  });

  test("leaves an answer as it came in an encoding that is not known", async () => {
    const port = await serving((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": "zstd" }).end("as it came"),
    );
    const response = await here(new Request(`http://workspace.invalid:${port}/`));
    expect([response.headers.get("content-encoding"), await response.text()]).toEqual(["zstd", "as it came"]);
  });

  test("gives up an answer that unfolds to more than any vendor sends", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const port = await serving((_, outgoing) => {
      outgoing.writeHead(200, { "content-encoding": "gzip" });
      outgoing.end(bomb);
    });
    const response = await here(new Request(`http://workspace.invalid:${port}/`));
    await expect(response.text()).rejects.toThrow("64 MiB");
  });

  test("goes to its address under the name that was asked for", async () => {
    const port = await serving(async (incoming, outgoing) => {
      const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
      const { host, authorization, "content-length": length } = incoming.headers;
      outgoing.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-seen": `${incoming.method} ${incoming.url}` });
      outgoing.end(JSON.stringify({ host, authorization, length, body }));
    });
    const response = await here(
      new Request(`http://workspace.invalid:${port}/a%20b?c=d`, {
        method: "PATCH",
        body: "grün",
        headers: { authorization: "Bearer t" },
      }),
    );
    expect([response.status, response.headers.get("x-seen")]).toEqual([201, "PATCH /a%20b?c=d"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response.json()).toEqual({
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
    const moved = await here(new Request(`${origin}/moved`));
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "http://elsewhere.invalid/"]);
    const gone = await here(new Request(`${origin}/gone`, { method: "DELETE" }));
    expect([gone.status, gone.body]).toEqual([204, null]);
  });

  test("hands a body on as it comes", async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const port = await serving(async (_, outgoing) => {
      outgoing.write("first");
      await isRead;
      outgoing.end("second");
    });
    const { body } = await here(new Request(`http://workspace.invalid:${port}/`));
    const parts: string[] = [];
    for await (const part of body ?? []) {
      parts.push(new TextDecoder().decode(part));
      read();
    }
    expect(parts).toEqual(["first", "second"]);
  });

  test("gives up when whoever asked does, before the answer and amid its body", async () => {
    const port = await serving((incoming, outgoing) => {
      if (incoming.url === "/half") outgoing.write("half");
    });
    const before = new AbortController();
    const never = here(new Request(`http://workspace.invalid:${port}/`, { signal: before.signal }));
    before.abort(new Error("enough"));
    await expect(never).rejects.toThrow("enough");
    const amid = new AbortController();
    const half = await here(new Request(`http://workspace.invalid:${port}/half`, { signal: amid.signal }));
    const text = half.text();
    amid.abort();
    await expect(text).rejects.toThrow();
  });

  test("a broken exchange is a failed fetch: proven unsent when nobody listens, unproven when the connection broke", async () => {
    const port = await serving((incoming) => incoming.socket.destroy());
    const failure = (of: number) =>
      here(new Request(`http://workspace.invalid:${of}/`, { method: "POST", body: "x" })).catch(
        (cause: unknown) => cause,
      );
    const broken = await failure(port);
    expect(broken).toBeInstanceOf(TypeError);
    expect(provenUnsent(broken)).toBe(false);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(provenUnsent(await failure(port))).toBe(true);
  });

  test("demands a certificate for the name, not for the address", async () => {
    const { key, certificate } = selfSignedCertificate();
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, certificate]);
    const names: string[] = [];
    const named = (name: string, done: (error: Error | null) => void) => {
      names.push(name);
      done(null);
    };
    const secure = createSecureServer({ key, cert: certificate, SNICallback: named }, (_, outgoing) => {
      outgoing.end("{}");
    });
    const port = await listening(secure);
    expect((await here(new Request(`https://localhost:${port}/`))).status).toBe(200);
    const stranger = await here(new Request(`https://workspace.invalid:${port}/`)).catch((cause: unknown) => cause);
    expect(stranger).toMatchObject({ cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } });
    expect(provenUnsent(stranger)).toBe(true);
    expect(names).toEqual(["localhost", "workspace.invalid"]);
    setDefaultCACertificates(before);
  });
});
