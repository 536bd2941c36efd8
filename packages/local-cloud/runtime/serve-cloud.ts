import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  joinedFields,
} from "../../base/exchange/exchange.ts";
import { ExchangeFailed } from "../../base/exchange/exchange-failed.ts";
import { Fault } from "../../base/fault.ts";
import type { LocalFailure } from "./local-cloud.ts";
import type { ServedAnswer } from "./wire-answer.ts";

export interface Serving {
  readonly url: string;
  /** Settles when the server has ended, which `signal` brings about. */
  readonly closed: Promise<void>;
}

/**
 * Serves a local cloud over HTTP on the loopback address. Port 0 takes a free one. `failed` hears why a request was
 * answered with 500 that never came to it. Throws Fault when the port is taken.
 */
export async function serveCloud(
  cloud: Exchange,
  port: number,
  signal: AbortSignal,
  failed: (failure: LocalFailure) => void = () => {},
): Promise<Serving> {
  const closing = new WeakSet<Socket>();
  const server = createServer(async (incoming, outgoing) => {
    // Closed a moment ago, as far as its sender can tell: what it wrote since is not read.
    if (closing.has(incoming.socket)) return incoming.socket.resetAndDestroy();
    try {
      const request = await requestOf(incoming);
      if (request === undefined) return refuse(outgoing, 400, "the request can't be read");
      const answered: ServedAnswer = await cloud(request);
      if (answered.closesIdle === true) closing.add(incoming.socket);
      answer(outgoing, answered);
    } catch (cause) {
      // An answer that breaks off must not look like a whole one, nor a connection that broke like an answer.
      if (cause instanceof ExchangeFailed) breakOff(outgoing, cause.begun);
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

/** The request as plain data; undefined for one that no exchange carries. */
async function requestOf(incoming: IncomingMessage): Promise<ExchangeRequest | undefined> {
  const { method = "GET", url: path = "/", headers } = incoming;
  const url = `http://${headers.host ?? "127.0.0.1"}${path}`;
  if (!path.startsWith("/") || !URL.canParse(url) || uncarried.test(method)) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  return { method, url, headers: joinedFields(headers), body: Buffer.concat(pieces).toString("utf8") };
}

/** Methods that are about a connection and not about what is behind it (RFC 9110, sections 9.3.6 and 9.3.8). */
const uncarried = /^(CONNECT|TRACE|TRACK)$/i;

/** Statuses whose answers have no body, nor a length (RFC 9110, section 8.6). */
const bodiless: ReadonlySet<number> = new Set([204, 304]);

function answer(outgoing: ServerResponse, { status, headers, body }: ExchangeResponse): void {
  const length = bodiless.has(status) ? {} : { "content-length": Buffer.byteLength(body) };
  outgoing.writeHead(status, { ...length, ...headers });
  outgoing.end(body);
}

/** Ends the connection, behind what there is of the answer. */
function breakOff(outgoing: ServerResponse, begun: ExchangeResponse | null): void {
  if (begun === null) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(begun.status, begun.headers);
  if (begun.body === "") outgoing.flushHeaders();
  else outgoing.write(begun.body);
  // What was written leaves within this turn.
  setImmediate(() => outgoing.destroy());
}

function refuse(outgoing: ServerResponse, code: number, message: string): void {
  outgoing.writeHead(code, { "content-type": "application/json; charset=utf-8" });
  outgoing.end(JSON.stringify({ error: { code, message } }));
}
