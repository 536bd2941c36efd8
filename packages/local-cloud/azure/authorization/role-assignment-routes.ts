import type { JsonObject } from "../../../base/json/json.ts";
import { formatAssignmentName, parseAssignmentName } from "../../../vendor-wire/azure/assignment-name.ts";
import { errorCodes, notImplementedMessage } from "../../../vendor-wire/azure/error-shapes.ts";
import { policyVersionShape } from "../../../vendor-wire/azure/policy-version-shape.ts";
import { roleManagementPolicyAssignments as type } from "../../../vendor-wire/azure/resource-types.ts";
import { parseRoleFilter } from "../../../vendor-wire/azure/role-filter.ts";
import { idAtScope, lastSegment, plainScope, sameScope, subscriptionPrefix } from "../../../vendor-wire/azure/scope.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { pageAtHand } from "../arm-page.ts";
import { armError, done, methodNotSupported, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes } from "../arm-route.ts";
import { memberOf, textOf } from "../json-access.ts";
import { refuseConditions } from "../preconditions.ts";
import { describeScope, resourceGroupOf, roleDefinitionIdAt } from "../subscriptions/scope-description.ts";
import { builtInRoles } from "./built-in-roles.ts";
import { effectiveRules } from "./effective-rules.ts";
import { projectRules } from "./policy-rule-merge.ts";
import {
  findAssignment,
  listAssignments,
  parsePolicyId,
  policyIdOf,
  type RoleAssignment,
  removeAssignment,
  storeAssignment,
} from "./role-assignments.ts";
import { findPolicy, modifiedBy, nameRole, storePolicy, untouched } from "./role-policies.ts";

export const roleAssignmentRoutes: readonly LocalRoute[] = armRoutes(type, { get, put, delete: remove, list });

function scopeOf(call: ArmCall): string {
  return plainScope(call.params["scope"] ?? "");
}

function get(call: ArmCall): LocalReply {
  const scope = scopeOf(call);
  const name = call.params["name"] ?? "";
  const assignment = findAssignment(call.context, scope, name);
  if (assignment === undefined) return resourceNotFound(`${type.name}/${name}`, resourceGroupOf(scope));
  return done(200, render(call, assignment));
}

function list(call: ArmCall): LocalReply {
  const filter = call.request.query.get("$filter");
  const role = filter === null ? undefined : parseRoleFilter(filter);
  if (filter !== null && role === undefined) {
    return armError(400, errorCodes.invalidFilter, `The filter '${filter}' is not supported.`);
  }
  const roleGuid = role === undefined ? undefined : lastSegment(role);
  const found = listAssignments(call.context, scopeOf(call), roleGuid);
  return pageAtHand(
    call,
    found,
    ({ name }) => name,
    (assignment) => render(call, assignment),
  );
}

/** Upsert; always 201, as documented. The service itself has never built it. */
function put(call: ArmCall): LocalReply {
  const { context, params } = call;
  if (context.mode === "faithful") return done(400, notImplementedMessage);
  const scope = scopeOf(call);
  const name = params["name"] ?? "";
  const halves = parseAssignmentName(name);
  if (halves === undefined) {
    return armError(
      400,
      errorCodes.invalidResourceName,
      `The name '${name}' is not of the form {policyGuid}_{roleGuid}.`,
    );
  }
  const properties = memberOf(call.request.body, "properties");
  const bodyScope = textOf(memberOf(properties, "scope"));
  if (bodyScope !== undefined && !sameScope(bodyScope, scope)) {
    return armError(
      400,
      errorCodes.invalidRequest,
      `The scope '${bodyScope}' is not the scope of the request, '/${scope}'.`,
    );
  }
  const roleDefinitionId =
    textOf(memberOf(properties, "roleDefinitionId")) ?? roleDefinitionIdAt(scope, halves.roleGuid);
  const sentPolicyId = textOf(memberOf(properties, "policyId"));
  const policyId = sentPolicyId ?? policyIdOf(scope, halves.policyGuid);
  const policyParts = parsePolicyId(policyId);
  if (policyParts === undefined) {
    return armError(400, errorCodes.invalidLink, `'${policyId}' is not the id of a role management policy.`);
  }
  const roleGuid = lastSegment(roleDefinitionId);
  const expected = formatAssignmentName({ policyGuid: policyParts.policyGuid, roleGuid });
  if (expected.toLowerCase() !== name.toLowerCase()) {
    return armError(
      400,
      errorCodes.invalidResourceName,
      `The name '${name}' contradicts the body, which needs '${expected}'.`,
    );
  }
  nameRole(context, scope, roleGuid);
  const policy = findPolicy(context, policyParts.scope, policyParts.policyGuid);
  if (policy === undefined) {
    storePolicy(context, untouched(policyParts.scope, roleGuid, policyParts.policyGuid));
  } else if (policy.roleGuid.toLowerCase() !== roleGuid.toLowerCase()) {
    return armError(400, errorCodes.invalidLink, `The policy '${policyId}' belongs to another role definition.`);
  }
  const existed = findAssignment(context, scope, name) !== undefined;
  const refusal = refuseConditions(call, existed ? {} : undefined);
  if (refusal !== undefined) return refusal;
  const policyIdSent = sentPolicyId !== undefined;
  const assignment: RoleAssignment = { scope, name, roleDefinitionId, policyId, policyIdSent };
  storeAssignment(context, assignment);
  context.wrote(existed ? "update" : "create", fullId(assignment));
  return done(201, render(call, assignment));
}

function remove(call: ArmCall): LocalReply {
  if (call.context.mode === "faithful") return methodNotSupported("DELETE");
  const assignment = findAssignment(call.context, scopeOf(call), call.params["name"] ?? "");
  if (assignment === undefined) return done(204);
  removeAssignment(call.context, assignment);
  call.context.wrote("delete", fullId(assignment));
  return done(200);
}

/** The id under which the object can be addressed; answers show another one. */
function fullId({ scope, name }: RoleAssignment): string {
  return idAtScope(scope, `providers/${type.name}/${name}`);
}

function render(call: ArmCall, assignment: RoleAssignment): JsonObject {
  const { scope, name, roleDefinitionId, policyId, policyIdSent } = assignment;
  const policyParts = parsePolicyId(policyId) ?? { scope, policyGuid: "" };
  const roleGuid = lastSegment(roleDefinitionId);
  const policy =
    findPolicy(call.context, policyParts.scope, policyParts.policyGuid) ??
    untouched(policyParts.scope, roleGuid, policyParts.policyGuid);
  const roleName = builtInRoles[roleGuid.toLowerCase()];
  const shape = policyVersionShape(call.apiVersion);
  const prefix = shape.echoesSubscriptionProvider ? subscriptionPrefix(call.params["scope"] ?? "") : "";
  return {
    properties: {
      scope: `/${scope}`,
      roleDefinitionId,
      policyId: policyIdSent ? policyId : `${prefix}${policyId}`,
      ...(shape.effectiveRules
        ? { effectiveRules: projectRules(effectiveRules(call.context, policy), call.apiVersion) }
        : {}),
      policyAssignmentProperties: {
        scope: describeScope(call.context, scope),
        roleDefinition: {
          id: roleDefinitionId,
          displayName: roleName ?? roleGuid,
          type: roleName === undefined ? "CustomRole" : "BuiltInRole",
        },
        policy: {
          id: `/${plainScope(policyId)}`,
          lastModifiedBy: modifiedBy(policy),
          lastModifiedDateTime: policy.modified?.at ?? null,
        },
      },
    },
    name,
    // The service answers with a singular segment that it does not accept in requests.
    id: prefix + idAtScope(scope, `providers/Microsoft.Authorization/roleManagementPolicyAssignment/${name}`),
    type: "Microsoft.Authorization/RoleManagementPolicyAssignment",
  };
}
