import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { parsedJson } from "../../packages/base/json/parsed-json.ts";
import { documentCodec } from "../../packages/base/json/plain.ts";
import { apiOperations, type OperationId } from "../contract/api.ts";
import type { Answer, Call, CallSource, Calls } from "../contract/call.ts";
import type { ProblemDocument } from "../contract/documents/problems.ts";
import type { Expected } from "../contract/expected.ts";
import { jsonLines } from "../contract/media.ts";
import type { Operation } from "../contract/operation.ts";
import { refusedOnTheWay } from "../contract/refusals.ts";
import { addressOf } from "./address-of.ts";
import { ndjsonValues } from "./ndjson.ts";
import type { ClientResponse, Send } from "./send.ts";

/** The API of a server. A call is sent once; it throws where no answer comes, and a stream where it breaks off. */
export function servedCalls(server: string, send: Send): Calls {
  return async (call, source) => {
    const operation: Operation = apiOperations[call.operation as OperationId];
    const body = await bodyOf(call);
    const { method } = operation;
    const url = addressOf(server, operation.path, call);
    const headers = headersOf(call, operation, source, body !== null);
    return answerOf(await send({ method, url, headers, body, signal: source.signal }));
  };
}

async function bodyOf({ body }: Call): Promise<string | null> {
  if (body === null) return null;
  if ("document" in body) return JSON.stringify(body.document);
  return (await body.read()).text;
}

function headersOf(
  { expected, idempotencyKey, lastEventId, preferences }: Call,
  { isStream }: Operation,
  { authorization, userAgent, requestId, traceparent }: CallSource,
  hasBody: boolean,
): Readonly<Record<string, string>> {
  const { isMinimal, isAsync, wait } = preferences;
  const wishes = [
    ...(isMinimal ? ["return=minimal"] : []),
    ...(isAsync ? ["respond-async"] : []),
    ...(wait === null ? [] : [`wait=${wait}`]),
  ];
  const given = {
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
    ...(authorization === null ? {} : { authorization }),
    ...(userAgent === null ? {} : { "user-agent": userAgent }),
    ...(requestId === null ? {} : { "request-id": requestId }),
    ...(traceparent === null ? {} : { traceparent }),
    ...(lastEventId === null ? {} : { "last-event-id": lastEventId }),
    ...(wishes.length === 0 ? {} : { prefer: wishes.join(", ") }),
  };
  // One that may send a list or a stream does as its query says; a client takes either.
  const accept = isStream === true ? `application/json, ${jsonLines}` : "application/json";
  return { accept, "accept-encoding": "identity", ...given, ...expectation(expected) };
}

function expectation(expected: Expected | null): Readonly<Record<string, string>> {
  switch (expected?.kind) {
    case "nothing":
      return { "if-none-match": "*" };
    case "something":
      return { "if-match": "*" };
    case "one of":
      return { "if-match": expected.etags.map((each) => `"${each}"`).join(", ") };
    default:
      return {};
  }
}

async function answerOf(response: ClientResponse): Promise<Answer> {
  const { status, headers } = response;
  const { etag, location, "content-type": media = "" } = headers;
  const told = Object.fromEntries(
    Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined),
  );
  if (status < 200 || status >= 300) return { kind: "refused", problem: await problemIn(response), headers: told };
  const common = {
    kind: "answered",
    status,
    ...(etag === undefined ? {} : { etag: etag.replaceAll('"', "") }),
    ...(location === undefined ? {} : { location }),
    headers: told,
  } as const;
  if (media.startsWith(jsonLines)) return { ...common, stream: { events: eventsIn(response.body) } };
  const document = await jsonIn(response);
  if (status === 204) return common;
  if (document === undefined) return { kind: "refused", problem: unexpected(status), headers: told };
  return { ...common, document };
}

async function* eventsIn(body: AsyncIterable<Uint8Array>) {
  for await (const data of ndjsonValues(body)) yield { data: data as object };
}

/** Undefined for a body that is no JSON; what breaks a body off is thrown. */
async function jsonIn({ body }: ClientResponse): Promise<Json | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return parsedJson(text + decoder.decode());
}

const problemDocuments = documentCodec<ProblemDocument>();

async function problemIn(response: ClientResponse): Promise<ProblemDocument> {
  const { status, headers } = response;
  const body = await jsonIn(response);
  if (isJsonObject(body) && typeof body["code"] === "string" && typeof body["detail"] === "string") {
    const document = { type: "about:blank", title: "the request failed", status, problems: [] };
    return problemDocuments.read({ ...document, ...body });
  }
  const { location } = headers;
  return status >= 300 && status < 400 && location !== undefined ? redirected(status, location) : unexpected(status);
}

function unexpected(status: number): ProblemDocument {
  const refused = { 401: "unauthenticated", 403: "forbidden" }[status];
  if (refused !== undefined) {
    const detail =
      `Something on the way answered with HTTP status ${status}, and not with Plumbline's words. ` +
      "Check the address given by --server, and what the proxy before it asks for.";
    return { type: "about:blank", title: refusedOnTheWay, status, detail, code: refused, problems: [] };
  }
  return noAnswer(
    "the answer can't be understood",
    `The answer with HTTP status ${status} is not one of Plumbline's. Check the address given by --server.`,
  );
}

function redirected(status: number, location: string): ProblemDocument {
  return noAnswer(
    "the server answered with a redirect",
    `The answer with HTTP status ${status} leads to ${location}, which is not followed: ` +
      "your token goes to the address given by --server only. If you trust that address, give it by --server.",
  );
}

function noAnswer(title: string, detail: string): ProblemDocument {
  return { type: "about:blank", title, status: 502, detail, code: "unexpected-answer", problems: [] };
}
