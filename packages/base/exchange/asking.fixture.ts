import type { Exchange } from "./exchange.ts";
import type { Fetch } from "./fetch.ts";

/** Asks an exchange as `fetch` is asked, for tests; what the exchange throws stays as it is. */
export function asking(exchange: Exchange): Fetch {
  return async (request) => {
    const { method, url, headers, signal } = request;
    const sent = { method, url, headers: Object.fromEntries(headers), body: await request.text(), signal };
    const { status, headers: fields, body } = await exchange(sent);
    return new Response(body === "" ? null : body, { status, headers: fields });
  };
}
