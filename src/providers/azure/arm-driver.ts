import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { planeLedTo } from "../../../packages/vendor-wire/azure/management-planes.ts";
import type { Driver } from "../../engine/ports/driver.ts";
import { baseUrlOf } from "./arm-url.ts";
import { lookUpPrivateEndpointConnection } from "./private-endpoint-connection-lookup.ts";
import { invalid, type ResourceDriver } from "./resource-driver.ts";
import { roleAssignmentDriver } from "./role-assignment-driver.ts";
import { serverCollectorDriver } from "./server-collector-driver.ts";

const drivers: Readonly<Record<string, ResourceDriver>> = {
  "authorization:RoleManagementPolicyAssignment": roleAssignmentDriver,
  "migrate:ServerCollector": serverCollectorDriver,
};

const lookups: Readonly<Record<string, typeof lookUpPrivateEndpointConnection>> = {
  "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection": lookUpPrivateEndpointConnection,
};

function driverOf(type: string): ResourceDriver {
  const driver = drivers[type];
  invariant(driver !== undefined, `no ARM driver for ${type}`);
  return driver;
}

/**
 * Driver of the ARM management plane. `exchange` adds the credentials. Configuration of an instance: `subscriptionId`
 * (look-ups), `baseUrl` (default: the public cloud), `namespace` (in ids).
 */
export function armDriver(exchange: Exchange): Driver {
  return {
    kind: "azure",
    // A text that is no URL is refused at the first call; until then it names itself.
    cloudId: (provider) => {
      const base = baseUrlOf(provider);
      const url = URL.parse(base);
      return url === null ? base : (planeLedTo(url) ?? url).origin;
    },
    verify: async () => null,
    read: (target) => driverOf(target.type).read(exchange, target),
    collectionOf: (target) => driverOf(target.type).collectionOf(target),
    list: (target) => driverOf(target.type).list(exchange, target),
    write: (change, signal) => driverOf(change.target.type).write(exchange, change, signal),
    isConditional: (change) => driverOf(change.target.type).isConditional(change),
    poll: async () => invalid("no write of this platform goes on in the background", "unsupported"),
    lookup: async (call) => {
      const lookup = lookups[call.function];
      invariant(lookup !== undefined, `no ARM look-up for ${call.function}`);
      return lookup(exchange, call);
    },
    discover: (question) => driverOf(question.type).discover(exchange, question),
  };
}
