import { documentCodec } from "../../../base/json/plain.ts";
import type { WorkspacePermission } from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import {
  type Identity,
  type IdentityKind,
  identityOfPrincipal,
  numericId,
  reference,
  referenceOf,
} from "./identity.ts";

const collection = "identity";
const identities = documentCodec<Identity>();

/** The groups that every workspace has: its admins, and all that are assigned to it. */
export const adminsGroup = "admins";
export const everybodyGroup = "users";

/**
 * Stored here, one of the emulator runtime's principals, or a group that every workspace has; undefined for a stranger.
 */
export function findIdentity(context: EmulatorContext, kind: IdentityKind, name: string): Identity | undefined {
  const ref = reference(kind, name);
  const stored = context.documents.get(collection, ref);
  if (stored !== undefined) return identities.read(stored);
  if (kind === "groups") return systemGroups.find((group) => group.name === name);
  if (kind === "servicePrincipals") return undefined;
  const principal = context.principals().find((each) => reference("users", each.name) === ref);
  return principal === undefined ? undefined : identityOfPrincipal(principal);
}

/** All of one kind, by reference. */
export function listIdentities(context: EmulatorContext, kind: IdentityKind): readonly Identity[] {
  const found = new Map<string, Identity>();
  if (kind === "users") {
    for (const each of context.principals()) found.set(reference(kind, each.name), identityOfPrincipal(each));
  }
  if (kind === "groups") for (const group of systemGroups) found.set(referenceOf(group), group);
  for (const { key, document } of context.documents.list(collection, `${kind}/`)) {
    found.set(key, identities.read(document));
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, identity]) => identity);
}

export function identityById(
  context: EmulatorContext,
  kinds: readonly IdentityKind[],
  id: string,
): Identity | undefined {
  return kinds.flatMap((kind) => listIdentities(context, kind)).find((each) => String(numericId(each)) === id);
}

export function storeIdentity(context: EmulatorContext, identity: Identity): void {
  context.documents.put(collection, referenceOf(identity), identity);
}

/** Takes an identity away. One of the emulator runtime's principals stays known, but can do nothing any more. */
export function removeIdentity(context: EmulatorContext, identity: Identity): void {
  context.documents.delete(collection, referenceOf(identity));
  const remains = findIdentity(context, identity.kind, identity.name);
  if (remains?.kind === "users") storeIdentity(context, { ...remains, active: false, permission: null });
}

/** The references of the account's groups that an identity is in, directly or through another group. */
export function groupsOf(context: EmulatorContext, identity: Identity): ReadonlySet<string> {
  const groups = listIdentities(context, "groups");
  const found = new Set<string>();
  const visit = (member: string): void => {
    for (const group of groups) {
      const ref = referenceOf(group);
      if (found.has(ref) || !group.members.includes(member)) continue;
      found.add(ref);
      visit(ref);
    }
  };
  visit(referenceOf(identity));
  return found;
}

/** What an identity may do in the workspace by itself or through its groups; null when it is not assigned to it. */
export function permissionOf(context: EmulatorContext, identity: Identity): WorkspacePermission | null {
  const groups = groupsOf(context, identity);
  const own = listIdentities(context, "groups").filter((group) => groups.has(referenceOf(group)));
  const all = [identity, ...own].map((each) => each.permission);
  if (all.includes("ADMIN")) return "ADMIN";
  return all.includes("USER") ? "USER" : null;
}

/** The names of all groups of an identity, the workspace's own included. */
export function groupNamesOf(context: EmulatorContext, identity: Identity): readonly string[] {
  const permission = permissionOf(context, identity);
  return [
    ...(permission === "ADMIN" ? [adminsGroup] : []),
    ...(permission === null ? [] : [everybodyGroup]),
    ...[...groupsOf(context, identity)].map((ref) => ref.slice("groups/".length)),
  ];
}

const systemGroups: readonly Identity[] = [adminsGroup, everybodyGroup].map((name) => ({
  kind: "groups",
  name,
  displayName: name,
  active: true,
  permission: null,
  accountAdmin: false,
  members: [],
}));
