import type { Fetch } from "../../base/fetch.ts";
import { Withheld } from "../../engine/ports/withheld.ts";
import type { Passage } from "./credential-rule.ts";
import type { CredentialWorld } from "./find-credential.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { passageGuard } from "./passage-guard.ts";
import { proxyOf } from "./proxy-of.ts";
import { isVendorOrigin } from "./usual-origins.ts";

interface OutwardsOptions extends CredentialWorld {
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
    const url = new URL(request.url);
    const route = proxyOf(url, environment);
    if (route.kind === "unusable") throw new Withheld({ kind: "invalid", code: "proxy-unusable", detail: route.why });
    const way = route.kind === "proxy" ? (machine?.byProxy?.(route.url) ?? network) : network;
    return isVendorOrigin(url.origin) ? way(request) : guardedFetch({ guard, network: way, machine })(request);
  };
}
