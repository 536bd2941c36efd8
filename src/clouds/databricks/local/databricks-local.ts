import type { LocalVendor } from "../../ground/local-vendor.ts";
import { settingStatuses } from "../wire/restrict-workspace-admins-setting.ts";
import { settingRoutes } from "./setting-routes.ts";
import { workspaceRoutes } from "./workspace-routes.ts";
import { storeSetting } from "./workspace-setting.ts";

/**
 * One Databricks workspace: the restrict-workspace-admins setting and who may change it.
 * Seed `workspaceSetting` `{status, disable_gov_tag_creation?}`: the setting as somebody wrote it before.
 */
export const databricksLocal: LocalVendor = {
  name: "databricks",
  routes: [...settingRoutes, ...workspaceRoutes],
  seeds: {
    workspaceSetting: (seed, world) => {
      const status = settingStatuses.find((known) => known === seed["status"]);
      if (status === undefined) throw new TypeError(`\`status\` must be one of ${settingStatuses.join(", ")}`);
      const tagCreation = seed["disable_gov_tag_creation"];
      if (tagCreation !== undefined && typeof tagCreation !== "boolean") {
        throw new TypeError("`disable_gov_tag_creation` must be a boolean");
      }
      storeSetting(world, { status, ...(tagCreation === undefined ? {} : { disable_gov_tag_creation: tagCreation }) });
    },
  },
};
