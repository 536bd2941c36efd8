import { matchTemplate } from "../../base/path-template.ts";
import { serverCollectors } from "../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalVendor } from "../runtime/local-vendor.ts";
import type { ArmCall } from "./arm-route.ts";
import { connectionRoutes, seedAssessmentConnection, seedPrivateEndpointConnection } from "./connection-routes.ts";
import { operationRoutes } from "./operations.ts";
import { privateLinkResourceRoutes } from "./private-link-resources.ts";
import { assessmentKind } from "./project-kind.ts";
import { getAssessmentProject, projectRoutes, seedAssessmentProject, seedMigrateProject } from "./project-routes.ts";
import { providerOperationRoutes } from "./provider-operations.ts";
import { operationPaths, refusalOfStatus } from "./refusal-of-status.ts";
import { resourceGroupRoutes } from "./resource-group-routes.ts";
import { seedResourceGroup } from "./resource-groups.ts";
import { resourceListingRoutes } from "./resource-listing.ts";
import { resourceProviderRoutes } from "./resource-providers.ts";
import { roleAssignmentRoutes } from "./role-assignment-routes.ts";
import { rolePolicyRoutes, seedRolePolicy } from "./role-policy-routes.ts";
import { getServerCollector, seedCollectorHeartbeat, serverCollectorRoutes } from "./server-collector-routes.ts";
import { subscriptionRoutes } from "./subscription-routes.ts";
import { seedSubscription } from "./subscriptions.ts";
import { unroutedPaths } from "./unrouted.ts";

/** What a GET of a path answers where something was made or changed in the background. */
function answerInstead(path: string, call: ArmCall): LocalReply {
  const collector = matchTemplate(serverCollectors.item, path, true);
  if (collector !== undefined) return getServerCollector({ ...call, params: collector });
  return getAssessmentProject({ ...call, params: matchTemplate(assessmentKind.type.item, path, true) ?? {} });
}

/**
 * The management plane with role policies and their assignments, the migration service's projects, collectors and
 * private endpoint connections, and what generic clients ask of the platform itself.
 */
export const armLocal: LocalVendor = {
  name: "arm",
  routes: [
    ...roleAssignmentRoutes,
    ...rolePolicyRoutes,
    ...serverCollectorRoutes,
    ...projectRoutes,
    ...connectionRoutes,
    ...privateLinkResourceRoutes,
    ...operationRoutes(answerInstead),
    ...providerOperationRoutes,
    ...resourceGroupRoutes,
    ...resourceListingRoutes,
    ...resourceProviderRoutes,
    ...subscriptionRoutes,
    ...unroutedPaths,
  ],
  refusal: refusalOfStatus,
  operationPaths,
  seeds: {
    assessmentConnection: seedAssessmentConnection,
    assessmentProject: seedAssessmentProject,
    collectorHeartbeat: seedCollectorHeartbeat,
    migrateProject: seedMigrateProject,
    privateEndpointConnection: seedPrivateEndpointConnection,
    resourceGroup: seedResourceGroup,
    rolePolicy: seedRolePolicy,
    subscription: seedSubscription,
  },
};
