import { invariant } from "../../../packages/base/invariant.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Operation } from "../../contract/operation.ts";
import { preferencesFor } from "./preferences.ts";

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: Json;
}

const form = (pattern: string, maxLength: number): JsonSchema => ({ type: "string", pattern, maxLength });
const seconds: JsonSchema = { type: "integer", format: "int32", minimum: 0, maximum: 86_400 };

/** Headers of answers, by the names of their components. */
export const responseHeaders: Readonly<Record<string, Header>> = {
  "Request-Id": {
    description: "By which logs and the audit log know the request: the caller's own, or a new one.",
    schema: form("^[A-Za-z0-9][A-Za-z0-9._-]*$", 64),
    example: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
  },
  Traceparent: {
    description: "W3C trace context of the request.",
    schema: form("^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$", 55),
    example: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
  "Cache-Control": {
    description: "Nothing is to be kept by caches.",
    schema: { type: "string", enum: ["no-store"] },
    example: "no-store",
  },
  RateLimit: {
    description: "How many requests are left, and in how many seconds all of them are again.",
    schema: form('^"default";r=[0-9]+;t=[0-9]+$', 100),
    example: '"default";r=599;t=1',
  },
  "RateLimit-Policy": {
    description: "How many requests a caller may make in how many seconds.",
    schema: form('^"default";q=[0-9]+;w=[0-9]+$', 100),
    example: '"default";q=600;w=60',
  },
  "Access-Control-Allow-Origin": {
    description: "Never sent: no page of another origin may read the answers.",
    schema: { type: "string", pattern: "^https?://", maxLength: 2048 },
    example: "https://console.acme.example",
  },
  ETag: {
    description: "Names this version of the document, for `If-Match` and `If-None-Match`.",
    schema: form('^"[\\x21\\x23-\\x7e]+"$', 200),
    example: '"0000000000000000000000000000002a"',
  },
  Location: {
    description: "Where it is.",
    schema: { type: "string", maxLength: 4096 },
    example: "/v1/projects/portal/stacks/dev/runs/3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
  },
  "Retry-After": { description: "In how many seconds to ask again.", schema: seconds, example: 5 },
  "WWW-Authenticate": {
    description: "What kind of token is asked for (RFC 6750).",
    schema: form("^Bearer .+$", 1000),
    example: 'Bearer realm="plumbline"',
  },
  "Preference-Applied": {
    description: "Which preference was followed.",
    schema: form("^[a-z]+=[a-z0-9]+$", 64),
    example: "return=minimal",
  },
  "Idempotency-Replayed": {
    description: "The answer is that of an earlier request with the same key.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "Accept-Encoding": {
    description: "How bodies may be encoded.",
    schema: { type: "string", enum: ["identity"] },
    example: "identity",
  },
};

/** On every answer. */
export const usualHeaders = [
  "Request-Id",
  "Traceparent",
  "Cache-Control",
  "RateLimit",
  "RateLimit-Policy",
  "Access-Control-Allow-Origin",
];

/** Headers of requests, by their names. */
const requestHeaders: Readonly<Record<string, Header>> = {
  "Request-Id": {
    description: "By which the request is to be known.",
    schema: form("^[A-Za-z0-9][A-Za-z0-9._-]*$", 64),
    example: "deploy-42",
  },
  Traceparent: {
    description: "W3C trace context.",
    schema: form("^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", 200),
    example: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
  "Idempotency-Key": {
    description: "The same request sent again with the same key has one effect, and the same answer, for 24 hours.",
    schema: form("^[\\x21-\\x7e]+$", 255),
    example: "6f1d9a6e-6d0c-4a53-9f0b-2f1a4f8f7b11",
  },
  "If-Match": {
    description: "The ETag that must stand; `*`: whatever stands.",
    schema: form('^(\\*|(W/)?"[^"]*"(, *(W/)?"[^"]*")*)$', 1000),
    example: '"0000000000000000000000000000002a"',
  },
  "If-None-Match": {
    description: "The ETag that is known already: nothing is answered while it stands (304).",
    schema: form('^(\\*|(W/)?"[^"]*"(, *(W/)?"[^"]*")*)$', 1000),
    example: '"0000000000000000000000000000002a"',
  },
  Prefer: {
    description: "What the caller would like (RFC 7240).",
    schema: form("^[a-z0-9=, -]+$", 200),
    example: "return=minimal",
  },
  "Last-Event-ID": {
    description: "Id of the last event that was received.",
    schema: form("^[\\x21-\\x7e]+$", 200),
    example: "2",
  },
};

const ifNothingStands: Header = {
  description: "`*`: nothing may stand yet.",
  schema: { type: "string", enum: ["*"] },
  example: "*",
};

/** A header as an operation takes it. */
export function requestHeader(name: string, operation: Operation): Header {
  const header = name === "If-None-Match" && operation.method !== "GET" ? ifNothingStands : requestHeaders[name];
  invariant(header !== undefined, `there is no header ${name} of a request`);
  return name === "Prefer" ? { ...header, description: preferencesFor(operation).join(" ") } : header;
}

export function headerRefs(names: readonly string[]): Readonly<Record<string, { readonly $ref: string }>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
