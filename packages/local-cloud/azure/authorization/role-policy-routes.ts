import type { JsonObject } from "../../../base/json/json.ts";
import { formatAssignmentName } from "../../../vendor-wire/azure/assignment-name.ts";
import { errorCodes, notImplementedMessage } from "../../../vendor-wire/azure/error-shapes.ts";
import { policyVersionShape } from "../../../vendor-wire/azure/policy-version-shape.ts";
import { roleManagementPolicies as type } from "../../../vendor-wire/azure/resource-types.ts";
import { parseRoleFilter } from "../../../vendor-wire/azure/role-filter.ts";
import { lastSegment, plainScope, subscriptionPrefix } from "../../../vendor-wire/azure/scope.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { pageAtHand } from "../arm-page.ts";
import { armError, done, methodNotSupported, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes } from "../arm-route.ts";
import { guidOf } from "../guid.ts";
import { memberOf, optionalSeedText, pick, seedText } from "../json-access.ts";
import { describeScope, resourceGroupOf, roleDefinitionIdAt } from "../subscriptions/scope-description.ts";
import { effectiveRules } from "./effective-rules.ts";
import { mergeRules, projectRules } from "./policy-rule-merge.ts";
import { policyIdOf, replacePolicy, storeAssignment } from "./role-assignments.ts";
import {
  findPolicy,
  modifiedBy,
  nameRole,
  policiesOfRole,
  type RolePolicy,
  removePolicy,
  rolesAt,
  storePolicy,
  untouched,
} from "./role-policies.ts";

export const rolePolicyRoutes: readonly LocalRoute[] = armRoutes(type, {
  get,
  // The service has not built it: every role has its policy without that.
  put: () => done(400, notImplementedMessage),
  patch,
  delete: remove,
  list,
});

/**
 * `rolePolicy {scope, roleDefinitionId, name?, rules?, lastModifiedDateTime?}`: rules (whole or in part, by id) over
 * those that the role's policy has; `name` makes it the policy with that guid, with an assignment of its own.
 */
export function seedRolePolicy(seed: JsonObject, context: EmulatorContext): void {
  const scope = plainScope(seedText(seed, "scope"));
  const roleGuid = lastSegment(seedText(seed, "roleDefinitionId"));
  const sent = seed["rules"] ?? [];
  if (!Array.isArray(sent)) throw new TypeError("`rules` must be a list of rules");
  nameRole(context, scope, roleGuid);
  const name = optionalSeedText(seed, "name");
  const policy =
    name === undefined
      ? policiesOfRole(context, scope, roleGuid)[0]
      : (findPolicy(context, scope, name) ?? untouched(scope, roleGuid, name));
  if (policy === undefined) throw new TypeError("the role has no policy");
  const whole = sent.map((rule) => {
    const before = policy.rules.find((each) => each["id"] === memberOf(rule, "id"));
    return { ...before, ...(rule as JsonObject) };
  });
  const merged = mergeRules(policy.rules, whole, type.versions.at(-1) ?? "");
  if (!merged.ok) throw new TypeError(merged.error);
  const at = optionalSeedText(seed, "lastModifiedDateTime");
  const modified = at === undefined ? policy.modified : { by: null, at };
  storePolicy(context, { ...policy, rules: merged.value, modified });
  if (name === undefined) return;
  storeAssignment(context, {
    scope,
    name: formatAssignmentName({ policyGuid: name, roleGuid }),
    roleDefinitionId: roleDefinitionIdAt(scope, roleGuid),
    policyId: policyIdOf(scope, name),
    policyIdSent: false,
  });
}

/** As documented, a change goes with the policy; the one that every role has stays. The service refuses. */
function remove(call: ArmCall): LocalReply {
  if (call.context.mode === "faithful") return methodNotSupported("DELETE");
  const policy = findPolicy(call.context, scopeOf(call), call.params["name"] ?? "");
  if (policy === undefined) return done(204);
  removePolicy(call.context, policy);
  call.context.wrote("delete", policyIdOf(policy.scope, policy.policyGuid));
  return done(200);
}

function scopeOf(call: ArmCall): string {
  return plainScope(call.params["scope"] ?? "");
}

function notFound(call: ArmCall): LocalReply {
  return resourceNotFound(`${type.name}/${call.params["name"] ?? ""}`, resourceGroupOf(scopeOf(call)));
}

function get(call: ArmCall): LocalReply {
  const policy = findPolicy(call.context, scopeOf(call), call.params["name"] ?? "");
  return policy === undefined ? notFound(call) : done(200, render(policy, call));
}

function list(call: ArmCall): LocalReply {
  const { context } = call;
  const scope = scopeOf(call);
  const filter = call.request.query.get("$filter");
  const role = filter === null ? undefined : parseRoleFilter(filter);
  if (filter !== null && role === undefined) {
    return armError(400, errorCodes.invalidFilter, `The filter '${filter}' is not supported.`);
  }
  if (role !== undefined) nameRole(context, scope, lastSegment(role));
  const roles = role === undefined ? rolesAt(context, scope) : [lastSegment(role)];
  const found = roles.flatMap((roleGuid) => policiesOfRole(context, scope, roleGuid));
  return pageAtHand(
    call,
    found,
    ({ policyGuid }) => policyGuid,
    (policy) => render(policy, call),
  );
}

function patch(call: ArmCall): LocalReply {
  const { context } = call;
  const policy = findPolicy(context, scopeOf(call), call.params["name"] ?? "");
  if (policy === undefined) return notFound(call);
  const sent = memberOf(memberOf(call.request.body, "properties"), "rules") ?? [];
  if (!Array.isArray(sent)) return armError(400, errorCodes.invalidRequest, "The property 'rules' must be a list.");
  const merged = mergeRules(policy.rules, sent, call.apiVersion);
  if (!merged.ok) return armError(400, errorCodes.invalidPolicy, merged.error);
  const at = context.timestamp(3).replace(/Z$/, "+00:00");
  const texts = pick(memberOf(call.request.body, "properties"), ["displayName", "description"]);
  if (Object.values(texts).some((text) => typeof text !== "string")) {
    return armError(400, errorCodes.invalidRequest, "The properties 'displayName' and 'description' must be texts.");
  }
  const changed: RolePolicy = { ...policy, ...texts, rules: merged.value, modified: { by: call.caller, at } };
  // The real service has been seen to give a policy another guid with every change.
  const kept = context.mode === "faithful" ? { ...changed, policyGuid: guidOf(["policy", context.unique()]) } : changed;
  if (kept.policyGuid !== policy.policyGuid) replacePolicy(context, policy, kept);
  else storePolicy(context, kept);
  context.wrote("update", policyIdOf(policy.scope, policy.policyGuid));
  return done(200, render(kept, call));
}

function render(policy: RolePolicy, { apiVersion, params, context }: ArmCall): JsonObject {
  const echoes = policyVersionShape(apiVersion).echoesSubscriptionProvider;
  const prefix = echoes ? subscriptionPrefix(params["scope"] ?? "") : "";
  return {
    properties: {
      scope: `/${policy.scope}`,
      displayName: policy.displayName ?? null,
      description: policy.description ?? null,
      isOrganizationDefault: false,
      lastModifiedDateTime: policy.modified?.at ?? null,
      lastModifiedBy: modifiedBy(policy),
      rules: projectRules(policy.rules, apiVersion),
      effectiveRules: projectRules(effectiveRules(context, policy), apiVersion),
      policyProperties: { scope: describeScope(context, policy.scope) },
    },
    name: policy.policyGuid,
    id: `${prefix}${policyIdOf(policy.scope, policy.policyGuid)}`,
    type: "Microsoft.Authorization/RoleManagementPolicies",
  };
}
