import { LightResponse } from "../../base/light-response.ts";
import { jsonLines, serverSentEvents } from "../../contract/media.ts";
import { isKnown } from "./conventions/preconditions.ts";
import { bytesOf, documentsOf } from "./event-stream.ts";
import type { Answer, Route, RouteInput } from "./route.ts";
import type { RouteContext } from "./route-context.ts";
import { whileStanding } from "./while-standing.ts";

/** The Response that an answer is: its document in JSON, its ETag and Location, and all of it. */
export function responseTo(
  answer: Answer,
  route: Route,
  { headers: asked, media }: Pick<RouteInput, "headers" | "media">,
  context: RouteContext,
): Response {
  const { status, etag, location } = answer;
  const headers: Record<string, string> = { ...answer.headers };
  if (etag !== undefined) headers["etag"] = `"${etag}"`;
  if (location !== undefined) headers["location"] = location;
  // A caller who polls needs to do so no more often than this.
  if (status === 202) headers["retry-after"] = "1";
  if (etag !== undefined && route.method === "GET" && isKnown(etag, asked))
    return new LightResponse(null, { status: 304, headers });
  if (answer.stream !== undefined) {
    const { clock } = context.deployment;
    const streamed = media === serverSentEvents ? serverSentEvents : jsonLines;
    const stream = { ...answer.stream, events: whileStanding(answer.stream.events, context.signal) };
    const body = {
      documents: documentsOf(stream, () => context.leave()),
      bytes: () =>
        bytesOf(
          stream,
          streamed,
          (ms, signal) => clock.sleep(ms, signal),
          () => context.leave(),
        ),
    };
    return new LightResponse(body, { status, headers: { ...headers, "content-type": streamed } });
  }
  if (answer.text !== undefined)
    return new LightResponse(
      { text: answer.text.content },
      { status, headers: { ...headers, "content-type": answer.text.media } },
    );
  if (answer.document === undefined) return new LightResponse(null, { status, headers });
  return new LightResponse(
    { document: answer.document },
    { status, headers: { ...headers, "content-type": "application/json" } },
  );
}
