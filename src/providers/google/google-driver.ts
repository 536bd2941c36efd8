import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import type { Driver } from "../../engine/ports/driver.ts";
import { cloudId } from "./cloud-id.ts";
import { endpointAttachmentDriver } from "./endpoint-attachment-driver.ts";
import { oauthClientDriver } from "./oauth-client-driver.ts";
import { oauthCredentialDriver } from "./oauth-credential-driver.ts";
import { reservationIamDriver } from "./reservation-iam-driver.ts";
import type { ResourceDriver } from "./resource-driver.ts";

const lagging: ReadonlySet<string> = new Set([
  "iam:OAuthClient",
  "iam:OAuthClientCredential",
  "compute:ReservationIamMember",
]);

/** The Google driver: IAM v1, Connectors v1 and Compute v1. `exchange` adds the credentials. */
export function googleDriver(exchange: Exchange): Driver {
  const resources = new Map<string, ResourceDriver>([
    ["iam:OAuthClient", oauthClientDriver(exchange)],
    ["iam:OAuthClientCredential", oauthCredentialDriver(exchange)],
    ["connectors:EndpointAttachment", endpointAttachmentDriver(exchange)],
    ["compute:ReservationIamMember", reservationIamDriver(exchange)],
  ]);
  const driverOf = (type: string): ResourceDriver => {
    const driver = resources.get(type);
    invariant(driver !== undefined, `${type} is no Google resource`);
    return driver;
  };
  return {
    kind: "google",
    cloudId,
    verify: async () => null,
    // Reads of IAM and of policies lag some seconds behind their writes; an operation ends when its effect shows.
    readsLag: (type) => lagging.has(type),
    read: (target) => driverOf(target.type).read(target),
    collectionOf: (target) => driverOf(target.type).collectionOf(target),
    list: (target) => driverOf(target.type).list(target),
    write: (change, signal) => driverOf(change.target.type).write(change, signal),
    isConditional: (change) => driverOf(change.target.type).isConditional?.(change) === true,
    poll: (change, operationName) => driverOf(change.target.type).poll(change, operationName),
    operationOf: async (change) => driverOf(change.target.type).operationOf?.(change) ?? { kind: "none" },
    lookup: async (call) => ({
      kind: "invalid",
      detail: `${call.function} is no function of this provider`,
      code: null,
    }),
    discover: async (question) => ({
      kind: "invalid",
      detail: `the platform decides no default for ${question.field} of ${question.type}`,
      code: null,
    }),
  };
}
