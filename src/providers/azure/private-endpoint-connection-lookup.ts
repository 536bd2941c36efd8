import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { privateEndpointConnections } from "../../../packages/vendor-wire/azure/resource-types.ts";
import type { LookupCall, LookupOutcome } from "../../engine/ports/driver.ts";
import { notAskedFor } from "../../engine/ports/outcome.ts";
import { isArmObject } from "./arm-object.ts";
import { armUrl, configText } from "./arm-url.ts";
import { invalid, valueOr } from "./resource-driver.ts";
import { wireCall } from "./wire-call.ts";

const argumentNames = ["resourceGroupName", "migrateProjectName", "peConnectionName"];

/** The private endpoint connection of a migration project (specification 2.4). */
export async function lookUpPrivateEndpointConnection(exchange: Exchange, call: LookupCall): Promise<LookupOutcome> {
  const subscriptionId = configText(call.provider, "subscriptionId");
  if (subscriptionId === undefined) return invalid("the provider has no subscriptionId");
  const variables: Record<string, string> = { subscriptionId };
  for (const name of argumentNames) {
    const value = call.arguments[name];
    if (typeof value !== "string" || value === "") return invalid(`the argument ${name} must be given`);
    variables[name] = value;
  }
  const url = armUrl(call, privateEndpointConnections.item, variables);
  const answer = await wireCall(exchange, { method: "GET", url });
  if (answer.kind === "refusal") return answer.refusal;
  const wire = answer.body;
  if (!isArmObject(wire)) return notAskedFor("a connection");
  const eTag = valueOr(wire, "eTag");
  return {
    kind: "done",
    result: {
      // Not on the wire: it is the version that was spoken.
      platformApiVersion: call.apiVersion,
      eTag,
      id: valueOr(wire, "id"),
      name: valueOr(wire, "name"),
      properties: valueOr(wire, "properties"),
      systemData: valueOr(wire, "systemData"),
      type: valueOr(wire, "type"),
    },
    version: typeof eTag === "string" ? eTag : null,
  };
}
