import { isJsonObject } from "../../../base/json/json.ts";
import { permissionPaths, tokenLevels } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { type Grant, grantsOnWire, readGrants } from "../access/access-control.ts";
import { levelsOnWire, refuseComplaint } from "../access/permission-replies.ts";
import { refuseNonAdmin } from "../identities/caller.ts";
import { everybodyGroup, groupNamesOf } from "../identities/directory.ts";
import { type Identity, reference, referenceOf } from "../identities/identity.ts";
import { reply } from "../replies.ts";
import { type AuthenticatedCall, workspaceRoute } from "../routes.ts";

const collection = "permissions";
const key = "authorization/tokens";
const template = permissionPaths.tokens;

/** Who may have personal access tokens: everybody, until an admin says otherwise. */
export const tokenPermissionRoutes: readonly LocalRoute[] = [
  workspaceRoute("GET", template, ({ caller }, context) => refuseNonAdmin(caller, context) ?? shown(context)),
  workspaceRoute("PUT", template, (call, context) => changed(call, context, () => [])),
  workspaceRoute("PATCH", template, (call, context) => changed(call, context, presentGrants)),
  workspaceRoute("GET", permissionPaths.tokenLevels, (_call, context) =>
    reply(context, 200, levelsOnWire(tokenLevels)),
  ),
];

/** Whether an identity may have tokens, by itself or through a group. */
export function mayUseTokens(context: EmulatorContext, identity: Identity): boolean {
  const names = groupNamesOf(context, identity).map((name) => reference("groups", name));
  const own = new Set([referenceOf(identity), ...names]);
  return own.has(reference("groups", "admins")) || presentGrants(context).some(({ principal }) => own.has(principal));
}

function changed(
  { request, caller }: AuthenticatedCall,
  context: EmulatorContext,
  kept: (context: EmulatorContext) => readonly Grant[],
): LocalReply {
  const refusal = refuseNonAdmin(caller, context);
  if (refusal !== undefined) return refusal;
  const body = isJsonObject(request.body) ? request.body : {};
  const grants = readGrants(body["access_control_list"], Object.keys(tokenLevels), context);
  if (!grants.ok) return refuseComplaint(grants.error, context);
  const named = new Set(grants.value.map(({ principal }) => principal));
  const all = [...kept(context).filter(({ principal }) => !named.has(principal)), ...grants.value];
  context.documents.put(collection, key, { grants: all });
  context.wrote("update", `permissions/${key}`);
  return shown(context);
}

function presentGrants(context: EmulatorContext): readonly Grant[] {
  const stored = context.documents.get(collection, key) as { readonly grants: readonly Grant[] } | undefined;
  return stored?.grants ?? [{ principal: reference("groups", everybodyGroup), level: "CAN_USE" }];
}

function shown(context: EmulatorContext): LocalReply {
  return reply(context, 200, {
    object_id: `/${key}`,
    object_type: "tokens",
    access_control_list: grantsOnWire(
      presentGrants(context),
      { root: "/authorization/", adminsLevel: "CAN_USE" },
      context,
    ),
  });
}
