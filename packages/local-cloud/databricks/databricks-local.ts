import type { LocalVendor } from "../runtime/local-vendor.ts";
import { ruleSetRoutes } from "./access/rule-set-routes.ts";
import { assignmentRoutes } from "./identities/assignment-routes.ts";
import { scimRoutes } from "./identities/scim-routes.ts";
import { jobPermissionRoutes } from "./jobs/job-permission-routes.ts";
import { jobRoutes } from "./jobs/job-routes.ts";
import { refusalOfStatus, unreadableBody } from "./refusal-of-status.ts";
import { unrouted } from "./routes.ts";
import { seeds } from "./seeds.ts";
import { settingRoutes } from "./settings/setting-routes.ts";
import { bearer } from "./tokens/bearer-tokens.ts";
import { oauthRoutes } from "./tokens/oauth-routes.ts";
import { personalTokenRoutes } from "./tokens/personal-token-routes.ts";
import { secretRoutes } from "./tokens/secret-routes.ts";
import { tokenPermissionRoutes } from "./tokens/token-permissions.ts";
import { tokenRoutes } from "./tokens/token-routes.ts";
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
