import type { LocalVendor } from "../../ground/local-vendor.ts";
import {
  privateEndpointConnectionRoutes,
  seedPrivateEndpointConnection,
} from "./private-endpoint-connection-routes.ts";
import { projectRoutes, seedAssessmentProject, seedMigrateProject } from "./projects.ts";
import { roleAssignmentRoutes } from "./role-assignment-routes.ts";
import { rolePolicyRoutes, seedRolePolicy } from "./role-policy-routes.ts";
import { serverCollectorRoutes } from "./server-collector-routes.ts";
import { unroutedPaths } from "./unrouted.ts";

/** The management plane with role policies and their assignments, server collectors, private endpoint connections. */
export const armLocal: LocalVendor = {
  name: "arm",
  routes: [
    ...roleAssignmentRoutes,
    ...rolePolicyRoutes,
    ...serverCollectorRoutes,
    ...projectRoutes,
    ...privateEndpointConnectionRoutes,
    ...unroutedPaths,
  ],
  seeds: {
    assessmentProject: seedAssessmentProject,
    migrateProject: seedMigrateProject,
    privateEndpointConnection: seedPrivateEndpointConnection,
    rolePolicy: seedRolePolicy,
  },
};
