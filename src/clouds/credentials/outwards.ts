import type { Fetch } from "../../base/fetch.ts";
import { Withheld } from "../../engine/ports/withheld.ts";
import type { Passage } from "./credential-rule.ts";
import type { CredentialWorld } from "./find-credential.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { passageGuard } from "./passage-guard.ts";
import { proxyOf } from "./proxy-of.ts";
import { isVendorOrigin } from "./usual-origins.ts";

export interface OutwardsOptions extends CredentialWorld {
  /** The straight way out. */
  readonly network: Fetch;
}

/**
 * How the calls of a passage leave this machine: by the proxy that the environment names for the address, else straight. A vendor's public
 * name is proved by its certificate; any other address is judged by the guard first. Throws Withheld where nothing is to be sent.
 */
export function outwards(
  passage: Exclude<Passage, { kind: "refused" }>,
  { environment, network, machine }: OutwardsOptions,
): Fetch {
  const guard = passageGuard(passage, { environment, machine });
  // A local cloud is on this machine, to which no proxy leads.
  if (passage.kind === "local") return guardedFetch({ guard, network, machine });
  return async (request) => {
    const way = wayTo(new URL(request.url), { environment, network, machine });
    const isProved = isVendorOrigin(new URL(request.url).origin);
    return isProved ? way(request) : guardedFetch({ guard, network: way, machine })(request);
  };
}

/** The same without a guard, for what is judged where it is called. */
export function routed(options: OutwardsOptions): Fetch {
  return async (request) => wayTo(new URL(request.url), options)(request);
}

/** By the proxy that the environment names for the address, else straight. Throws Withheld where that proxy can't be used. */
export function wayTo(url: URL, { environment, network, machine }: OutwardsOptions): Fetch {
  const route = proxyOf(url, environment);
  if (route.kind === "unusable") throw new Withheld({ kind: "invalid", code: "proxy-unusable", detail: route.why });
  return route.kind === "proxy" ? (machine?.byProxy?.(route.url) ?? network) : network;
}
