import { type Call, type CallBody, type CallSource, callOf } from "../contract/call.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { BodyLimits, Operation, QueryValue } from "../contract/operation.ts";
import { parametersOf } from "../contract/parameters.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";
import { expectedIn } from "./etags.ts";
import type { HttpRequest } from "./http-message.ts";
import { acceptedMedia, refuseForeignBody } from "./negotiate.ts";
import { preferencesIn } from "./prefer.ts";
import { readText } from "./read-body.ts";
import { readJson } from "./read-json.ts";

/**
 * The call that a request is, and the media type of its answer. `escaped`: what its address has for the names in the
 * operation's path.
 */
export function callIn(
  request: HttpRequest,
  operation: Operation,
  escaped: Readonly<Record<string, string>>,
  usualLimits: BodyLimits,
): { readonly call: Call; readonly media: string } {
  const { headers } = request;
  const call = callOf(operation.operationId, {
    query: queryIn(request.target, operation),
    body: bodyIn(request, operation.body?.limits ?? usualLimits),
    idempotencyKey: headers["idempotency-key"] ?? null,
    preferences: preferencesIn(headers["prefer"]),
    lastEventId: headers["last-event-id"] ?? null,
    wantsBody: request.method !== "HEAD",
  });
  const path = pathIn(escaped);
  if (path === null) return { call: { ...call, path: escaped, flaw: { in: "path", cause: noEscape } }, media: "" };
  try {
    const media = acceptedMedia(operation, headers["accept"]);
    refuseForeignBody(operation, headers);
    return { call: { ...call, path, expected: expectedIn(operation, headers) }, media };
  } catch (cause) {
    return { call: { ...call, path, flaw: { in: "form", cause } }, media: "" };
  }
}

const noEscape = new CallRefusal("bad-request", "the path has an escape that stands for nothing");

/** What stands in the path, without escapes; null where an escape stands for nothing. */
function pathIn(escaped: Readonly<Record<string, string>>): Call["path"] | null {
  try {
    return Object.fromEntries(Object.entries(escaped).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}

/** Where a request comes from. */
export function sourceOf({ headers, address, signal }: HttpRequest): CallSource {
  return {
    authorization: headers["authorization"] ?? null,
    address,
    userAgent: headers["user-agent"] ?? null,
    requestId: headers["request-id"] ?? null,
    traceparent: headers["traceparent"] ?? null,
    signal,
  };
}

/** The values of a query, of the types that the operation declares as far as they are any. */
function queryIn(target: string, operation: Operation): Call["query"] {
  const begin = target.indexOf("?");
  if (begin < 0) return [];
  const parameters = parametersOf(operation);
  return [...new URLSearchParams(target.slice(begin + 1))].map(([name, text]) => {
    const schema = Object.hasOwn(parameters, name) ? parameters[name]?.schema : undefined;
    return [name, typed(text, schema ?? {})];
  });
}

function typed(text: string, { type }: JsonSchema): QueryValue {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  return text;
}

function bodyIn({ headers, body }: HttpRequest, { bytes, values }: BodyLimits): CallBody | null {
  if (body === null) return null;
  return {
    read: async () => {
      const text = await readText(body, Number(headers["content-length"] ?? 0), bytes);
      return { document: text === "" ? undefined : await readJson(text, values), text };
    },
  };
}
