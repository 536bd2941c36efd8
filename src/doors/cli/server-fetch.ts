import type { Fetch } from "../../base/fetch.ts";
import { fullRequest } from "../../base/light-request.ts";

/**
 * A server as a fetch: what is addressed to the API's root goes below the server's address, path included. A redirect is handed
 * back, not followed: a token goes to the address that was given, and nowhere else.
 */
export function serverFetch(server: string, network: Fetch): Fetch {
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const address = addressBelow(server, pathname, search);
    return network(new Request(new Request(address, fullRequest(request)), { redirect: "manual" }));
  };
}

/** The path is set, not resolved: one that begins with two slashes would be an address of its own, and name another host. */
function addressBelow(server: string, path: string, search: string): URL {
  const base = new URL(server);
  const url = new URL(base.origin);
  url.pathname = `${base.pathname.replace(/\/+$/, "")}${path}`;
  url.search = search;
  return url;
}
