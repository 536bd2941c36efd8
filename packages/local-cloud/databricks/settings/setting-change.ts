import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import {
  type RestrictWorkspaceAdminsMessage,
  settingMask,
  settingStatuses,
} from "../../../vendor-wire/databricks/restrict-workspace-admins-setting.ts";

/** A PATCH, understood: the version it demands (null when it names none) and what the message becomes. */
export interface SettingChange {
  readonly etag: string | null;
  apply(present: RestrictWorkspaceAdminsMessage): RestrictWorkspaceAdminsMessage;
}

const maskPaths: ReadonlySet<string> = new Set(Object.values(settingMask));

/**
 * Reads the body of a PATCH; the error is what the caller did wrong, in words. `setting_name` is ignored: the path
 * wins.
 */
export function readSettingChange(body: Json | undefined): Result<SettingChange, string> {
  if (!isJsonObject(body)) return err("The request has no JSON object as its body.");
  if (body["allow_missing"] !== true) return err("allow_missing must be true.");
  const mask = body["field_mask"];
  if (typeof mask !== "string" || mask === "") return err("field_mask is required.");
  const paths = new Set(mask.split(","));
  const unknown = [...paths].filter((path) => !maskPaths.has(path));
  if (unknown.length > 0) return err(`field_mask names unknown fields: ${unknown.join(", ")}.`);
  const setting = body["setting"];
  if (!isJsonObject(setting)) return err("setting is required.");
  const etag = setting["etag"] ?? null;
  if (etag !== null && typeof etag !== "string") return err("setting.etag must be a string.");
  const message = readMessage(setting["restrict_workspace_admins"], paths);
  if (!message.ok) return message;
  return ok({ etag: etag === "" ? null : etag, apply: (present) => merged(present, message.value, paths) });
}

function readMessage(value: Json | undefined, paths: ReadonlySet<string>): Result<JsonObject, string> {
  if (!isJsonObject(value)) return err("setting.restrict_workspace_admins is required.");
  const status = value["status"];
  const replaces = paths.has(settingMask.everything) || paths.has(settingMask.message);
  if (replaces || paths.has(settingMask.status) || status !== undefined) {
    if (!settingStatuses.some((known) => known === status)) {
      return err(`restrict_workspace_admins.status must be one of ${settingStatuses.join(", ")}.`);
    }
  }
  const tagCreation = value["disable_gov_tag_creation"];
  if (tagCreation !== undefined && typeof tagCreation !== "boolean") {
    return err("restrict_workspace_admins.disable_gov_tag_creation must be a boolean.");
  }
  return ok(value);
}

/** What the mask covers comes from the body, absent means cleared; all else stays. */
function merged(
  present: RestrictWorkspaceAdminsMessage,
  sent: JsonObject,
  paths: ReadonlySet<string>,
): RestrictWorkspaceAdminsMessage {
  const replaces = paths.has(settingMask.everything) || paths.has(settingMask.message);
  const status = replaces || paths.has(settingMask.status) ? String(sent["status"]) : present.status;
  const tagCreation =
    replaces || paths.has(settingMask.tagCreation)
      ? sent["disable_gov_tag_creation"]
      : present.disable_gov_tag_creation;
  return { status, ...(typeof tagCreation === "boolean" ? { disable_gov_tag_creation: tagCreation } : {}) };
}
