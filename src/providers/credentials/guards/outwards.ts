import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { proxyOf } from "../proxy-of.ts";
import type { Passage } from "../sources/credential-rule.ts";
import type { CredentialSurroundings } from "../sources/find-credential.ts";
import type { VendorAccesses } from "../vendor-accesses.ts";
import type { AddressGuard } from "./address-guard.ts";
import { passageGuard } from "./passage-guard.ts";

export interface OutwardsOptions extends CredentialSurroundings {
  /** The straight way out. */
  readonly network: Exchange;
}

/**
 * How the calls of a passage leave this machine: by the proxy that the environment names for the address, else
 * straight. A vendor's public name is proved by its certificate; any other address is judged by the guard first. Throws
 * NotSent where nothing is to be sent.
 */
export function outwards(
  passage: Exclude<Passage, { kind: "refused" }>,
  options: OutwardsOptions & { readonly accesses: VendorAccesses },
): Exchange {
  const { environment, machine, accesses } = options;
  const guard = passageGuard(passage, { environment, machine });
  // A local cloud is on this machine, to which no proxy leads.
  if (passage.kind === "local") return straightBehind(guard, options);
  const guarded = guardedBy(guard, options);
  const open = routed(options);
  return async (request) => (accesses.isVendorOrigin(new URL(request.url).origin) ? open(request) : guarded(request));
}

/**
 * By proxy or straight, and in both ways behind a guard. Straight it judges each connection; what a proxy connects to
 * it can't see, so there it judges what is written in the address.
 */
export function guardedBy(guard: AddressGuard, options: OutwardsOptions): Exchange {
  const straight = straightBehind(guard, options);
  return async (request) => {
    const url = new URL(request.url);
    const proxied = proxiedWay(url, options);
    if (proxied === null) return straight(request);
    await guard.check(url);
    return proxied(request);
  };
}

/** The same without a guard, for what is judged where it is called. */
export function routed(options: OutwardsOptions): Exchange {
  return async (request) => (proxiedWay(new URL(request.url), options) ?? options.network)(request);
}

function straightBehind(guard: AddressGuard, { network, machine }: OutwardsOptions): Exchange {
  if (machine !== undefined) return machine.guarded((origin) => guard.check(origin));
  return async (request) => {
    await guard.check(new URL(request.url));
    return network(request);
  };
}

/**
 * The way by the proxy that the environment names for the address; null where it names none. Throws NotSent where that
 * proxy can't be used.
 */
function proxiedWay(url: URL, { environment, network, machine }: OutwardsOptions): Exchange | null {
  const route = proxyOf(url, environment);
  if (route.kind === "unusable") throw new NotSent({ kind: "invalid", code: "proxy-unusable", detail: route.why });
  return route.kind === "proxy" ? (machine?.byProxy?.(route.url) ?? network) : null;
}
