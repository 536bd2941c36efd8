import type { JsonObject } from "../../../base/json/json.ts";
import { matchTemplate } from "../../../base/path-template.ts";
import { formatAssignmentName, parseAssignmentName } from "../../../vendor-wire/azure/assignment-name.ts";
import { roleManagementPolicies } from "../../../vendor-wire/azure/resource-types.ts";
import { idAtScope, plainScope, templatesAtScopes } from "../../../vendor-wire/azure/scope.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { roleDefinitionIdAt } from "../subscriptions/scope-description.ts";
import {
  defaultPolicyGuid,
  findPolicy,
  nameRole,
  type RolePolicy,
  removePolicy,
  rolesAt,
  storePolicy,
} from "./role-policies.ts";

/** The binding of a policy to a role definition at a scope. */
export interface RoleAssignment {
  /** Plain scope. */
  readonly scope: string;
  readonly name: string;
  readonly roleDefinitionId: string;
  readonly policyId: string;
  /** The policy's id is spelled as a caller sent it, and stays so. */
  readonly policyIdSent: boolean;
}

const assignments = "assignment";

/** The scope and guid in a policy's id, or undefined when it is no such id. */
export function parsePolicyId(policyId: string): { readonly scope: string; readonly policyGuid: string } | undefined {
  const path = policyId.replace(/^\/+/, "");
  const parts = templatesAtScopes(roleManagementPolicies.item)
    .map((template) => matchTemplate(template, path, true))
    .find((found) => found !== undefined);
  if (parts === undefined) return undefined;
  return { scope: plainScope(parts["scope"] ?? ""), policyGuid: parts["name"] ?? "" };
}

export function policyIdOf(scope: string, policyGuid: string): string {
  return idAtScope(scope, `providers/Microsoft.Authorization/roleManagementPolicies/${policyGuid}`);
}

/**
 * The assignment of this name. Besides those that were written there is the one that every role has by default,
 * unless it was deleted or another one took its place.
 */
export function findAssignment(context: EmulatorContext, scope: string, name: string): RoleAssignment | undefined {
  const halves = parseAssignmentName(name);
  if (halves === undefined) return undefined;
  const { policyGuid, roleGuid } = halves;
  const stored = context.documents.get(assignments, documentKey(scope, roleGuid, policyGuid));
  if (stored !== undefined) return fromDocument(scope, stored);
  if (policyGuid.toLowerCase() !== defaultPolicyGuid(scope, roleGuid)) return undefined;
  const others = context.documents.list(assignments, documentKeyPrefix(scope, roleGuid));
  if (others.some(({ document }) => fromDocument(scope, document) !== undefined)) return undefined;
  nameRole(context, scope, roleGuid);
  return byDefault(scope, roleGuid);
}

/** All assignments of a scope, or those of one role definition. */
export function listAssignments(
  context: EmulatorContext,
  scope: string,
  roleGuid: string | undefined,
): readonly RoleAssignment[] {
  const prefix = roleGuid === undefined ? documentKeyPrefix(scope) : documentKeyPrefix(scope, roleGuid);
  const written: RoleAssignment[] = [];
  const settled = new Set<string>();
  for (const { document } of context.documents.list(assignments, prefix)) {
    const role = (parseAssignmentName(String(document["name"]))?.roleGuid ?? "").toLowerCase();
    const assignment = fromDocument(scope, document);
    if (assignment !== undefined) written.push(assignment);
    // A role whose default was deleted has none, even where nothing took its place.
    settled.add(role);
  }
  if (roleGuid !== undefined) nameRole(context, scope, roleGuid);
  const roles = roleGuid === undefined ? rolesAt(context, scope) : [roleGuid];
  const others = roles.filter((role) => !settled.has(role.toLowerCase()));
  return [...written, ...others.map((role) => byDefault(scope, role))];
}

export function storeAssignment(context: EmulatorContext, assignment: RoleAssignment): void {
  const { scope, ...others } = assignment;
  put(context, scope, { ...others, deleted: false });
}

/** Takes an assignment away; a policy that came with it goes too, the role's own default policy stays. */
export function removeAssignment(context: EmulatorContext, assignment: RoleAssignment): void {
  const { scope, name } = assignment;
  const { policyGuid, roleGuid } = parseAssignmentName(name) ?? { policyGuid: "", roleGuid: "" };
  if (policyGuid.toLowerCase() === defaultPolicyGuid(scope, roleGuid)) {
    put(context, scope, { name, deleted: true });
    return;
  }
  context.documents.delete(assignments, documentKey(scope, roleGuid, policyGuid));
  const policy = findPolicy(context, parsePolicyId(assignment.policyId)?.scope ?? scope, policyGuid);
  if (policy !== undefined && policyGuid.toLowerCase() !== defaultPolicyGuid(policy.scope, policy.roleGuid)) {
    removePolicy(context, policy);
  }
}

/** Puts a policy in the place of another one of the same role; their assignment goes along, under a new name. */
export function replacePolicy(context: EmulatorContext, before: RolePolicy, after: RolePolicy): void {
  const { scope, roleGuid, policyGuid } = before;
  const bound = findAssignment(context, scope, formatAssignmentName({ policyGuid, roleGuid }));
  removePolicy(context, before);
  storePolicy(context, after);
  if (bound === undefined) return;
  context.documents.delete(assignments, documentKey(scope, roleGuid, policyGuid));
  storeAssignment(context, {
    ...bound,
    name: formatAssignmentName({ policyGuid: after.policyGuid, roleGuid }),
    policyId: policyIdOf(scope, after.policyGuid),
    policyIdSent: false,
  });
}

function put(context: EmulatorContext, scope: string, document: JsonObject): void {
  const { policyGuid, roleGuid } = parseAssignmentName(String(document["name"])) ?? { policyGuid: "", roleGuid: "" };
  context.documents.put(assignments, documentKey(scope, roleGuid, policyGuid), document);
}

function fromDocument(scope: string, document: JsonObject): RoleAssignment | undefined {
  const { name, roleDefinitionId, policyId, policyIdSent, deleted } = document;
  if (deleted === true) return undefined;
  return {
    scope,
    name: String(name),
    roleDefinitionId: String(roleDefinitionId),
    policyId: String(policyId),
    policyIdSent: policyIdSent === true,
  };
}

function byDefault(scope: string, roleGuid: string): RoleAssignment {
  const policyGuid = defaultPolicyGuid(scope, roleGuid);
  return {
    scope,
    name: formatAssignmentName({ policyGuid, roleGuid }),
    roleDefinitionId: roleDefinitionIdAt(scope, roleGuid),
    policyId: policyIdOf(scope, policyGuid),
    policyIdSent: false,
  };
}
