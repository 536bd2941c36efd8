import { matchTemplate } from "../../base/path-template.ts";
import { serverCollectors } from "../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalVendor } from "../runtime/local-vendor.ts";
import type { ArmCall } from "./arm-route.ts";
import { roleAssignmentRoutes } from "./authorization/role-assignment-routes.ts";
import { rolePolicyRoutes, seedRolePolicy } from "./authorization/role-policy-routes.ts";
import { assessmentKind } from "./migrate/project-kind.ts";
import {
  getAssessmentProject,
  projectRoutes,
  seedAssessmentProject,
  seedMigrateProject,
} from "./migrate/project-routes.ts";
import {
  getServerCollector,
  seedCollectorHeartbeat,
  serverCollectorRoutes,
} from "./migrate/server-collector-routes.ts";
import { operationRoutes } from "./operations.ts";
import {
  connectionRoutes,
  seedAssessmentConnection,
  seedPrivateEndpointConnection,
} from "./private-links/connection-routes.ts";
import { privateLinkResourceRoutes } from "./private-links/private-link-resources.ts";
import { operationPaths, refusalOfStatus } from "./refusal-of-status.ts";
import { resourceListingRoutes } from "./resource-listing.ts";
import { providerOperationRoutes } from "./subscriptions/provider-operations.ts";
import { resourceGroupRoutes } from "./subscriptions/resource-group-routes.ts";
import { seedResourceGroup } from "./subscriptions/resource-groups.ts";
import { resourceProviderRoutes } from "./subscriptions/resource-providers.ts";
import { subscriptionRoutes } from "./subscriptions/subscription-routes.ts";
import { seedSubscription } from "./subscriptions/subscriptions.ts";
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
