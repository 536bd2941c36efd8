import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";

/**
 * A network in which every name of the world, whatever its scheme and port, is a listener on this machine that can
 * prove to be it: the worst that name services, routes and certificates can come to.
 */
export function everyNameAt(ports: { readonly plain: number; readonly secure: number }): Fetch {
  return async (request) => {
    const { protocol, pathname, search, host } = new URL(request.url);
    const isSecure = protocol === "https:";
    const body = Buffer.from(await request.arrayBuffer());
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const options = {
      host: "127.0.0.1",
      port: isSecure ? ports.secure : ports.plain,
      path: `${pathname}${search}`,
      method: request.method,
      agent: false,
      rejectUnauthorized: false,
      headers: { ...Object.fromEntries(request.headers), host, "content-length": body.length },
    };
    const sent = (isSecure ? secureRequest : plainRequest)(options, async (incoming) => {
      const text = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
      const { location } = incoming.headers;
      const headers = { "content-type": "application/json", ...(location === undefined ? {} : { location }) };
      resolve(new Response(text === "" ? null : text, { status: incoming.statusCode ?? 500, headers }));
    });
    sent.on("error", (cause) => reject(new TypeError("fetch failed", { cause })));
    sent.end(body);
    return promise;
  };
}
