import { Fault } from "../../base/fault.ts";
import { Bug } from "../../base/invariant.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { ProblemDocument } from "../api/documents.ts";
import type { CliWorld } from "./cli-world.ts";
import { failureDocument } from "./failure-document.ts";

const baseAddress = "http://plumbline.local";

/**
 * The HTTP API as calls. A failed request is a problem document; the type parameter names the document that the
 * route answers with. Throws a Fault `cancelled` once the user asked to stop.
 */
export interface ApiClient {
  get<T>(path: string): Promise<Result<T, ProblemDocument>>;
  post<T>(path: string, body: unknown): Promise<Result<T, ProblemDocument>>;
  /** A change that is answered without a document, as are those of `delete`. */
  put(path: string, body: unknown): Promise<Result<undefined, ProblemDocument>>;
  delete(path: string): Promise<Result<undefined, ProblemDocument>>;
  /** The answer's body as it arrives; cancelling is left to the server, which ends the stream in good order. */
  stream(path: string, body: unknown): Promise<Result<ReadableStream<Uint8Array>, ProblemDocument>>;
}

/** A client over the world's `fetch`; the application is built on the first call. */
export function apiClient(world: CliWorld, server: string | undefined): ApiClient {
  async function send(method: string, path: string, body: unknown): Promise<Result<Response, ProblemDocument>> {
    world.signal.throwIfAborted();
    const fetch = await world.api();
    const request = new Request(`${baseAddress}${path}`, {
      method,
      signal: world.signal,
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    try {
      const response = await fetch(request);
      return response.ok ? ok(response) : err(await failure(response));
    } catch (cause) {
      // Without a server nothing but our own code stands behind the fetch: no network to blame.
      if (world.signal.aborted || server === undefined || cause instanceof Fault || cause instanceof Bug) throw cause;
      return err(unreachableServer(server, cause));
    }
  }

  async function call<T>(method: string, path: string, body: unknown): Promise<Result<T, ProblemDocument>> {
    const answer = send(method, path, body).then(async (response): Promise<Result<T, ProblemDocument>> => {
      if (!response.ok) return response;
      if (response.value.status === 204) return ok(undefined as T);
      const document = await jsonBody(response.value);
      return document === undefined ? err(unexpectedAnswer(response.value.status)) : ok(document as T);
    });
    return await unlessCancelled(answer, world.signal);
  }

  return {
    get: (path) => call("GET", path, undefined),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path) => call("DELETE", path, undefined),
    stream: async (path, body) => {
      const response = await unlessThrownByCancel(send("POST", path, body), world.signal);
      if (!response.ok) return response;
      return response.value.body === null ? err(unexpectedAnswer(response.value.status)) : ok(response.value.body);
    },
  };
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
export async function unlessThrownByCancel<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw signal.aborted ? cancelledFault() : cause;
  }
}

async function jsonBody(response: Response): Promise<Json | undefined> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

async function failure(response: Response): Promise<ProblemDocument> {
  const body = await jsonBody(response);
  if (isJsonObject(body) && typeof body["code"] === "string" && typeof body["detail"] === "string") {
    const document = { type: "about:blank", title: "the request failed", status: response.status, problems: [] };
    return { ...document, ...body } as unknown as ProblemDocument;
  }
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
