import { createServer, type RequestListener, type Server } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { ownNetwork } from "./own-network.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const asked = (url: string) => ({ method: "GET", url, headers: {}, body: "" });

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
}

describe("the way out to the vendors' public addresses", () => {
  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("decodes %s", async (encoding, encode) => {
    const url = await serving((_, outgoing) => {
      outgoing.writeHead(200, { "content-encoding": encoding });
      outgoing.end(encode(JSON.stringify({ said: "grün" })));
    });
    expect(JSON.parse((await ownNetwork(asked(url))).body)).toEqual({ said: "grün" });
  });

  test("gives up an answer that unfolds to more than any vendor sends", async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    const url = await serving((_, outgoing) => outgoing.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    await expect(ownNetwork(asked(url))).rejects.toThrow("64 MiB");
  });

  test("hands an answer without a body on", async () => {
    const url = await serving((_, outgoing) => outgoing.writeHead(204).end());
    expect(await ownNetwork(asked(url))).toMatchObject({ status: 204, body: "" });
  });
});
