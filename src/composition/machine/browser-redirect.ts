import { once } from "node:events";
import { createServer } from "node:http";
import { Fault } from "../../../packages/base/fault.ts";
import type { BrowserRedirect } from "../../cli/cli-context.ts";

const path = "/signed-in";

/**
 * Listens on this machine for the browser that an issuer sends back (RFC 8252, section 7.3), at a port that is free.
 * What comes without the state is somebody else's, and not found. It listens until the browser came, the time is over
 * or the signal aborts.
 */
export async function browserRedirect(
  state: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<BrowserRedirect> {
  const { promise: arrived, resolve } = Promise.withResolvers<URL | null>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", origin);
    const isOurs = request.method === "GET" && url?.pathname === path && url.searchParams.get("state") === state;
    response.writeHead(isOurs ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end(isOurs ? "You can close this page and go back to the terminal.\n" : "There is nothing here.\n");
    if (isOurs) response.once("close", () => resolve(url));
  });
  const giveUp = () => resolve(null);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Fault("service-not-listening", "no port is free");
  const origin = `http://127.0.0.1:${address.port}`;
  const timer = setTimeout(giveUp, milliseconds);
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  void arrived.then(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    server.close();
    server.closeAllConnections();
  });
  return { address: `${origin}${path}`, arrived, close: giveUp };
}
