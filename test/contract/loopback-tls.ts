import { Agent } from "node:http";
import { createServer, Agent as SecureAgent, type Server } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { keptConnections } from "../../src/providers/transport/kept-connections.ts";
import { nodeExchange } from "../../src/providers/transport/node-exchange.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import type { Transport } from "./transport.ts";

/** TCP on this machine's loopback address, with TLS under a certificate that at most its own calls trust. */
export class LoopbackTls implements Transport {
  readonly name = "over loopback TCP with TLS";
  readonly origin: string;
  readonly #server: Server;
  readonly #freePort: number;
  /** The way out of this machine, with its own connections and what they trust. */
  readonly #exchange: Exchange;
  #answer: Exchange | undefined;

  private constructor(server: Server, freePort: number, exchange: Exchange) {
    this.#server = server;
    this.#freePort = freePort;
    this.#exchange = exchange;
    this.origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `trusted`: whether the calls take the certificate for sound. */
  static async open(trusted = true): Promise<LoopbackTls> {
    const { key, certificate } = selfSignedCertificate();
    const trust = trusted ? { ...keptConnections, ca: certificate } : keptConnections;
    const exchange = nodeExchange({ plain: new Agent(keptConnections), secure: new SecureAgent(trust) });
    const server = createServer({ key, cert: certificate });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const transport = new LoopbackTls(server, await portThatIsFree(), exchange);
    server.on("request", async (incoming, outgoing) => {
      try {
        const body = Buffer.concat(await Array.fromAsync(incoming));
        const response = await transport.#answer?.({
          method: incoming.method ?? "GET",
          url: `${transport.origin}${incoming.url ?? "/"}`,
          headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
          body: body.toString("utf8"),
        });
        outgoing.writeHead(response?.status ?? 503, response?.headers);
        outgoing.end(response?.body);
      } catch {
        // What is lost on its way back leaves a broken connection behind.
        incoming.socket.destroy();
      }
    });
    return transport;
  }

  carry(answer: Exchange): Exchange {
    this.#answer = answer;
    return this.#exchange;
  }

  readonly refused: Exchange = async (request) => {
    const url = new URL(request.url);
    url.port = String(this.#freePort);
    return this.#exchange({ ...request, url: url.href });
  };

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.once("close", resolve));
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** A port at which somebody listened a moment ago, and nobody does any more. */
async function portThatIsFree(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
