import type { Exchange, ExchangeRequest } from "../../../../packages/base/exchange/exchange.ts";
import { readOnlyVariable } from "../../../../packages/base/read-only.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";

/** Methods that are reads for every vendor (RFC 9110, section 9.2.1). */
const readingMethods: readonly string[] = ["GET", "HEAD"];

/** Headers by which a request says that it means another method than it has. */
const overrides = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

/**
 * An exchange that sends reads and nothing else. It throws NotSent before anything else is done about the request: not
 * even a credential is asked for. Calls for tokens are made below it (decision 0062). `readingPosts`: how the path of a
 * POST ends that changes nothing.
 */
export function readsOnly(exchange: Exchange, readingPosts?: RegExp): Exchange {
  return async (request) => {
    if (isRead(request, readingPosts)) return exchange(request);
    const { pathname } = new URL(request.url);
    const detail = `${readOnlyVariable} is set, so ${request.method} ${pathname} was not sent`;
    throw new NotSent({ kind: "invalid", detail, code: "read-only" });
  };
}

function isRead({ method, url, headers }: ExchangeRequest, readingPosts: RegExp | undefined): boolean {
  if (overrides.some((name) => headers[name] !== undefined)) return false;
  if (readingMethods.includes(method)) return true;
  return method === "POST" && readingPosts?.test(new URL(url).pathname) === true;
}
