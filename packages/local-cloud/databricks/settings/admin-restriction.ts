import type { SettingStatus } from "../../../vendor-wire/databricks/restrict-workspace-admins-setting.ts";

/** Somebody who wants something that the setting governs. */
export interface Requester {
  readonly isWorkspaceAdmin: boolean;
  /** May change the job: owns it, manages it, or is a workspace admin. */
  readonly managesJob: boolean;
}

/** Whom a job is to run as, seen from the requester. */
export type RunAsTarget =
  | { readonly kind: "users"; readonly isSelf: boolean }
  | { readonly kind: "servicePrincipals"; readonly isSelf: boolean; readonly isUserOfIt: boolean }
  | { readonly kind: "groups"; readonly isMember: boolean };

const restricted: SettingStatus = "RESTRICT_TOKENS_AND_JOB_RUN_AS";

/**
 * Tokens for a service principal are for workspace admins; restricted ones need the Service Principal User role on it.
 */
export function mayCreateToken(status: SettingStatus, requester: Requester, isUserOfIt: boolean): boolean {
  return requester.isWorkspaceAdmin && (status !== restricted || isUserOfIt);
}

/** To whom a job is to belong, seen from the requester; groups own nothing. */
export type OwnerTarget = Exclude<RunAsTarget, { readonly kind: "groups" }>;

/**
 * Who manages a job may give it away; a restricted workspace admin may only take it. A job whose `run_as` is not set
 * runs as its owner, so that giving it to a service principal takes the same role as `run_as` does.
 */
export function mayGiveJob(status: SettingStatus, requester: Requester, target: OwnerTarget): boolean {
  if (!requester.managesJob) return false;
  if (target.isSelf) return true;
  const isFree = !requester.isWorkspaceAdmin || status !== restricted;
  return isFree && (target.kind === "users" || target.isUserOfIt);
}

/**
 * Whom a job may be made to run as. A service principal always takes the Service Principal User role, a group takes
 * membership; other users are for workspace admins who are not restricted.
 * Sources: specification, section 2.7; Databricks jobs documentation for callers who are no admins, and for groups.
 */
export function mayRunAs(status: SettingStatus, requester: Requester, target: RunAsTarget): boolean {
  if (!requester.managesJob) return false;
  const isFree = requester.isWorkspaceAdmin && status !== restricted;
  switch (target.kind) {
    case "users":
      return target.isSelf || isFree;
    case "servicePrincipals":
      return target.isSelf || target.isUserOfIt;
    case "groups":
      return target.isMember && (isFree || !requester.isWorkspaceAdmin);
  }
}
