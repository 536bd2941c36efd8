import type { Fetch } from "../../base/fetch.ts";
import { addressGuard } from "./address-guard.ts";
import type { Machine } from "./machine.ts";

interface GuardedOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly network: Fetch;
  readonly machine?: Pick<Machine, "resolve" | "pinnedTo"> | undefined;
}

/** The network, but for private addresses: connects to no other address than the one that was looked at. Throws Withheld. */
export function guardedFetch({ environment, network, machine }: GuardedOptions): Fetch {
  const guard = addressGuard({ environment, ...(machine === undefined ? {} : { resolve: machine.resolve }) });
  return async (request) => {
    const addresses = await guard.check(new URL(request.url));
    const send = addresses === null || machine === undefined ? network : machine.pinnedTo(addresses);
    return send(request);
  };
}
