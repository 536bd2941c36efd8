import type { Exchange, ExchangeRequest } from "../../../../packages/base/exchange/exchange.ts";
import { readOnlyVariable } from "../../../../packages/base/read-only.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";

/**
 * How the path of a POST ends that changes nothing, by kind of provider. Google: the IAM methods of every API, with a colon, and
 * Compute's, with a slash (discovery documents of IAM v1, Resource Manager v1 and Compute v1). ARM and Databricks have none that
 * a driver needs: `listKeys` and its like hand out secrets, so they are no reads.
 */
const readingPosts: ReadonlyMap<string, RegExp> = new Map([["google", /[:/](testIamPermissions|getIamPolicy)$/]]);

/** Methods that are reads for every vendor (RFC 9110, section 9.2.1). */
const readingMethods: readonly string[] = ["GET", "HEAD"];

/** Headers by which a request says that it means another method than it has. */
const overrides = ["x-http-method-override", "x-http-method", "x-method-override"] as const;

/**
 * An exchange that sends reads and nothing else. It throws NotSent before anything else is done about the request: not even a
 * credential is asked for. Calls for tokens are made below it (decision 0062).
 */
export function readsOnly(kind: string, exchange: Exchange): Exchange {
  return async (request) => {
    if (isRead(kind, request)) return exchange(request);
    const { pathname } = new URL(request.url);
    const detail = `${readOnlyVariable} is set, so ${request.method} ${pathname} was not sent`;
    throw new NotSent({ kind: "invalid", detail, code: "read-only" });
  };
}

function isRead(kind: string, { method, url, headers }: ExchangeRequest): boolean {
  if (overrides.some((name) => headers[name] !== undefined)) return false;
  if (readingMethods.includes(method)) return true;
  return method === "POST" && readingPosts.get(kind)?.test(new URL(url).pathname) === true;
}
