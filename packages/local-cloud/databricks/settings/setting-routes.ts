import { databricksPaths } from "../../../vendor-wire/databricks/paths.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { refuseNonAdmin, refuseSettingChange } from "../identities/caller.ts";
import { errorReply, invalidParameter, reply } from "../replies.ts";
import { workspaceRoute } from "../routes.ts";
import { readSettingChange } from "./setting-change.ts";
import { presentSetting, settingOnWire, storeSetting, type WorkspaceSetting } from "./workspace-setting.ts";

const template = databricksPaths.restrictWorkspaceAdmins;
/** The setting's name in the write log. */
const object = "settings/restrict_workspace_admins";

/**
 * The restrict-workspace-admins setting: read by the workspace's admins, changed by account admins among its members,
 * under its etag.
 */
export const settingRoutes: readonly LocalRoute[] = [
  // `?etag=` asks for an answer at least as fresh as that version; there are no older ones here, so it is never refused.
  workspaceRoute("GET", template, ({ caller }, world) => {
    const refusal = caller.isAccountAdmin ? undefined : refuseNonAdmin(caller, world);
    return refusal ?? reply(world, 200, settingOnWire(presentSetting(world)));
  }),
  workspaceRoute(
    "PATCH",
    template,
    ({ request, caller }, world) => {
      const refusal = refuseSettingChange(caller, world);
      if (refusal !== undefined) return refusal;
      const change = readSettingChange(request.body);
      if (!change.ok) return invalidParameter(world, change.error);
      const present = presentSetting(world);
      if (change.value.etag === null && !present.written) {
        return errorReply(world, 404, "NOT_FOUND", "The setting has not been written yet.", present.etag);
      }
      if (change.value.etag !== present.etag) return staleVersion(present, world);
      const stored = storeSetting(world, change.value.apply(present.message));
      world.wrote(present.written ? "update" : "create", object);
      return reply(world, 200, settingOnWire(stored));
    },
    true,
  ),
  workspaceRoute(
    "DELETE",
    template,
    ({ request, caller }, world) => {
      const refusal = refuseSettingChange(caller, world);
      if (refusal !== undefined) return refusal;
      const present = presentSetting(world);
      if (request.query.get("etag") !== present.etag) return staleVersion(present, world);
      const stored = storeSetting(world, undefined);
      world.wrote("delete", object);
      return reply(world, 200, { etag: stored.etag });
    },
    true,
  ),
];

function staleVersion(present: WorkspaceSetting, world: EmulatorContext): LocalReply {
  return errorReply(world, 409, "RESOURCE_CONFLICT", "The etag is not the setting's present one.", present.etag);
}
