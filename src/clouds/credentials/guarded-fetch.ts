import type { Fetch } from "../../base/fetch.ts";
import type { AddressGuard } from "./address-guard.ts";
import type { Machine } from "./machine.ts";

interface GuardedOptions {
  readonly guard: AddressGuard;
  readonly network: Fetch;
  readonly machine?: Pick<Machine, "pinnedTo"> | undefined;
}

/** The network behind a guard: connects to no other address than the one that was looked at. Throws Withheld. */
export function guardedFetch({ guard, network, machine }: GuardedOptions): Fetch {
  return async (request) => {
    const addresses = await guard.check(new URL(request.url));
    const send = addresses === null || machine === undefined ? network : machine.pinnedTo(addresses);
    return send(request);
  };
}
