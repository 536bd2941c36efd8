/** The values of `restrict_workspace_admins.status`; the first one is what a workspace is born with. */
export const settingStatuses = ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"] as const;
export type SettingStatus = (typeof settingStatuses)[number];
export const defaultSettingStatus: SettingStatus = "ALLOW_ALL";

/** The only `setting_name` there is. */
export const settingName = "default";

/** Paths of `field_mask`, relative to the setting. */
export const settingMask = {
  /** Only the status: leaves sibling fields of the same message alone. */
  status: "restrict_workspace_admins.status",
  /** Only the sibling that governs governance tags. */
  tagCreation: "restrict_workspace_admins.disable_gov_tag_creation",
  /** The whole message: a sibling that is not in the body is cleared. */
  message: "restrict_workspace_admins",
  /** The whole setting. */
  everything: "*",
} as const;

// Types and not interfaces from here on: of those alone the compiler knows that they are JSON.
export type RestrictWorkspaceAdminsMessage = {
  readonly status: string;
  readonly disable_gov_tag_creation?: boolean;
};

/** What GET and PATCH answer. `etag` is opaque base64 (`+ / =` occur): percent-encode it in a query. */
export type RestrictWorkspaceAdminsSetting = {
  readonly etag: string;
  readonly setting_name: string;
  readonly restrict_workspace_admins: RestrictWorkspaceAdminsMessage;
};

/** The body of PATCH. The etag is the version that the setting must still have. */
export type UpdateSettingRequest = {
  /** Must be true: the setting always exists, written or not. */
  readonly allow_missing: true;
  /** Comma separated, without spaces. */
  readonly field_mask: string;
  readonly setting: {
    readonly etag?: string;
    readonly setting_name: string;
    readonly restrict_workspace_admins: RestrictWorkspaceAdminsMessage;
  };
};
