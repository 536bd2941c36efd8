/** For tests: the API as a `fetch`, over the same way in as the listener has. */
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Calls } from "../contract/call.ts";
import { allHandlers } from "../service/handlers/all-handlers.ts";
import { type CallsOptions, openCalls } from "../service/requests/open-calls.ts";
import { type Application, application } from "./application.ts";
import { fetchOf } from "./fetch-of.ts";
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

/** The other way round. */
export function httpResponse({ status, headers, body }: Response): HttpResponse {
  return { status, headers: Object.fromEntries(headers), body: body === null ? null : { bytes: body } };
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
