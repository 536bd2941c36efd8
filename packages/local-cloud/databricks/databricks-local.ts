import type { LocalVendor } from "../runtime/local-vendor.ts";
import { assignmentRoutes } from "./assignment-routes.ts";
import { bearer } from "./bearer-tokens.ts";
import { jobPermissionRoutes } from "./job-permission-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { oauthRoutes } from "./oauth-routes.ts";
import { personalTokenRoutes } from "./personal-token-routes.ts";
import { refusalOfStatus, unreadableBody } from "./refusal-of-status.ts";
import { unrouted } from "./routes.ts";
import { ruleSetRoutes } from "./rule-set-routes.ts";
import { scimRoutes } from "./scim-routes.ts";
import { secretRoutes } from "./secret-routes.ts";
import { seeds } from "./seeds.ts";
import { settingRoutes } from "./setting-routes.ts";
import { tokenPermissionRoutes } from "./token-permissions.ts";
import { tokenRoutes } from "./token-routes.ts";
import { workspaceRoutes } from "./workspace-routes.ts";

/**
 * One Databricks workspace and its account: the restrict-workspace-admins setting, who may change it, and what it
 * governs (tokens for service principals, owners of jobs and whom jobs run as).
 */
export const databricksLocal: LocalVendor = {
  name: "databricks",
  routes: [
    ...settingRoutes,
    ...workspaceRoutes,
    ...scimRoutes,
    ...ruleSetRoutes,
    // Before the account's, whose `{account_id}` would take the word of the workspace's own path.
    ...secretRoutes,
    ...assignmentRoutes,
    ...oauthRoutes,
    ...tokenPermissionRoutes,
    ...tokenRoutes,
    ...personalTokenRoutes,
    ...jobPermissionRoutes,
    ...jobRoutes,
    ...unrouted,
  ],
  bearer,
  unreadableBody,
  refusal: refusalOfStatus,
  seeds,
};
