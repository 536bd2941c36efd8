import type { Exchange } from "../../../packages/base/exchange/exchange.ts";

let made: Promise<Exchange> | undefined;

/** The straight way out of this process. Loaded at the first call: most commands make none. */
export const ownNetwork: Exchange = async (request) => {
  made ??= import("../../providers/transport/straight-exchange.ts").then(({ straightExchange }) => straightExchange);
  return (await made)(request);
};
