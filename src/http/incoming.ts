import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { joinedFields } from "../../packages/base/exchange/exchange.ts";
import type { Turns } from "../../packages/base/turns.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";
import { sentJson } from "./sent-json.ts";

/** A request of Node's as plain data. Its signal aborts when the connection ends before the answer does. */
export function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): HttpRequest {
  const { method = "GET", url = "/", headers, socket } = incoming;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return {
    method,
    target: targetIn(url),
    headers: joinedFields(headers),
    address: socket.remoteAddress ?? null,
    body: hasBody ? incoming : null,
    signal: leftBy(outgoing),
  };
}

/** Path and query; a client that takes us for its proxy sends all of its address. */
function targetIn(url: string): string {
  const [, target] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  const sent = target ?? url;
  return sent.startsWith("/") ? sent : `/${sent}`;
}

function leftBy(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) left.abort();
  });
  return left.signal;
}

/** Sends a response, no faster than its reader takes it. An answer that breaks off doesn't look like a whole one. */
export async function send(
  { status, headers, body }: HttpResponse,
  outgoing: ServerResponse,
  turns: Pick<Turns, "next">,
): Promise<void> {
  const sent =
    body === null ? "" : "bytes" in body ? body.bytes : "text" in body ? body.text : sentJson(body.document, turns);
  if (typeof sent !== "string") {
    outgoing.writeHead(status, headers);
    return pour(sent, outgoing);
  }
  const length = body === null ? {} : { "content-length": Buffer.byteLength(sent) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(sent);
}

async function pour(bytes: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = bytes.getReader();
  // The client has gone while its answer was made.
  if (outgoing.destroyed) return reader.cancel();
  outgoing.flushHeaders();
  const left = new AbortController();
  outgoing.once("close", () => {
    left.abort();
    void reader.cancel().catch(() => {});
  });
  // What breaks off while its reader takes nothing is heard of here alone.
  void reader.closed.catch(() => outgoing.destroy());
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!outgoing.write(read.value)) await once(outgoing, "drain", { signal: left.signal });
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
