import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Fault } from "../../packages/base/fault.ts";
import type { Turns } from "../../packages/base/turns.ts";
import { refusedFor } from "../service/requests/answers/problem-document.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";
import type { Application } from "./application.ts";
import { FairTurns } from "./fair-turns.ts";
import { requestOf, send } from "./incoming.ts";

export interface Tls {
  /** PEM: the certificate, and those between it and its root. */
  readonly cert: string;
  readonly key: string;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls: Tls | null;
  /** In which the pieces of large answers are made, one in each. */
  readonly pieces: Pick<Turns, "next">;
}

export interface Listener {
  readonly url: string;
  /** Takes no more requests, lets those under way end for so long, then breaks them off. */
  stop(graceMs: number): Promise<void>;
}

/** What one connection may cost: a client that is slow, silent or talks too much is cut off. */
const limits = {
  /** Bytes of a request's line and headers. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  /** A request with its body. */
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  /** How often the two above are looked at. */
  connectionsCheckingInterval: 1_000,
  noDelay: true,
};
const mostConnections = 4_096;
/** How often connections that have become idle are closed while the server stops. */
const sweepMs = 100;
const mostHeaders = 100;

/**
 * Serves the API over HTTP or HTTPS. Addresses of other machines need TLS: tokens travel with every request. Throws
 * Fault("service-not-listening") where the address is refused or taken, or the certificate can't be
 * used (decision 0021).
 */
export async function listen(answer: Application, { host, port, tls, pieces }: ListenOptions): Promise<Listener> {
  if (tls === null && !isLoopback(host)) {
    const detail = `${host} is reached from other machines: that needs TLS (--tls-cert, --tls-key)`;
    throw new Fault("service-not-listening", detail);
  }
  const turns = new FairTurns();
  const handle: RequestListener = async (incoming, outgoing) => {
    await turns.of(callerOf(incoming));
    // Whoever has gone meanwhile is not worked for.
    if (incoming.socket.destroyed) return;
    try {
      await send(await answer(requestOf(incoming, outgoing)), outgoing, pieces);
    } catch {
      outgoing.destroy();
    }
  };
  const server = serverFor(refusingStrangeHosts(handle, pieces), tls);
  server.maxConnections = mostConnections;
  server.maxHeadersCount = mostHeaders;
  server.on("connection", turns.arrived);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "is taken" : "can't be listened on";
      reject(new Fault("service-not-listening", `${host}:${port} ${why}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const shown = host.includes(":") ? `[${host}]` : host;
  return { url: `${tls === null ? "http" : "https"}://${shown}:${taken}`, stop: (graceMs) => stop(server, graceMs) };
}

/** A host as a Host header has it: a name, an IPv4 address or one of IPv6 in brackets, and perhaps a port. */
const hostText = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Answers what is addressed to no host at all before anything is made of its address. */
function refusingStrangeHosts(handle: RequestListener, pieces: Pick<Turns, "next">): RequestListener {
  return (incoming, outgoing) => {
    const { host } = incoming.headers;
    if (host === undefined || (hostText.test(host) && URL.canParse(`http://${host}`)))
      return handle(incoming, outgoing);
    const { problem } = refusedFor(new CallRefusal("bad-request", "the Host header names no host"));
    const headers = { "content-type": "application/problem+json", connection: "close" };
    return send({ status: problem.status, headers, body: { document: problem } }, outgoing, pieces);
  };
}

function serverFor(handle: RequestListener, tls: Tls | null): Server {
  if (tls === null) return createServer(limits, handle);
  try {
    return createTlsServer({ ...limits, ...tls, minVersion: "TLSv1.2" }, handle);
  } catch (cause) {
    throw new Fault("service-not-listening", "the certificate and its key can't be used", { cause });
  }
}

async function stop(server: Server, graceMs: number): Promise<void> {
  // A connection that is kept would be asked on and on: each answer from now on is its last, those under way included.
  server.prependListener("request", (_request, response: ServerResponse) => response.setHeader("connection", "close"));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Who asks, as far as it matters for turns: by the token; without one, by the machine and what is asked for. */
function callerOf({ headers, socket, url }: Pick<IncomingMessage, "headers" | "socket" | "url">): string {
  return headers.authorization ?? `${socket.remoteAddress} ${url}`;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
