import type { JsonObject } from "../../../base/json/json.ts";
import { rolePattern } from "../../../vendor-wire/google/policy-wire.ts";
import { predefinedPermissions } from "../../../vendor-wire/google/reservation-permissions.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "google-role";

/** Seeds a custom role, or stands in for a predefined one: `{name, includedPermissions}` as IAM has it. */
export function seedGoogleRole(object: JsonObject, context: EmulatorContext): void {
  const { name, includedPermissions, ...unknown } = object;
  const strange = Object.keys(unknown);
  if (strange.length > 0) throw new TypeError(`a role has no ${strange.join(", ")}`);
  if (typeof name !== "string" || !rolePattern.test(name)) throw new TypeError("a role needs a full `name`");
  if (!Array.isArray(includedPermissions)) throw new TypeError("a role needs a list of `includedPermissions`");
  context.documents.put(collection, name, { includedPermissions: includedPermissions.map(String) });
}

/** The permissions that a role holds, as far as reservations are concerned. */
export function permissionsOf(role: string, context: EmulatorContext): readonly string[] {
  const seeded = context.documents.get(collection, role)?.["includedPermissions"];
  return Array.isArray(seeded) ? seeded.map(String) : predefinedPermissions(role);
}
