import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { type Called, called } from "./api-world.ts";

/** Sends a request with these headers. */
export async function ask(
  fetch: Fetch,
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Called> {
  const headers = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...more };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return called(await fetch(new Request(`http://test${path}`, { method, headers, ...sent })));
}
