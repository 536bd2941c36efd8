import { isReadOnly } from "../../packages/base/read-only.ts";
import type { DocumentStore } from "../engine/ports/document-store.ts";
import { passagesBy, refusalsBy } from "../providers/credentials/passages.ts";
import { VendorAccesses } from "../providers/credentials/vendor-accesses.ts";
import { vendorExchange } from "../providers/credentials/vendor-exchange.ts";
import type { Recorder } from "../providers/recording/recorder.ts";
import { driversPerWork } from "../secrets/drivers-per-work.ts";
import type { Deployment } from "../service/use-cases/deployment.ts";
import { EmbeddedAccess } from "./cloud/embedded-access.ts";
import type { EmbeddedCloud } from "./cloud/embedded-cloud.ts";
import { policyOfEnvironment } from "./cloud/environment-policy.ts";
import { servedCloudId } from "./cloud/served-cloud-id.ts";
import type { DeploymentPartsOptions } from "./deployment-parts-options.ts";
import { driversOver } from "./drivers.ts";
import { credentialEnds, providerExaminer, providerRegistrar } from "./provider-examiner.ts";
import { callTimes } from "./service/call-times.ts";
import { callsUnderWay } from "./service/calls-under-way.ts";
import { sharedTurns } from "./shared-turns.ts";
import { shippedProduct } from "./vendors.ts";

/** What a deployment asks of a platform, or knows of the way to it. */
type VendorParts = Pick<
  Deployment,
  "driverOf" | "cloudNow" | "cloudIdOf" | "whyUntrusted" | "examineProvider" | "registerAt" | "credentialEnd"
>;

/** The ways to the vendors, and to the embedded cloud in their place. */
export function vendorConnections(
  options: DeploymentPartsOptions,
  cloud: EmbeddedCloud,
  recorder: Recorder | null,
  documentStore: () => DocumentStore,
): VendorParts {
  const { environment, clock, network, machine, version, retryForMs, notice, pending } = options;
  const { product = shippedProduct, credentials = policyOfEnvironment(environment) } = options;
  const accesses = new VendorAccesses(product.vendors);
  const { inTimeFor, limitMs } = callTimes(clock, retryForMs);
  const local = new EmbeddedAccess(cloud.exchange, (kind) => accesses.of(kind).places.addressFields ?? [], limitMs);
  const vendors = { accesses, environment, network, machine, now: () => clock.now(), version, limitMs };
  const passages = passagesBy(credentials, accesses);
  const whyUntrusted = refusalsBy(credentials, accesses);
  const calls = callsUnderWay();
  const driverOf = driversOver({
    ...{ product, local },
    exchangeOf: (provider, passage) => vendorExchange(provider, passage, vendors),
    passages,
    clock,
    isReadOnly: isReadOnly(environment),
    // Whoever only reads writes nothing to the store either.
    turnsOf: isReadOnly(environment) ? undefined : (name) => sharedTurns(name, documentStore),
    retryForMs,
    inTimeFor,
    notice,
    pending,
    recorder,
    callNow: calls.now,
  });
  return {
    driverOf: driversPerWork((provider, { stack }) => driverOf(provider, stack), product.catalog, calls.during),
    cloudNow: async (provider, stack) =>
      local.isMeantBy(provider) ? cloud.id() : servedCloudId(provider, await passages(provider, stack), vendors),
    cloudIdOf: (provider) => driverOf(provider, null).cloudId(provider),
    whyUntrusted: async (provider, stack) => (local.isMeantBy(provider) ? null : whyUntrusted(provider, stack)),
    examineProvider: providerExaminer({ product, local, passages, vendors }),
    registerAt: providerRegistrar({ product, local, passages, vendors }),
    credentialEnd: credentialEnds({ local, passages, vendors }),
  };
}
