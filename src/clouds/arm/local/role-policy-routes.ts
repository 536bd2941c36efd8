import type { JsonObject } from "../../../base/json.ts";
import type { LocalReply, LocalRoute, World } from "../../ground/local-vendor.ts";
import { errorCodes, notImplementedMessage } from "../wire/error-shapes.ts";
import { roleManagementPolicies as type } from "../wire/resource-types.ts";
import { parseRoleFilter } from "../wire/role-filter.ts";
import { lastSegment, plainScope } from "../wire/scope.ts";
import { armError, done, methodNotSupported, resourceNotFound } from "./arm-reply.ts";
import { type ArmCall, armRoute } from "./arm-route.ts";
import { memberOf, seedText } from "./json-access.ts";
import { mergeRules, projectRules } from "./policy-rule-merge.ts";
import { policyIdOf } from "./role-assignments.ts";
import {
  findPolicy,
  modifiedBy,
  nameRole,
  policiesOfRole,
  type RolePolicy,
  rolesAt,
  storePolicy,
} from "./role-policies.ts";
import { describeScope, resourceGroupOf } from "./scope-description.ts";

export const rolePolicyRoutes: readonly LocalRoute[] = [
  armRoute({ method: "GET", type, path: "item", handle: get }),
  armRoute({ method: "PATCH", type, path: "item", handle: patch }),
  armRoute({ method: "GET", type, path: "collection", handle: list }),
  // Neither is built by the service: policies are neither made nor removed by anybody.
  armRoute({ method: "PUT", type, path: "item", handle: () => done(400, notImplementedMessage) }),
  armRoute({ method: "DELETE", type, path: "item", handle: () => methodNotSupported("DELETE") }),
];

/** `rolePolicy {scope, roleDefinitionId, rules?}`: rules (whole or in part, by id) over those that the role's policy has. */
export function seedRolePolicy(seed: JsonObject, world: World): void {
  const scope = plainScope(seedText(seed, "scope"));
  const roleGuid = lastSegment(seedText(seed, "roleDefinitionId"));
  const sent = seed["rules"] ?? [];
  if (!Array.isArray(sent)) throw new TypeError("`rules` must be a list of rules");
  nameRole(world, scope, roleGuid);
  const policy = policiesOfRole(world, scope, roleGuid)[0];
  if (policy === undefined) throw new TypeError("the role has no policy");
  const whole = sent.map((rule) => {
    const before = policy.rules.find((each) => each["id"] === memberOf(rule, "id"));
    return { ...before, ...(rule as JsonObject) };
  });
  const merged = mergeRules(policy.rules, whole, type.versions.at(-1) ?? "");
  if (!merged.ok) throw new TypeError(merged.error);
  storePolicy(world, { ...policy, rules: merged.value });
}

function scopeOf(call: ArmCall): string {
  return plainScope(call.params["scope"] ?? "");
}

function notFound(call: ArmCall): LocalReply {
  return resourceNotFound(`${type.name}/${call.params["name"] ?? ""}`, resourceGroupOf(scopeOf(call)));
}

function get(call: ArmCall): LocalReply {
  const policy = findPolicy(call.world, scopeOf(call), call.params["name"] ?? "");
  return policy === undefined ? notFound(call) : done(200, render(policy, call.apiVersion));
}

function list(call: ArmCall): LocalReply {
  const { world } = call;
  const scope = scopeOf(call);
  const filter = call.request.query.get("$filter");
  const role = filter === null ? undefined : parseRoleFilter(filter);
  if (filter !== null && role === undefined) {
    return armError(400, errorCodes.invalidFilter, `The filter '${filter}' is not supported.`);
  }
  if (role !== undefined) nameRole(world, scope, lastSegment(role));
  const roles = role === undefined ? rolesAt(world, scope) : [lastSegment(role)];
  const found = roles.flatMap((roleGuid) => policiesOfRole(world, scope, roleGuid));
  return done(200, { value: found.map((policy) => render(policy, call.apiVersion)) });
}

function patch(call: ArmCall): LocalReply {
  const { world } = call;
  const policy = findPolicy(world, scopeOf(call), call.params["name"] ?? "");
  if (policy === undefined) return notFound(call);
  const sent = memberOf(memberOf(call.request.body, "properties"), "rules") ?? [];
  if (!Array.isArray(sent)) return armError(400, errorCodes.invalidRequest, "The property 'rules' must be a list.");
  const merged = mergeRules(policy.rules, sent, call.apiVersion);
  if (!merged.ok) return armError(400, errorCodes.invalidPolicy, merged.error);
  const at = world.timestamp(3).replace(/Z$/, "+00:00");
  const changed: RolePolicy = { ...policy, rules: merged.value, modified: { by: call.caller, at } };
  storePolicy(world, changed);
  world.wrote("update", policyIdOf(policy.scope, policy.policyGuid));
  return done(200, render(changed, call.apiVersion));
}

function render(policy: RolePolicy, apiVersion: string): JsonObject {
  const rules = projectRules(policy.rules, apiVersion);
  return {
    properties: {
      scope: `/${policy.scope}`,
      displayName: null,
      description: null,
      isOrganizationDefault: false,
      lastModifiedDateTime: policy.modified?.at ?? null,
      lastModifiedBy: modifiedBy(policy),
      rules,
      effectiveRules: rules,
      policyProperties: { scope: describeScope(policy.scope) },
    },
    name: policy.policyGuid,
    id: policyIdOf(policy.scope, policy.policyGuid),
    type: "Microsoft.Authorization/RoleManagementPolicies",
  };
}
