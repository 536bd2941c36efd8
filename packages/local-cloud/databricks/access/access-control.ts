import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { type PrincipalField, principalFields } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { adminsGroup, findIdentity, permissionOf } from "../identities/directory.ts";
import { type Identity, referenceOf, splitReference } from "../identities/identity.ts";

/** One direct permission: whose, and which. An object has at most one for each principal. */
export type Grant = { readonly principal: string; readonly level: string };

/** Why a list of permissions is refused: it can't be understood, or it names somebody who does not exist. */
export type AccessComplaint = { readonly kind: "malformed" | "unknown-principal"; readonly message: string };

/** Reads `access_control_list`; levels are those of the object's kind. */
export function readGrants(
  list: Json | undefined,
  levels: readonly string[],
  context: EmulatorContext,
): Result<readonly Grant[], AccessComplaint> {
  if (list === undefined) return ok([]);
  if (!Array.isArray(list)) return err({ kind: "malformed", message: "access_control_list must be a list." });
  const grants = new Map<string, Grant>();
  for (const entry of list as readonly Json[]) {
    const level = isJsonObject(entry) ? entry["permission_level"] : undefined;
    if (!isJsonObject(entry) || !levels.some((known) => known === level)) {
      return err({ kind: "malformed", message: `permission_level must be one of ${levels.join(", ")}.` });
    }
    const principal = readPrincipal(entry, context);
    if (!principal.ok) return principal;
    const ref = referenceOf(principal.value);
    grants.set(ref, { principal: ref, level: String(level) });
  }
  return ok([...grants.values()]);
}

/**
 * Reads whom `user_name`, `service_principal_name` or `group_name` names: exactly one of them, and in the workspace.
 */
export function readPrincipal(entry: JsonObject, context: EmulatorContext): Result<Identity, AccessComplaint> {
  const fields = (Object.keys(principalFields) as PrincipalField[]).filter((field) => entry[field] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1) {
    const message = `Exactly one of ${Object.keys(principalFields).join(", ")} is needed.`;
    return err({ kind: "malformed", message });
  }
  const name = entry[field];
  const kind = principalFields[field];
  const identity = typeof name === "string" ? findIdentity(context, kind, name) : undefined;
  if (identity === undefined || (kind !== "groups" && permissionOf(context, identity) === null)) {
    const form = { users: "UserName", servicePrincipals: "ServicePrincipalName", groups: "GroupName" }[kind];
    return err({ kind: "unknown-principal", message: `Principal: ${form}(${name}) does not exist` });
  }
  return ok(identity);
}

/**
 * An object's permissions as the wire shows them: the direct ones, and `adminsLevel`, which admins inherit from `root`.
 */
export function grantsOnWire(
  grants: readonly Grant[],
  { root, adminsLevel }: { readonly root: string; readonly adminsLevel: string },
  context: EmulatorContext,
): readonly JsonObject[] {
  const inherited = { permission_level: adminsLevel, inherited: true, inherited_from_object: [root] };
  return [
    ...grants.map(({ principal, level }) => ({
      ...principalOnWire(principal, context),
      all_permissions: [{ permission_level: level, inherited: false }],
    })),
    { group_name: adminsGroup, all_permissions: [inherited] },
  ];
}

function principalOnWire(ref: string, context: EmulatorContext): JsonObject {
  const [kind, name] = splitReference(ref);
  const field = (Object.keys(principalFields) as PrincipalField[]).find((each) => principalFields[each] === kind);
  const identity = kind === undefined ? undefined : findIdentity(context, kind, name);
  return { [field ?? "user_name"]: identity?.name ?? name, display_name: identity?.displayName ?? name };
}
