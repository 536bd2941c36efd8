import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { proxyOf } from "../proxy-of.ts";
import type { CredentialSurroundings } from "../sources/find-credential.ts";
import { type AddressGuard, addressGuard } from "./address-guard.ts";
import { guardedBy, type OutwardsOptions } from "./outwards.ts";

/** Environment variable with the hosts, comma separated, whose addresses may be private; `*` for all. */
const allowance = "PLUMB_ALLOW_PRIVATE_WEBHOOK";

/**
 * Where a webhook may lead: to public addresses, and to those that the operator of the service names. No credential
 * goes along.
 */
export function webhookGuard({ environment, machine }: CredentialSurroundings): AddressGuard {
  const allowed = new Set((environment[allowance] ?? "").split(",").map((host) => bare(host.trim().toLowerCase())));
  return addressGuard({
    allows: (kind, url) => kind === null || allowed.has("*") || allowed.has(bare(url.hostname)),
    remedy: (url) => `set ${allowance}=${url.hostname} if that is meant`,
    resolve: machine?.resolve,
    isProxied: (url) => proxyOf(url, environment).kind === "proxy",
  });
}

/** How webhooks leave this machine: where the guard lets them, and by the proxy that calls to vendors would take. */
export function webhookExchange(options: OutwardsOptions): Exchange {
  return guardedBy(webhookGuard(options), options);
}

/** A host without the brackets of IPv6. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
