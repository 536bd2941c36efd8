import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import {
  directoryPaths,
  type WorkspacePermission,
  workspacePermissions,
} from "../../../vendor-wire/databricks/directory-wire.ts";
import { principalFields } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { invalidParameter, notFound, reply } from "../replies.ts";
import { type AuthenticatedCall, accountRoute } from "../routes.ts";
import { workspace } from "../workspace.ts";
import { refuseNonAccountAdmin } from "./caller.ts";
import { identityById, listIdentities, storeIdentity } from "./directory.ts";
import { type Identity, type IdentityKind, numericId } from "./identity.ts";

const kinds: readonly IdentityKind[] = ["users", "servicePrincipals", "groups"];

/** Who is assigned to the workspace, and as what: for account admins. */
export const assignmentRoutes: readonly LocalRoute[] = [
  accountRoute("GET", directoryPaths.assignments, (call, context) =>
    forAccountAdmins(call, context, () => {
      const assigned = kinds
        .flatMap((kind) => listIdentities(context, kind))
        .filter((each) => each.permission !== null);
      return reply(context, 200, { permission_assignments: assigned.map(onWire) });
    }),
  ),
  accountRoute("PUT", directoryPaths.assignment, (call, context) =>
    forAccountAdmins(call, context, () =>
      withPrincipal(call, context, (principal) => {
        const body = isJsonObject(call.request.body) ? call.request.body : {};
        const permission = highest(body["permissions"]);
        if (permission === undefined) {
          return invalidParameter(context, `permissions must be a list of ${workspacePermissions.join(", ")}.`);
        }
        const changed = { ...principal, permission };
        storeIdentity(context, changed);
        context.wrote("update", `permissionassignments/${numericId(principal)}`);
        return reply(context, 200, onWire(changed));
      }),
    ),
  ),
  accountRoute("DELETE", directoryPaths.assignment, (call, context) =>
    forAccountAdmins(call, context, () =>
      withPrincipal(call, context, (principal) => {
        storeIdentity(context, { ...principal, permission: null });
        context.wrote("delete", `permissionassignments/${numericId(principal)}`);
        return reply(context, 200, {});
      }),
    ),
  ),
];

function forAccountAdmins(
  { caller, params }: AuthenticatedCall,
  context: EmulatorContext,
  handle: () => LocalReply,
): LocalReply {
  const refusal = refuseNonAccountAdmin(caller, context);
  if (refusal !== undefined) return refusal;
  if (params["workspace_id"] === workspace.workspace_id) return handle();
  return notFound(context, `Workspace ${params["workspace_id"]} does not exist.`);
}

function withPrincipal(
  { params }: AuthenticatedCall,
  context: EmulatorContext,
  handle: (principal: Identity) => LocalReply,
): LocalReply {
  const principal = identityById(context, kinds, params["principal_id"] ?? "");
  return principal === undefined
    ? notFound(context, `Principal ${params["principal_id"]} does not exist.`)
    : handle(principal);
}

/** An empty list takes the assignment away; undefined for what is no list of permissions. */
function highest(value: Json | undefined): WorkspacePermission | null | undefined {
  if (!Array.isArray(value) || !value.every((each) => workspacePermissions.some((known) => known === each))) {
    return undefined;
  }
  return workspacePermissions.findLast((permission) => value.includes(permission)) ?? null;
}

function onWire(identity: Identity): JsonObject {
  const field = Object.entries(principalFields).find(([, kind]) => kind === identity.kind)?.[0] ?? "user_name";
  const permissions = identity.permission === null ? {} : { permissions: [identity.permission] };
  const principal_id = numericId(identity);
  return { principal: { principal_id, [field]: identity.name, display_name: identity.displayName }, ...permissions };
}
