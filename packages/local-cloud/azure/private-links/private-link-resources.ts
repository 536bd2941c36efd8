import type { JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import { armNamespace, privateLinkResources as type } from "../../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { done, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes } from "../arm-route.ts";
import { migrateKind, refuseParent } from "../migrate/project-kind.ts";
import { refuseProjectName } from "../migrate/project-routes.ts";

/** What a private endpoint can be led to: every migrate project has one such place, and no other. */
export const privateLinkResourceRoutes: readonly LocalRoute[] = armRoutes(type, {
  get: (call) => {
    const { resourceGroupName, migrateProjectName = "", privateLinkResourceName = "" } = call.params;
    const refusal = refuseProjectName(call, migrateKind) ?? refuseParent(call, migrateKind);
    if (refusal !== undefined) return refusal;
    if (privateLinkResourceName.toLowerCase() === "default") return done(200, onlyOne(call));
    const name = `${migrateKind.type.name}/${migrateProjectName}/privateLinkResources/${privateLinkResourceName}`;
    return resourceNotFound(name, resourceGroupName);
  },
  list: (call): LocalReply => {
    const refusal = refuseProjectName(call, migrateKind) ?? refuseParent(call, migrateKind);
    // The version of 2020 documents an empty text where others have null.
    const nextLink = migrateVersionShape(call.apiVersion).modern ? null : "";
    return refusal ?? done(200, { value: [onlyOne(call)], nextLink });
  },
});

function onlyOne({ params }: ArmCall): JsonObject {
  const { subscriptionId = "", resourceGroupName = "", migrateProjectName = "" } = params;
  const type = `${armNamespace}.Migrate/${migrateKind.spelling}`;
  return {
    id:
      `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/${type}` +
      `/${migrateProjectName}/privateLinkResources/Default`,
    name: "Default",
    type: `${type}/privateLinkResources`,
    properties: {
      requiredMembers: ["Default"],
      requiredZoneNames: ["privatelink.test.migration.windowsazure.com"],
      groupId: "Default",
    },
  };
}
