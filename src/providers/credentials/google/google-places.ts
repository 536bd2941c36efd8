import { metadataOrigins } from "../../../../packages/base/exchange/metadata-origins.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import {
  addressFields,
  apiAddress,
  googleApis,
  googleHosts,
  hostOf,
  knownUniverses,
  publicUniverse,
  universeAt,
  universeOf,
} from "../../../../packages/vendor-wire/google/hosts.ts";
import { serviceUsageAddress, serviceUsageHost } from "../../../../packages/vendor-wire/google/service-usage.ts";
import type { Contradiction, Environment, VendorPlaces } from "../vendor-access.ts";

export const googlePlaces: VendorPlaces = {
  publicOrigins: [...Object.values(googleHosts), serviceUsageHost(publicUniverse)],
  // A universe has credentials of its own, and a token does not say which one it is for: only the environment that
  // gives the credentials says that they are for another one.
  usualOrigins: (environment) => {
    const universe = universeIn(environment);
    if (universe === undefined || universe === publicUniverse) return googlePlaces.publicOrigins;
    return [...googleApis.map((api) => hostOf(api, universe)), serviceUsageHost(universe)];
  },
  addresses: (config) => googleApis.map((api) => apiAddress(config, api)),
  addressFields: Object.values(addressFields),
  contradiction: (config, environment) => otherUniverse(config, universeIn(environment)),
  // The IAM methods of every API, with a colon, and Compute's, with a slash (discovery documents of IAM v1, Resource
  // Manager v1 and Compute v1).
  readingPosts: /[:/](testIamPermissions|getIamPolicy)$/,
  registering: (config) => {
    const origin = URL.parse(serviceUsageAddress(config))?.origin;
    if (origin === undefined) return null;
    const universe = universeAt(new URL(origin).hostname);
    return {
      origin,
      isOwn: (each) => universe !== undefined && universeAt(new URL(each).hostname) === universe,
    };
  },
  isSignIn: ({ origin, protocol, hostname }, environment) =>
    metadataOrigins.includes(origin) ||
    (protocol === "https:" && universeAt(hostname, universeIn(environment)) !== undefined),
};

/** The universe that the environment names. */
function universeIn(environment: Environment): string | undefined {
  return environment["GOOGLE_CLOUD_UNIVERSE_DOMAIN"]?.toLowerCase() || undefined;
}

/** `universe`: the one that the environment names; its addresses are of no other, said or not. */
function otherUniverse(config: JsonObject, universe: string | undefined): Contradiction | null {
  const { universeDomain = "" } = config;
  // A value that is not known yet is looked at in the plan.
  if (typeof universeDomain !== "string") return null;
  const named = universeOf(config);
  for (const api of googleApis) {
    const { base, field } = apiAddress(config, api);
    const url = URL.parse(base);
    const led = url === null ? undefined : universeAt(url.hostname, universe);
    if (field === null || url === null || led === undefined || led === named) continue;
    // Without a name the address alone says which of the known ones is meant.
    if (universeDomain === "" && knownUniverses.includes(led)) continue;
    const why =
      `${url.origin} is of the universe \`${led}\`, and \`universeDomain\` says \`${named}\`: ` +
      "leave out the one that is not meant";
    return { field, why };
  }
  return null;
}
