import type { Fetch } from "../../base/fetch.ts";
import { failureAt } from "./library-fetch.ts";

interface Fields extends Iterable<[string, string]> {
  get(name: string): string | undefined;
  has(name: string): boolean;
  set(name: string, value: string | number | boolean): void;
  delete(name: string): void;
  toJSON(): Record<string, string>;
}

/** As far as Azure's library shows what is to be sent. */
interface PipedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: { toJSON(): Record<string, string> };
  readonly body?: unknown;
  /** Milliseconds; 0: none. */
  readonly timeout: number;
  /** Left out: https only. */
  readonly allowInsecureConnection?: boolean | undefined;
  readonly abortSignal?: object | undefined;
}

/**
 * By which Azure's library sends what it sends: a network of ours. The way in which its policies are given is none for all of its
 * credentials, a managed identity has its own. Source: the library's `HttpClient`.
 */
export function azureTransport(network: Fetch) {
  return {
    async sendRequest<Request extends PipedRequest>(request: Request) {
      const { url, method, body, timeout } = request;
      if (new URL(url).protocol !== "https:" && request.allowInsecureConnection !== true)
        throw new Error(`${new URL(url).origin} is not asked: a sign-in goes over https only`);
      const headers = request.headers.toJSON();
      const sent = new globalThis.Request(url, {
        ...{ method, headers, redirect: "manual", signal: signalOf(request.abortSignal, timeout) },
        ...(typeof body === "string" ? { body } : {}),
      });
      try {
        const response = await network(sent);
        const { status } = response;
        return { request, status, headers: fieldsOf(response.headers), bodyAsText: await response.text() };
      } catch (cause) {
        throw failureAt(sent.url, cause);
      }
    },
  };
}

function signalOf(given: object | undefined, timeout: number): AbortSignal {
  const signals = given instanceof AbortSignal ? [given] : [];
  return AbortSignal.any(timeout > 0 ? [...signals, AbortSignal.timeout(timeout)] : signals);
}

function fieldsOf(headers: Headers): Fields {
  return {
    get: (name) => headers.get(name) ?? undefined,
    has: (name) => headers.has(name),
    set: (name, value) => headers.set(name, String(value)),
    delete: (name) => headers.delete(name),
    toJSON: () => Object.fromEntries(headers),
    [Symbol.iterator]: () => headers[Symbol.iterator](),
  };
}
