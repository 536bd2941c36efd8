import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { failureAt } from "../library-fetch.ts";

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
 * By which Azure's library sends what it sends: a network of ours. The way in which its policies are given is none for
 * all of its credentials, a managed identity has its own. Source: the library's `HttpClient`.
 */
export function azureTransport(network: Exchange) {
  return {
    async sendRequest<Request extends PipedRequest>(request: Request) {
      const { url, method, body, timeout } = request;
      if (new URL(url).protocol !== "https:" && request.allowInsecureConnection !== true)
        throw new Error(`${new URL(url).origin} is not asked: a sign-in goes over https only`);
      const { abortSignal } = request;
      try {
        const response = await network({
          ...{ method, url, headers: inLowerCase(request.headers.toJSON()) },
          ...{ body: typeof body === "string" ? body : "" },
          ...(timeout > 0 ? { timeoutMs: timeout } : {}),
          ...(abortSignal instanceof AbortSignal ? { signal: abortSignal } : {}),
        });
        return { request, status: response.status, headers: fieldsOf(response.headers), bodyAsText: response.body };
      } catch (cause) {
        throw failureAt(url, cause);
      }
    },
  };
}

function inLowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function fieldsOf(headers: Readonly<Record<string, string>>): Fields {
  const fields = new Map(Object.entries(headers));
  return {
    get: (name) => fields.get(name.toLowerCase()),
    has: (name) => fields.has(name.toLowerCase()),
    set: (name, value) => {
      fields.set(name.toLowerCase(), String(value));
    },
    delete: (name) => {
      fields.delete(name.toLowerCase());
    },
    toJSON: () => Object.fromEntries(fields),
    [Symbol.iterator]: () => fields[Symbol.iterator](),
  };
}
