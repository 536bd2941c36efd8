import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Application } from "./application.ts";
import type { HttpResponse } from "./http-message.ts";

/** What an application answers, as `fetch` gives it. */
export function fetchOf(answer: Application): Fetch {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    return responseAs(
      await answer({
        method: request.method,
        target: `${pathname}${search}`,
        headers: Object.fromEntries(request.headers),
        address: null,
        body: request.body,
        signal: request.signal,
      }),
    );
  };
}

/** A response as the platform has it. */
export function responseAs(response: HttpResponse): Response {
  return new Response(bodyOf(response), { status: response.status, headers: response.headers });
}

function bodyOf({ body }: HttpResponse): string | ReadableStream<Uint8Array> | null {
  if (body === null) return null;
  if ("bytes" in body) return body.bytes;
  return "text" in body ? body.text : JSON.stringify(body.document);
}
