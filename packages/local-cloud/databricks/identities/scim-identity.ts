import type { JsonObject } from "../../../base/json/json.ts";
import { scimSchemas } from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { findIdentity, groupNamesOf } from "./directory.ts";
import { type Identity, numericId, splitReference } from "./identity.ts";

/** An identity as a SCIM resource. Members that would be empty are left out. */
export function scimIdentity(context: EmulatorContext, identity: Identity): JsonObject {
  const id = String(numericId(identity));
  const { displayName, active } = identity;
  if (identity.kind === "groups") {
    const members = identity.members.flatMap((member) => memberOnWire(context, member));
    return { schemas: [scimSchemas.group], id, displayName, ...(members.length === 0 ? {} : { members }) };
  }
  const groups = groupNamesOf(context, identity).flatMap((name): JsonObject[] => {
    const group = findIdentity(context, "groups", name);
    return group === undefined ? [] : [{ display: name, value: String(numericId(group)), type: "direct" }];
  });
  const shared = { id, displayName, active, ...(groups.length === 0 ? {} : { groups }) };
  if (identity.kind === "servicePrincipals") {
    return { schemas: [scimSchemas.servicePrincipal], applicationId: identity.name, ...shared };
  }
  const emails = [{ type: "work", value: identity.name, primary: true }];
  return { schemas: [scimSchemas.user], userName: identity.name, emails, ...shared };
}

function memberOnWire(context: EmulatorContext, ref: string): readonly JsonObject[] {
  const [kind, name] = splitReference(ref);
  const member = kind === undefined ? undefined : findIdentity(context, kind, name);
  return member === undefined ? [] : [{ value: String(numericId(member)), display: member.displayName }];
}
