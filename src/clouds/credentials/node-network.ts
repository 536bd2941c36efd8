import { type ClientRequest, type Agent as HttpAgent, type IncomingMessage, request as plain } from "node:http";
import { type Agent as HttpsAgent, request as secure } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import type { Fetch } from "../../base/fetch.ts";
import { boundedAnswer } from "./bounded-answer.ts";
import { decodedBody } from "./decoded-body.ts";

/** As long as the platform's own fetch waits for a connection. */
const connectMs = 10_000;

/** Statuses whose answers have no body (Fetch standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What makes the connections. */
export interface Connections {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  /** In place of the machine's name service. */
  readonly lookup?: LookupFunction;
}

/**
 * A network over these connections, for what the platform's own `fetch` can't be told. The name in a request's URL is what the other side
 * has to prove by its certificate. Follows no redirects. Failures look like those of `fetch`.
 */
export function nodeNetwork({ plain: plainAgent, secure: secureAgent, lookup }: Connections): Fetch {
  return async (request) => {
    const body = Buffer.from(await request.arrayBuffer());
    request.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isSecure = new URL(request.url).protocol === "https:";
    const options = {
      method: request.method,
      headers: {
        accept: "*/*",
        ...Object.fromEntries(request.headers),
        ...(body.length > 0 || request.body !== null ? { "content-length": body.length } : {}),
      },
      ...(lookup === undefined ? {} : { lookup }),
      signal: request.signal,
    };
    const sent = isSecure
      ? secure(request.url, { ...options, agent: secureAgent })
      : plain(request.url, { ...options, agent: plainAgent });
    giveUpConnecting(sent, isSecure ? "secureConnect" : "connect");
    sent.once("response", resolve);
    // Until it has a socket, a request does not hear of its signal.
    request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
    sent.on("error", (cause) =>
      reject(request.signal.aborted ? request.signal.reason : new TypeError("fetch failed", { cause })),
    );
    sent.end(body);
    return toResponse(await promise);
  };
}

/** A connection that does not come about in time is given up, and nothing was sent. */
function giveUpConnecting(sent: ClientRequest, stands: "connect" | "secureConnect"): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    const waiting = setTimeout(() => {
      sent.destroy(Object.assign(new Error("no connection in time"), { code: "UND_ERR_CONNECT_TIMEOUT" }));
    }, connectMs);
    for (const end of [stands, "close"]) socket.once(end, () => clearTimeout(waiting));
  });
}

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  if (bodiless.has(status)) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return boundedAnswer(new Response(decodedBody(body, headers), { status, statusText, headers }));
}
