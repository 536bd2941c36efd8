import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { Fault } from "../../base/fault.ts";
import type { Fetch } from "../../base/fetch.ts";

export interface Serving {
  readonly url: string;
  /** Settles when the server has ended, which `signal` brings about. */
  readonly closed: Promise<void>;
}

/** A request that was answered with 500, and why. */
interface ServingFailure {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly cause: unknown;
}

/**
 * Serves a `fetch` over HTTP on the loopback address. Port 0 takes a free one. `failed` hears why a request was answered with
 * 500. Throws Fault when the port is taken.
 */
export async function serve(
  fetch: Fetch,
  port: number,
  signal: AbortSignal,
  failed: (failure: ServingFailure) => void = () => {},
): Promise<Serving> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = requestOf(incoming);
      if (request === undefined) return refuse(outgoing, 400, "the request can't be read");
      const response = await fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
      outgoing.end();
    } catch (cause) {
      // An answer that breaks off must not look like a whole one, nor a connection that broke like an answer.
      if (outgoing.headersSent || isBrokenExchange(cause)) outgoing.destroy();
      else {
        failed({ method: incoming.method ?? "", path: incoming.url?.split("?")[0] ?? "", cause });
        refuse(outgoing, 500, "the local cloud failed; what it writes to stderr says why");
      }
    }
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(new Fault("local-cloud-failed", `port ${port} can't be served`, { cause })));
    server.listen(port, "127.0.0.1", resolve);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

/** The request as a fetch carries it; undefined for one that none can carry. */
function requestOf(incoming: IncomingMessage): Request | undefined {
  const { method = "GET", url = "/", headers } = incoming;
  const address = `http://${headers.host ?? "127.0.0.1"}${url}`;
  if (!url.startsWith("/") || !URL.canParse(address) || uncarried.test(method)) return undefined;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(address, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
  });
}

/** Methods that a fetch refuses to carry (Fetch Standard, "forbidden method"). */
const uncarried = /^(CONNECT|TRACE|TRACK)$/i;

function refuse(outgoing: ServerResponse, code: number, message: string): void {
  outgoing.writeHead(code, { "content-type": "application/json; charset=utf-8" });
  outgoing.end(JSON.stringify({ error: { code, message } }));
}

/** What `fetch` throws when there was no answer: an error whose cause has a system's or the client's code. */
function isBrokenExchange(cause: unknown): boolean {
  return cause instanceof TypeError && cause.cause instanceof Error && "code" in cause.cause;
}
