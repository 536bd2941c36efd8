import type { Clock } from "../../packages/base/clock.ts";
import type { Answer, Answered } from "../contract/call.ts";
import { jsonLines, serverSentEvents } from "../contract/media.ts";
import { isKnown } from "./etags.ts";
import { bytesOf } from "./event-stream.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";

/** What is sent for an answer: its document in JSON, its ETag and Location, or problem+json (RFC 9457). */
export function responseOf(
  answer: Answer,
  { method, headers: asked }: Pick<HttpRequest, "method" | "headers">,
  media: string,
  clock: Pick<Clock, "sleep">,
): HttpResponse {
  const common = { "cache-control": "no-store", ...answer.headers };
  if (answer.kind === "refused")
    return {
      status: answer.problem.status,
      headers: { ...common, "content-type": "application/problem+json" },
      body: method === "HEAD" ? null : { document: answer.problem },
    };
  const { status, etag, location } = answer;
  const headers = {
    ...common,
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
    ...(location === undefined ? {} : { location }),
  };
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && etag !== undefined && isKnown(etag, asked["if-none-match"]))
    return { status: 304, headers, body: null };
  const sent = bodyOf(answer, media, clock);
  if (sent === null) return { status, headers, body: null };
  return { status, headers: { ...headers, "content-type": sent.media }, body: method === "HEAD" ? null : sent.body };
}

function bodyOf(
  { document, stream, text }: Answered,
  media: string,
  clock: Pick<Clock, "sleep">,
): { readonly media: string; readonly body: NonNullable<HttpResponse["body"]> } | null {
  if (stream !== undefined) {
    const streamed = media === serverSentEvents ? serverSentEvents : jsonLines;
    return { media: streamed, body: { bytes: bytesOf(stream, streamed, (ms, signal) => clock.sleep(ms, signal)) } };
  }
  if (text !== undefined) return { media: text.media, body: { text: text.content } };
  return document === undefined ? null : { media: "application/json", body: { document } };
}
