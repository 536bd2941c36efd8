import { documentCodec } from "../../../base/json/plain.ts";
import {
  defaultSettingStatus,
  type RestrictWorkspaceAdminsMessage,
  type RestrictWorkspaceAdminsSetting,
  type SettingStatus,
  settingName,
  settingStatuses,
} from "../../../vendor-wire/databricks/restrict-workspace-admins-setting.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { versionTag } from "../version-tag.ts";

/**
 * The setting as the workspace has it. `written`: somebody has set it since the workspace's birth or the last DELETE.
 */
export type WorkspaceSetting = {
  readonly etag: string;
  readonly written: boolean;
  readonly message: RestrictWorkspaceAdminsMessage;
};

const collection = "setting";
const settings = documentCodec<WorkspaceSetting>();
const key = "restrict_workspace_admins";
const unwritten: RestrictWorkspaceAdminsMessage = { status: defaultSettingStatus };

export function presentSetting(context: EmulatorContext): WorkspaceSetting {
  const stored = context.documents.get(collection, key);
  return stored === undefined
    ? { etag: versionTag(0, "birth"), written: false, message: unwritten }
    : settings.read(stored);
}

/** Stores a new version; without a message the setting goes back to what a workspace is born with. */
export function storeSetting(
  context: EmulatorContext,
  message: RestrictWorkspaceAdminsMessage | undefined,
): WorkspaceSetting {
  const setting: WorkspaceSetting = {
    etag: versionTag(context.next(), context.unique()),
    written: message !== undefined,
    message: message ?? unwritten,
  };
  context.documents.put(collection, key, setting);
  return setting;
}

export function settingOnWire(setting: WorkspaceSetting): RestrictWorkspaceAdminsSetting {
  return { etag: setting.etag, setting_name: settingName, restrict_workspace_admins: setting.message };
}

/** What the setting's status is now, for those whom it governs. */
export function settingStatus(context: EmulatorContext): SettingStatus {
  const { status } = presentSetting(context).message;
  return settingStatuses.find((known) => known === status) ?? defaultSettingStatus;
}
