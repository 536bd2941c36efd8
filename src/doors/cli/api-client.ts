import { Fault } from "../../base/fault.ts";
import { Bug } from "../../base/invariant.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { LightRequest } from "../../base/light-request.ts";
import { LightResponse } from "../../base/light-response.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { CliWorld } from "./cli-world.ts";
import { failureDocument } from "./failure-document.ts";
import { ndjsonValues } from "./ndjson.ts";
import { readOnlyAtServer } from "./read-only-server.ts";
import { unsayableName } from "./unsayable-name.ts";

const baseAddress = "http://plumbline.local";

/** Entries that one request for a list asks for. */
const pageLength = 10_000;

/** How often a request with a key is sent, and how long is waited before it is sent again. */
const mostAttempts = 4;
const patienceMs = 500;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes on when the user asks to stop: what it starts has to be known. */
  readonly isPatient?: boolean;
}

/**
 * The HTTP API as calls. A failed request is a problem document; the type parameter names the document that the
 * route answers with. Throws a Fault `cancelled` once the user asked to stop.
 */
export interface ApiClient {
  get<T>(path: string): Promise<Result<T, ProblemDocument>>;
  /** All entries of a list, page by page. */
  list<T>(path: string, member: string): Promise<Result<readonly T[], ProblemDocument>>;
  post<T>(path: string, body: unknown): Promise<Result<T, ProblemDocument>>;
  /** Puts something in the place of whatever stands; undefined where the route answers without a document. */
  put<T = undefined>(path: string, body: unknown): Promise<Result<T, ProblemDocument>>;
  /** Puts something where nothing stands; `changed-meanwhile` where something does. */
  putNew<T>(path: string, body: unknown): Promise<Result<T, ProblemDocument>>;
  delete(path: string): Promise<Result<undefined, ProblemDocument>>;
  /** A post that is waited for even when the user asks to stop meanwhile. */
  start<T>(path: string, body: unknown): Promise<Result<T, ProblemDocument>>;
  /** Events as they arrive; they go on when the user asks to stop. A SyntaxError where the stream breaks off within one. */
  follow(path: string): Promise<Result<AsyncIterable<unknown>, ProblemDocument>>;
}

/** A client over the world's `fetch`; the application is built on the first call. */
export function apiClient(world: CliWorld, server: string | undefined): ApiClient {
  const mayAsk = readOnlyAtServer(world, server, () => document({ method: "GET", path: "/v1/version" }));

  async function send(call: Call): Promise<Result<Response, ProblemDocument>> {
    // Without a server no address is made of the path.
    const unsayable = server === undefined ? null : unsayableName(call.path);
    if (unsayable !== null) return err(unsayable);
    const withheld = await mayAsk(call.method);
    if (withheld !== null) return err(withheld);
    // A sender over a network can't know whether a request has arrived; without a network no key is needed.
    const key = call.method === "POST" && server !== undefined ? crypto.randomUUID() : null;
    for (let attempt = 1; ; attempt += 1) {
      const sent = await sendOnce(call, key);
      const isWorthIt = key !== null && !sent.ok && isPassing(sent.error) && attempt < mostAttempts;
      if (!isWorthIt || world.signal.aborted) return sent;
      await world.sleep(patienceMs * 2 ** attempt);
    }
  }

  async function sendOnce(call: Call, key: string | null): Promise<Result<Response, ProblemDocument>> {
    const { method, path, body, headers, isPatient = false } = call;
    if (!isPatient) world.signal.throwIfAborted();
    const fetch = await world.api();
    const known = await credentials();
    if (!known.ok) return known;
    const request = new LightRequest(`${baseAddress}${path}`, {
      method,
      ...(isPatient ? {} : { signal: world.signal }),
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === null ? {} : { "idempotency-key": key }),
        ...known.value,
        ...headers,
      },
      ...(body === undefined ? {} : { body: { document: body } }),
    });
    try {
      const response = await fetch(request);
      if (response.ok) return ok(response);
      const document = await failure(response);
      if (response.status !== 401 || server === undefined) return err(document);
      const { notSignedIn } = await import("./login/not-signed-in.ts");
      return err(notSignedIn(document, server, Object.hasOwn(known.value, "authorization")));
    } catch (cause) {
      // Without a server nothing but our own code stands behind the fetch: no network to blame.
      const isCancelled = world.signal.aborted && !isPatient;
      if (isCancelled || server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
      return err(unreachableServer(server, cause));
    }
  }

  /** Asked for anew each time: a token may have to be prolonged between two calls. */
  async function credentials(): Promise<Result<Readonly<Record<string, string>>, ProblemDocument>> {
    if (server === undefined) return ok({});
    const { authorizationFor } = await import("./login/authorization.ts");
    const found = await authorizationFor(server, world);
    if (!found.ok) return found;
    return ok(found.value === null ? {} : { authorization: found.value });
  }

  async function document<T>(call: Call): Promise<Result<T, ProblemDocument>> {
    const response = await send(call);
    if (!response.ok) return response;
    if (response.value.status === 204) return ok(undefined as T);
    const body = await jsonBody(response.value);
    return body === undefined ? err(unexpectedAnswer(response.value.status)) : ok(body as T);
  }

  async function call<T>(asked: Call): Promise<Result<T, ProblemDocument>> {
    return await unlessCancelled(document<T>(asked), world.signal);
  }

  return {
    get: (path) => call({ method: "GET", path }),
    list: async <T>(path: string, member: string) => {
      const entries: T[] = [];
      for (let cursor = ""; ; ) {
        const page = await call<{ readonly [key: string]: unknown }>({
          method: "GET",
          path: `${path}?limit=${pageLength}${cursor}`,
        });
        if (!page.ok) return page;
        entries.push(...((page.value[member] ?? []) as readonly T[]));
        const { nextCursor } = page.value;
        if (typeof nextCursor !== "string") return ok(entries);
        cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
      }
    },
    post: (path, body) => call({ method: "POST", path, body }),
    put: (path, body) => call({ method: "PUT", path, body, headers: { "if-match": "*" } }),
    putNew: (path, body) => call({ method: "PUT", path, body, headers: { "if-none-match": "*" } }),
    delete: (path) => call({ method: "DELETE", path }),
    start: (path, body) => document({ method: "POST", path, body, isPatient: true }),
    follow: async (path) => {
      const headers = { accept: "application/x-ndjson" };
      const response = await send({ method: "GET", path, headers, isPatient: true });
      if (!response.ok) return response;
      const events = documentsIn(response.value);
      return events === null ? err(unexpectedAnswer(response.value.status)) : ok(events);
    },
  };
}

/** The request may have been taken up, or will be when it is sent again: with its key it has one effect. */
function isPassing({ status, code }: ProblemDocument): boolean {
  return [502, 503, 504].includes(status) ? code !== "unexpected-answer" : code === "key-in-use";
}

/** The documents that a body streams; null where there is no body. */
function documentsIn(response: Response): AsyncIterable<unknown> | null {
  const documents = response instanceof LightResponse ? response.documents : undefined;
  return documents ?? (response.body === null ? null : ndjsonValues(response.body));
}

export function cancelledFault(): Fault {
  return new Fault("cancelled", "Cancelled.");
}

/** Gives what the promise gives, or throws `cancelled` as soon as the user asks to stop. */
export async function unlessCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const stop = (): void => cancelled.reject(cancelledFault());
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await unlessThrownByCancel(Promise.race([promise, cancelled.promise]), signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** An abort surfaces as whatever the fetch throws; all of it means `cancelled`. */
async function unlessThrownByCancel<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw signal.aborted ? cancelledFault() : cause;
  }
}

/** Undefined for a body that is no JSON; what breaks a body off is thrown. */
async function jsonBody(response: Response): Promise<Json | undefined> {
  try {
    return (await response.json()) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

async function failure(response: Response): Promise<ProblemDocument> {
  const body = await jsonBody(response);
  if (isJsonObject(body) && typeof body["code"] === "string" && typeof body["detail"] === "string") {
    const document = { type: "about:blank", title: "the request failed", status: response.status, problems: [] };
    return { ...document, ...body } as unknown as ProblemDocument;
  }
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null)
    return redirected(response.status, location);
  // The local cloud's control surface answers with a bare message.
  const { status } = response;
  if (isJsonObject(body) && typeof body["message"] === "string") {
    return failureDocument({ status, code: "local-cloud", title: "the local cloud refused", detail: body["message"] });
  }
  return unexpectedAnswer(status);
}

function unexpectedAnswer(status: number): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "unexpected-answer",
    title: "the answer can't be understood",
    detail: `The answer with HTTP status ${status} is not one of Plumbline's. Check the address given by --server.`,
  });
}

function redirected(status: number, location: string): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "unexpected-answer",
    title: "the server answered with a redirect",
    detail: `The answer with HTTP status ${status} leads to ${location}, which is not followed: your token goes to the address given by --server only. If you trust that address, give it by --server.`,
  });
}

function unreachableServer(server: string, cause: unknown): ProblemDocument {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error && inner.message !== "" ? `: ${inner.message}` : "";
  return failureDocument({
    status: 503,
    code: "server-unreachable",
    title: "the server can't be reached",
    detail: `No answer from ${server}${why}.`,
  });
}
