import { digest } from "../../../base/digest.ts";
import type { WorkspacePermission } from "../../../vendor-wire/databricks/directory-wire.ts";
import type { Principal } from "../../runtime/local-vendor.ts";

export type IdentityKind = "users" | "servicePrincipals" | "groups";

/**
 * Somebody or some group. `name` is what the wire calls it by: a user's name, a service principal's application id, a
 * group's name. `permission` is the identity's own in the workspace, null for one that is not assigned to it.
 */
export type Identity = {
  readonly kind: IdentityKind;
  readonly name: string;
  readonly displayName: string;
  readonly active: boolean;
  readonly permission: WorkspacePermission | null;
  readonly accountAdmin: boolean;
  /** References of a group's direct members. */
  readonly members: readonly string[];
};

/** How rule sets name an identity: `users/ada@example.com`. Users' names have no case. */
export function reference(kind: IdentityKind, name: string): string {
  return `${kind}/${kind === "users" ? name.toLowerCase() : name}`;
}

export function referenceOf(identity: Identity): string {
  return reference(identity.kind, identity.name);
}

/** The kind and the name in a reference; the kind is undefined when it is none. */
export function splitReference(ref: string): readonly [IdentityKind | undefined, string] {
  const [, kind, name] = /^(users|servicePrincipals|groups)\/(.+)$/.exec(ref) ?? [];
  return [kind as IdentityKind | undefined, name ?? ""];
}

/** The numeric id in SCIM and in token infos: derived, so that whoever is known has one without being stored. */
export function numericId(identity: Identity): number {
  return Number.parseInt(digest(referenceOf(identity)).slice("sha256:".length).slice(0, 12), 16);
}

/** The emulator runtime's principals are users here; a member of the workspace is one of its admins. */
export function identityOfPrincipal(principal: Principal): Identity {
  return {
    kind: "users",
    name: principal.name,
    displayName: principal.name,
    active: true,
    permission: principal.workspaceMember ? "ADMIN" : null,
    accountAdmin: principal.accountAdmin,
    members: [],
  };
}
