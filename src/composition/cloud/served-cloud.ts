import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { addressOf } from "../../client/address-of.ts";
import { ownNetwork } from "../machine/own-network.ts";

/** The control surface of a local cloud that is served elsewhere. */
export function servedCloud(server: string): Exchange {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const url = addressOf(server, pathname, { path: {}, query: [...searchParams] });
    return ownNetwork({ ...request, url: String(url) });
  };
}
