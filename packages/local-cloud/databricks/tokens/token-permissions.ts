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
  workspaceRoute("GET", template, ({ caller }, world) => refuseNonAdmin(caller, world) ?? shown(world)),
  workspaceRoute("PUT", template, (call, world) => changed(call, world, () => [])),
  workspaceRoute("PATCH", template, (call, world) => changed(call, world, presentGrants)),
  workspaceRoute("GET", permissionPaths.tokenLevels, (_call, world) => reply(world, 200, levelsOnWire(tokenLevels))),
];

/** Whether an identity may have tokens, by itself or through a group. */
export function mayUseTokens(world: EmulatorContext, identity: Identity): boolean {
  const names = groupNamesOf(world, identity).map((name) => reference("groups", name));
  const own = new Set([referenceOf(identity), ...names]);
  return own.has(reference("groups", "admins")) || presentGrants(world).some(({ principal }) => own.has(principal));
}

function changed(
  { request, caller }: AuthenticatedCall,
  world: EmulatorContext,
  kept: (world: EmulatorContext) => readonly Grant[],
): LocalReply {
  const refusal = refuseNonAdmin(caller, world);
  if (refusal !== undefined) return refusal;
  const body = isJsonObject(request.body) ? request.body : {};
  const grants = readGrants(body["access_control_list"], Object.keys(tokenLevels), world);
  if (!grants.ok) return refuseComplaint(grants.error, world);
  const named = new Set(grants.value.map(({ principal }) => principal));
  const all = [...kept(world).filter(({ principal }) => !named.has(principal)), ...grants.value];
  world.documents.put(collection, key, { grants: all });
  world.wrote("update", `permissions/${key}`);
  return shown(world);
}

function presentGrants(world: EmulatorContext): readonly Grant[] {
  const stored = world.documents.get(collection, key) as { readonly grants: readonly Grant[] } | undefined;
  return stored?.grants ?? [{ principal: reference("groups", everybodyGroup), level: "CAN_USE" }];
}

function shown(world: EmulatorContext): LocalReply {
  return reply(world, 200, {
    object_id: `/${key}`,
    object_type: "tokens",
    access_control_list: grantsOnWire(presentGrants(world), { root: "/authorization/", adminsLevel: "CAN_USE" }, world),
  });
}
