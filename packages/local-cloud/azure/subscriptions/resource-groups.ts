import type { JsonObject } from "../../../base/json/json.ts";
import { errorCodes } from "../../../vendor-wire/azure/error-shapes.ts";
import { assessmentProjects, migrateProjects } from "../../../vendor-wire/azure/resource-types.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { armError } from "../arm-reply.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { optionalSeedText, seedText } from "../json-access.ts";

export const groupCollection = "resource-group";

/** `resourceGroup {subscriptionId, name, location?}` */
export function seedResourceGroup(seed: JsonObject, context: EmulatorContext): void {
  const subscriptionId = seedText(seed, "subscriptionId");
  const location = optionalSeedText(seed, "location") ?? "westeurope";
  storeGroup(context, subscriptionId, groupOf(subscriptionId, seedText(seed, "name"), { location }));
}

/** A group as answers show it. `given` holds its location, and tags if it has any. */
export function groupOf(subscriptionId: string, name: string, given: JsonObject): JsonObject {
  return {
    id: `/subscriptions/${subscriptionId}/resourceGroups/${name}`,
    name,
    type: "Microsoft.Resources/resourceGroups",
    ...given,
    properties: { provisioningState: "Succeeded" },
  };
}

export function storeGroup(context: EmulatorContext, subscriptionId: string, group: JsonObject): void {
  context.documents.put(groupCollection, documentKey(subscriptionId, String(group["name"])), group);
}

/** The group that was made; a group in which something was seeded is there without that. */
export function findGroup(context: EmulatorContext, subscriptionId: string, name: string): JsonObject | undefined {
  const stored = context.documents.get(groupCollection, documentKey(subscriptionId, name));
  if (stored !== undefined) return stored;
  for (const type of [assessmentProjects, migrateProjects]) {
    for (const { document } of context.documents.scan(type.name, documentKeyPrefix(subscriptionId, name), "")) {
      return groupOf(subscriptionId, name, { location: document["location"] ?? "westeurope" });
    }
  }
  return undefined;
}

/** In faithful mode the platform answers for a resource provider where there is no such group. */
export function refuseGroup(
  params: Readonly<Record<string, string>>,
  context: EmulatorContext,
): LocalReply | undefined {
  const { subscriptionId = "", resourceGroupName: name } = params;
  if (name === undefined || context.mode === "documented" || findGroup(context, subscriptionId, name) !== undefined) {
    return undefined;
  }
  return groupNotFound(name);
}

export function groupNotFound(name: string): LocalReply {
  return armError(404, errorCodes.groupNotFound, `Resource group '${name}' could not be found.`);
}
