import { Agent, type ClientRequest, type IncomingMessage, request as plain } from "node:http";
import { Agent as SecureAgent, request as secure } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import type { Fetch } from "../../base/fetch.ts";

/** As long as the platform's own fetch waits for a connection. */
const connectMs = 10_000;

/** Kept apart from all others: who takes a connection from here knows that its address was checked. */
const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/** Statuses whose answers have no body (Fetch standard, null body status). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Encodings of answers (RFC 9110, section 8.4.1) that are decoded. */
const decompressors: ReadonlyMap<string, "gzip" | "deflate"> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
]);
const mostDecodedBytes = 64 * 1024 * 1024;

/**
 * A network that connects to these addresses only, whatever the name in a request's URL has come to mean; the name is
 * still what the other side has to prove by its certificate. Follows no redirects. Failures look like those of `fetch`.
 */
export function pinnedTo(addresses: readonly string[]): Fetch {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, { all }, callback) => {
    const [first] = known;
    if (all === true || first === undefined) callback(null, known);
    else callback(null, first.address, first.family);
  };
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
      lookup,
      signal: request.signal,
    };
    const sent = isSecure
      ? secure(request.url, { ...options, agent: agents.secure })
      : plain(request.url, { ...options, agent: agents.plain });
    giveUpConnecting(sent, isSecure ? "secureConnect" : "connect");
    sent.once("response", resolve);
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
  return new Response(decoded(body, headers), { status, statusText, headers });
}

/** The body as it was before it was compressed, which some gateways do unasked; the headers say so no more then. */
function decoded(body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Headers): ReadableStream<Uint8Array> {
  const format = decompressors.get(headers.get("content-encoding")?.toLowerCase() ?? "");
  if (format === undefined) return body;
  headers.delete("content-encoding");
  headers.delete("content-length");
  let length = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      length += chunk.byteLength;
      if (length > mostDecodedBytes) throw new TypeError("the answer unfolds to more than 64 MiB");
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(new DecompressionStream(format)).pipeThrough(bounded);
}
