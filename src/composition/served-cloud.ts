import type { Fetch } from "../base/fetch.ts";
import { fullRequest } from "../base/light-request.ts";
import { addressOf } from "../client/address-of.ts";

/** The control surface of a local cloud that is served elsewhere. A redirect is handed back, not followed. */
export function servedCloud(server: string): Fetch {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const address = addressOf(server, pathname, { path: {}, query: [...searchParams] });
    return fetch(new Request(new Request(address, fullRequest(request)), { redirect: "manual" }));
  };
}
