import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { provenUnsent } from "../../../packages/base/exchange/exchange-failed.ts";
import { selfSignedCertificate } from "../../../test/contract/self-signed-certificate.ts";
import { proxiedExchange } from "./proxied-exchange.ts";

const opened: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/**
 * A proxy that does this with each connection; its address, and what resolves once the client has left the first one.
 */
async function proxying(take: (socket: Socket) => void, server: Server = createServer()) {
  const sockets = new Set<Socket>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => leave());
    take(socket);
  });
  opened.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { left, port: typeof address === "object" && address !== null ? address.port : 0 };
}

const request = { method: "PUT", url: "https://vendor.example/", headers: {}, body: "{}" };

describe("a proxy that is stuck", { timeout: 20_000 }, () => {
  test("does not hold a caller that gives up", async () => {
    const asked = new AbortController();
    const { port } = await proxying((socket) => socket.once("data", () => asked.abort(new Error("enough"))));
    const exchange = proxiedExchange(`http://127.0.0.1:${port}`);
    await expect(exchange({ ...request, signal: asked.signal })).rejects.toThrow("enough");
  });

  test.each([
    ["before it answers", (socket: Socket) => void socket.resume()],
    [
      "once it has said that the tunnel stands",
      (socket: Socket) => void socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n")).resume(),
    ],
  ])("is given up %s, with nothing sent, and its connection is closed", async (_, take) => {
    const { port, left } = await proxying(take);
    const exchange = proxiedExchange(`http://127.0.0.1:${port}`, 20);
    const failure: unknown = await exchange(request).catch((cause) => cause);
    expect(failure).toMatchObject({ phase: "connect", cause: { code: "ETIMEDOUT" } });
    expect(provenUnsent(failure)).toBe(true);
    await left;
  });
});

test("a proxy that leaves the connection has sent nothing on", async () => {
  const { port } = await proxying((socket) => socket.once("data", () => socket.end()));
  const failure: unknown = await proxiedExchange(`http://127.0.0.1:${port}`)(request).catch((cause) => cause);
  expect(provenUnsent(failure)).toBe(true);
});

test("a proxy that is spoken to by https has to prove its own name", async () => {
  const { key, certificate } = selfSignedCertificate();
  const server = createSecureServer({ key, cert: certificate });
  const { port } = await proxying(() => {}, server);
  const failure: unknown = await proxiedExchange(`https://127.0.0.1:${port}`)(request).catch((cause) => cause);
  expect(failure).toMatchObject({ cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } });
  expect(provenUnsent(failure)).toBe(true);
});
