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
  // `?etag=` asks for an answer at least as fresh as that version; there are no older ones here, so it is never
  // refused.
  workspaceRoute("GET", template, ({ caller }, context) => {
    const refusal = caller.isAccountAdmin ? undefined : refuseNonAdmin(caller, context);
    return refusal ?? reply(context, 200, settingOnWire(presentSetting(context)));
  }),
  workspaceRoute(
    "PATCH",
    template,
    ({ request, caller }, context) => {
      const refusal = refuseSettingChange(caller, context);
      if (refusal !== undefined) return refusal;
      const change = readSettingChange(request.body);
      if (!change.ok) return invalidParameter(context, change.error);
      const present = presentSetting(context);
      if (change.value.etag === null && !present.written) {
        return errorReply(context, 404, "NOT_FOUND", "The setting has not been written yet.", present.etag);
      }
      if (change.value.etag !== present.etag) return staleVersion(present, context);
      const stored = storeSetting(context, change.value.apply(present.message));
      context.wrote(present.written ? "update" : "create", object);
      return reply(context, 200, settingOnWire(stored));
    },
    true,
  ),
  workspaceRoute(
    "DELETE",
    template,
    ({ request, caller }, context) => {
      const refusal = refuseSettingChange(caller, context);
      if (refusal !== undefined) return refusal;
      const present = presentSetting(context);
      if (request.query.get("etag") !== present.etag) return staleVersion(present, context);
      const stored = storeSetting(context, undefined);
      context.wrote("delete", object);
      return reply(context, 200, { etag: stored.etag });
    },
    true,
  ),
];

function staleVersion(present: WorkspaceSetting, context: EmulatorContext): LocalReply {
  return errorReply(context, 409, "RESOURCE_CONFLICT", "The etag is not the setting's present one.", present.etag);
}
