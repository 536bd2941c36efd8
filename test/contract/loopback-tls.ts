import { createServer, type Server } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { straightExchange } from "../../src/providers/transport/straight-exchange.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import type { Transport } from "./transport.ts";

/** TCP on this machine's loopback address, with TLS under a certificate that at most this thread trusts. */
export class LoopbackTls implements Transport {
  readonly name = "over loopback TCP with TLS";
  readonly origin: string;
  readonly #server: Server;
  readonly #freePort: number;
  /** The others in this thread are not to trust what we did. */
  readonly #trustedBefore: readonly string[];
  #answer: Exchange | undefined;

  private constructor(server: Server, freePort: number, trustedBefore: readonly string[]) {
    this.#trustedBefore = trustedBefore;
    this.#server = server;
    this.#freePort = freePort;
    this.origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** `trusted`: whether this thread takes the certificate for sound. */
  static async open(trusted = true): Promise<LoopbackTls> {
    const { key, certificate } = selfSignedCertificate();
    const trustedBefore = getCACertificates("default");
    if (trusted) setDefaultCACertificates([...trustedBefore, certificate]);
    const server = createServer({ key, cert: certificate });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const transport = new LoopbackTls(server, await portThatIsFree(), trustedBefore);
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
    return straightExchange;
  }

  readonly refused: Exchange = async (request) => {
    const url = new URL(request.url);
    url.port = String(this.#freePort);
    return straightExchange({ ...request, url: url.href });
  };

  async close(): Promise<void> {
    setDefaultCACertificates(this.#trustedBefore);
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
