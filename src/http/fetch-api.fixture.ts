/** For tests: the API as a `fetch`, over the same way in as the listener has. */
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Calls } from "../contract/call.ts";
import { type CallsOptions, openCalls } from "../service/calls/open-calls.ts";
import { allHandlers } from "../service/handlers/all-handlers.ts";
import { type Application, application } from "./application.ts";
import type { HttpResponse } from "./http-message.ts";
import { earlierDescription } from "./openapi/earlier-description.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";
import { schemaOfInputs } from "./openapi/schemas-of-types.ts";

export type ApiOptions = Omit<CallsOptions, "handlers" | "description"> & { readonly bodyLimit?: number | undefined };

/** Operations over a deployment, as a `fetch`. */
export function apiFetch(options: ApiOptions): Fetch {
  return fetchOf(testApplication(testCalls(options), options));
}

/** Operations over a deployment. */
export function testCalls(options: ApiOptions): Calls {
  const { catalog } = options.deployment;
  return openCalls({
    ...options,
    handlers: allHandlers,
    description: {
      current: async () => openApiDocument(catalog),
      earlier: async () => earlierDescription(JSON.parse(JSON.stringify(openApiDocument(catalog)))),
      inputsOf: async (type) => schemaOfInputs(type, catalog),
    },
  });
}

/** The same behind HTTP. */
export function testApplication(calls: Calls, { deployment, access, observer, bodyLimit }: ApiOptions): Application {
  const { clock, ids } = deployment;
  return application({ calls, clock, ids: access === null ? null : ids, observer, bodyLimit });
}

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

/** The other way round. */
export function httpResponse({ status, headers, body }: Response): HttpResponse {
  return { status, headers: Object.fromEntries(headers), body: body === null ? null : { bytes: body } };
}

function bodyOf({ body }: HttpResponse): string | ReadableStream<Uint8Array> | null {
  if (body === null) return null;
  if ("bytes" in body) return body.bytes;
  return "text" in body ? body.text : JSON.stringify(body.document);
}

/** An application that a `fetch` answers for, to listen with. */
export function applicationOf(fetch: Fetch): Application {
  return async ({ method, target, headers, body, signal }) => {
    const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const sent = body === null ? {} : { body: ReadableStream.from(body), duplex: "half" as const };
    return httpResponse(await fetch(new Request(`http://test${target}`, { method, headers: given, signal, ...sent })));
  };
}
