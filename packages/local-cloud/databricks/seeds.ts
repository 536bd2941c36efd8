import type { Json, JsonObject } from "../../base/json/json.ts";
import {
  servicePrincipalRoles,
  type WorkspacePermission,
  workspacePermissions,
} from "../../vendor-wire/databricks/directory-wire.ts";
import { settingStatuses } from "../../vendor-wire/databricks/restrict-workspace-admins-setting.ts";
import type { EmulatorContext, LocalVendor } from "../runtime/local-vendor.ts";
import { grantRole } from "./access/rule-sets.ts";
import { findIdentity, storeIdentity } from "./identities/directory.ts";
import { type Identity, type IdentityKind, splitReference } from "./identities/identity.ts";
import { freshSettings } from "./jobs/job-settings.ts";
import { nextJobId, storeJob } from "./jobs/jobs.ts";
import { storeSetting } from "./settings/workspace-setting.ts";
import { storeSecret } from "./tokens/client-secrets.ts";

/**
 * What can be seeded in the workspace:
 * - `workspaceSetting` `{status, disable_gov_tag_creation?}`: the setting as somebody wrote it before;
 * - `workspaceUser` `{userName, displayName?, active?, permission?, accountAdmin?}`; `permission` is `USER` (the
 *   default),
 *   `ADMIN`, or null for somebody of the account who is not assigned to the workspace;
 * - `workspaceServicePrincipal` `{applicationId, secret?, ...as a user}`;
 * - `workspaceGroup` `{displayName, members?, permission?}`: members as references, `users/ada@example.com`;
 * - `servicePrincipalGrant` `{applicationId, principal, role?}`: by default the Service Principal User role;
 * - `workspaceJob` `{owner, name?, job_id?}`: a job of somebody's, given by reference.
 */
export const seeds: LocalVendor["seeds"] = {
  workspaceSetting: (seed, context) => {
    const status = settingStatuses.find((known) => known === seed["status"]);
    if (status === undefined) throw new TypeError(`\`status\` must be one of ${settingStatuses.join(", ")}`);
    const tagCreation = seed["disable_gov_tag_creation"];
    if (tagCreation !== undefined && typeof tagCreation !== "boolean") {
      throw new TypeError("`disable_gov_tag_creation` must be a boolean");
    }
    storeSetting(context, { status, ...(tagCreation === undefined ? {} : { disable_gov_tag_creation: tagCreation }) });
  },
  workspaceUser: (seed, context) => storeIdentity(context, identityIn(seed, "users", "userName", "USER")),
  workspaceServicePrincipal: (seed, context) => {
    const identity = identityIn(seed, "servicePrincipals", "applicationId", "USER");
    storeIdentity(context, identity);
    if (seed["secret"] !== undefined) storeSecret(context, identity.name, text(seed, "secret"));
  },
  workspaceGroup: (seed, context) => {
    const members = (seed["members"] ?? []) as readonly Json[];
    if (!Array.isArray(members)) throw new TypeError("`members` must be a list");
    for (const member of members) requireKnown(String(member), context);
    storeIdentity(context, { ...identityIn(seed, "groups", "displayName", null), members: members.map(String) });
  },
  servicePrincipalGrant: (seed, context) => {
    const application = text(seed, "applicationId");
    requireKnown(`servicePrincipals/${application}`, context);
    const role = Object.values(servicePrincipalRoles).find((known) => known === (seed["role"] ?? known));
    if (role === undefined) {
      throw new TypeError(`\`role\` must be one of ${Object.values(servicePrincipalRoles).join(", ")}`);
    }
    grantRole(context, application, role, requireKnown(text(seed, "principal"), context));
  },
  workspaceJob: (seed, context) => {
    const owner = requireKnown(text(seed, "owner"), context);
    const jobId = seed["job_id"] ?? nextJobId(context);
    if (typeof jobId !== "number" || !Number.isSafeInteger(jobId))
      throw new TypeError("`job_id` must be a whole number");
    const [, creator] = splitReference(owner);
    const settings = freshSettings(seed["name"] === undefined ? {} : { name: text(seed, "name") });
    const grants = [{ principal: owner, level: "IS_OWNER" }];
    storeJob(context, {
      job_id: jobId,
      creator_user_name: creator,
      created_time: context.now(),
      settings,
      runAs: null,
      grants,
    });
  },
};

function identityIn(
  seed: JsonObject,
  kind: IdentityKind,
  nameField: string,
  usual: WorkspacePermission | null,
): Identity {
  const name = text(seed, nameField);
  const permission = seed["permission"] === undefined ? usual : seed["permission"];
  if (permission !== null && !workspacePermissions.some((known) => known === permission)) {
    throw new TypeError(`\`permission\` must be one of ${workspacePermissions.join(", ")}, or null`);
  }
  return {
    kind,
    name,
    displayName: seed["displayName"] === undefined ? name : text(seed, "displayName"),
    active: seed["active"] !== false,
    permission: permission as WorkspacePermission | null,
    accountAdmin: seed["accountAdmin"] === true,
    members: [],
  };
}

function text(seed: JsonObject, field: string): string {
  const value = seed[field];
  if (typeof value !== "string" || value === "") throw new TypeError(`\`${field}\` must be a text`);
  return value;
}

function requireKnown(ref: string, context: EmulatorContext): string {
  const [kind, name] = splitReference(ref);
  if (kind === undefined || findIdentity(context, kind, name) === undefined) {
    throw new TypeError(`${JSON.stringify(ref)} refers to nothing that was seeded; seed it first`);
  }
  return ref;
}
