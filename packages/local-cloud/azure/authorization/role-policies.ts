import type { Json, JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { factoryRules } from "../../../vendor-wire/azure/policy-rules.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { guidOf } from "../guid.ts";
import { builtInRoles } from "./built-in-roles.ts";

/** One policy: the rules for one role definition at one scope. */
export interface RolePolicy {
  /** Plain scope, in the case in which it was named. */
  readonly scope: string;
  readonly roleGuid: string;
  readonly policyGuid: string;
  /** In the newest shape. */
  readonly rules: readonly JsonObject[];
  readonly displayName?: string;
  readonly description?: string;
  /** Null while it is untouched; `by` null where it is only known that an administrator did. */
  readonly modified: { readonly by: string | null; readonly at: string } | null;
}

const policies = "policy";
/** Which explicit policies a role has at a scope. */
const policiesByRole = "policy-of-role";
/** Role definitions that somebody has named at a scope, by the guid of their default policy. */
const namedRoles = "role";

/** Guid of the policy that a role has at a scope before anybody does anything. */
export function defaultPolicyGuid(scope: string, roleGuid: string): string {
  return guidOf(["role-policy", scope.toLowerCase(), roleGuid.toLowerCase()]);
}

/** Remembers that a role exists at a scope, so that its default policy is found by guid and listed. */
export function nameRole(context: EmulatorContext, scope: string, roleGuid: string): void {
  if (builtInRoles[roleGuid.toLowerCase()] !== undefined) return;
  const key = documentKey(scope, defaultPolicyGuid(scope, roleGuid));
  if (context.documents.get(namedRoles, key) === undefined) context.documents.put(namedRoles, key, { roleGuid });
}

/** The roles known at a scope: built in, and named before. */
export function rolesAt(context: EmulatorContext, scope: string): readonly string[] {
  const named = context.documents.list(namedRoles, documentKeyPrefix(scope));
  return [...Object.keys(builtInRoles), ...named.map(({ document }) => String(document["roleGuid"]))];
}

/** The policy with this guid at a scope, explicit or default; undefined where there is none. */
export function findPolicy(context: EmulatorContext, scope: string, policyGuid: string): RolePolicy | undefined {
  const stored = context.documents.get(policies, documentKey(scope, policyGuid));
  if (stored !== undefined) return fromDocument(scope, stored);
  const named = context.documents.get(namedRoles, documentKey(scope, policyGuid))?.["roleGuid"];
  const roleGuid =
    named ?? Object.keys(builtInRoles).find((role) => defaultPolicyGuid(scope, role) === policyGuid.toLowerCase());
  // Where another policy took its place, the role has no default one.
  if (typeof roleGuid !== "string" || storedPolicies(context, scope, roleGuid).length > 0) return undefined;
  return untouched(scope, roleGuid, policyGuid);
}

/** The policies bound to a role at a scope: those stored, else the default one. Never empty. */
export function policiesOfRole(context: EmulatorContext, scope: string, roleGuid: string): readonly RolePolicy[] {
  const stored = storedPolicies(context, scope, roleGuid).flatMap((guid) => findPolicy(context, scope, guid) ?? []);
  return stored.length > 0 ? stored : [untouched(scope, roleGuid, defaultPolicyGuid(scope, roleGuid))];
}

/** Guids of the policies that a role has at a scope instead of the default one. */
function storedPolicies(context: EmulatorContext, scope: string, roleGuid: string): readonly string[] {
  const found = context.documents.list(policiesByRole, documentKeyPrefix(scope, roleGuid));
  return found.map(({ document }) => String(document["policyGuid"]));
}

export function storePolicy(context: EmulatorContext, policy: RolePolicy): void {
  const { scope, roleGuid, policyGuid, rules, ...others } = policy;
  // Factory rules are many and the same everywhere: null stands for them.
  const kept = rules === factoryRules ? null : rules;
  context.documents.put(policies, documentKey(scope, policyGuid), { roleGuid, policyGuid, rules: kept, ...others });
  context.documents.put(policiesByRole, documentKey(scope, roleGuid, policyGuid), { policyGuid });
}

export function removePolicy(context: EmulatorContext, { scope, roleGuid, policyGuid }: RolePolicy): void {
  context.documents.delete(policies, documentKey(scope, policyGuid));
  context.documents.delete(policiesByRole, documentKey(scope, roleGuid, policyGuid));
}

/** A policy with factory rules. */
export function untouched(scope: string, roleGuid: string, policyGuid: string): RolePolicy {
  return { scope, roleGuid, policyGuid, rules: factoryRules, modified: null };
}

/** A policy as it is kept: factory rules are null. */
const keptPolicies = documentCodec<
  Omit<RolePolicy, "scope" | "rules"> & { readonly rules: RolePolicy["rules"] | null }
>();

function fromDocument(scope: string, document: JsonObject): RolePolicy {
  const stored = keptPolicies.read(document);
  return { ...stored, scope, rules: stored.rules ?? factoryRules };
}

/** Who changed a policy last, as answers show it: an untouched one says only that an administrator did. */
export function modifiedBy({ modified }: RolePolicy): Json {
  if (modified === null || modified.by === null) return { id: null, displayName: "Admin", type: null, email: null };
  return { id: guidOf(["principal", modified.by]), displayName: modified.by, type: "User", email: modified.by };
}
