import type { Clock } from "../base/clock.ts";
import { derived } from "../base/derived.ts";
import type { Fetch } from "../base/fetch.ts";
import { invariant } from "../base/invariant.ts";
import type { JsonObject } from "../base/json.ts";
import { wholeAnswers } from "../clouds/answers/whole-answers.ts";
import { armDriver } from "../clouds/arm/driver/arm-driver.ts";
import { vendorFetch } from "../clouds/credentials/vendor-fetch.ts";
import { databricksDriver } from "../clouds/databricks/driver/databricks-driver.ts";
import { googleDriver } from "../clouds/google/driver/google-driver.ts";
import { paced } from "../clouds/pacing/paced.ts";
import { readable } from "../clouds/pacing/readable.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import type { Driver, ProviderInstance } from "../engine/ports/driver.ts";
import { KeptWhileUsed } from "./kept-while-used.ts";
import type { PartsOptions } from "./parts-options.ts";

/** Where the embedded cloud lives; no name server knows it, only the composed fetch does. */
const localCloudOrigin = "http://cloud.plumbline.local";

export function localDefaults(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.keys(catalog.providers).map((kind) => [kind, { baseUrl: localCloudOrigin }]));
}

/** Origins of the workspaces that the service reaches as it was started: the local cloud's, or the one of its environment. */
export function workspacesAt({
  PLUMB_CLOUD: cloud = "local",
  DATABRICKS_HOST: host = "",
}: PartsOptions["environment"]): readonly string[] {
  if (cloud === "local") return [localCloudOrigin];
  const parsed = URL.parse(/^https?:/.test(host) ? host : `https://${host}`);
  return parsed === null || host === "" ? [] : [parsed.origin];
}

const driverMakers: Readonly<Record<string, (fetch: Fetch) => Driver>> = {
  google: googleDriver,
  azure: armDriver,
  databricks: databricksDriver,
};

/**
 * One paced driver per provider instance: credentials and limits belong to the instance, not to the vendor. An instance that is
 * in use keeps its driver, and with it what it has learned of the platform's limits; of the others the last used are kept.
 */
export function driversOver(
  fetchOf: (provider: ProviderInstance) => Fetch,
  clock: Clock,
): (provider: ProviderInstance) => Driver {
  const drivers = new KeptWhileUsed<Driver>();
  const keyOf = derived((provider: ProviderInstance) => `${provider.kind} ${JSON.stringify(provider.config)}`);
  return (provider) =>
    drivers.get(keyOf(provider), () => {
      const make = driverMakers[provider.kind];
      invariant(make !== undefined, `no driver of kind ${provider.kind}`);
      return readable(paced(wholeAnswers(make(fetchOf(provider)), catalog), { clock, random: Math.random }), clock);
    });
}

/** The fetch of one provider: into the embedded cloud as the principal it names, or out to the vendor with credentials. */
export function authenticatedFetch(
  provider: ProviderInstance,
  local: Fetch,
  { environment, network, machine, clock, version }: PartsOptions,
): Fetch {
  const principal = provider.config["localPrincipal"];
  const localToken = `local:${typeof principal === "string" ? principal : "admin@local.example"}`;
  const vendor = vendorFetch(provider, { environment, network, machine, now: () => clock.now(), version });
  return async (request) => {
    if (!request.url.startsWith(`${localCloudOrigin}/`)) return vendor(request);
    request.headers.set("authorization", `Bearer ${localToken}`);
    return local(request);
  };
}
