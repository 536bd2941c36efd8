import {
  conditionalPolicyVersion,
  emptyPolicyEtag,
  policyVersions,
  testPermissionsFields,
} from "../../../vendor-wire/google/policy-wire.ts";
import { wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { conditionLanguage, loadConditionLanguage } from "../iam/condition-language.ts";
import { heldPermissions } from "../iam/policy-decision.ts";
import { type Binding, policyComplaint, readSetPolicyRequest } from "../iam/policy-rules.ts";
import { hasCondition, shownPolicy, storedPolicy, storePolicy } from "../iam/policy-store.ts";
import { readMessage } from "../read-message.ts";
import { readCount } from "../read-query.ts";
import { answer } from "../rpc-reply.ts";
import { computeRefusal, computeUnreadable } from "./compute-reply.ts";
import { type ComputeCall, type ComputeMethod, computeDenied, computeRoute } from "./compute-route.ts";
import { reservationAt, reservationName } from "./reservation-store.ts";

type PolicyHandler = (call: ComputeCall, name: string) => LocalReply;

/** The IAM policy of `reservations` in Compute v1. */
export const reservationPolicyRoutes: readonly LocalRoute[] = [
  policyMethod(
    { method: "GET", template: wirePaths.getIamPolicy, parameters: ["optionsRequestedPolicyVersion"] },
    "compute.reservations.getIamPolicy",
    getPolicy,
  ),
  policyMethod(
    {
      method: "POST",
      template: wirePaths.setIamPolicy,
      parameters: [],
      // A condition in the body has its word somewhere, or an escape that may spell it.
      prepare: (body) => (/condition|\\/.test(body) ? loadConditionLanguage() : undefined),
    },
    "compute.reservations.setIamPolicy",
    setPolicy,
  ),
  policyMethod(
    { method: "POST", template: wirePaths.testIamPermissions, parameters: [], prepare: loadConditionLanguage },
    null,
    testPermissions,
  ),
];

/** As documented a policy may be there without its reservation; the service refuses. */
function policyMethod(
  method: Omit<ComputeMethod, "handle">,
  permission: string | null,
  handle: PolicyHandler,
): LocalRoute {
  return computeRoute({
    ...method,
    handle: (call) => {
      const name = reservationName(call.params, call.context);
      if (permission !== null && !call.caller.permitted) return computeDenied(permission, name);
      if (call.context.mode === "faithful" && reservationAt(name, call.context).shown === undefined) {
        return computeRefusal(404, "notFound", `The resource '${name}' was not found`);
      }
      return handle(call, name);
    },
  });
}

function getPolicy({ query, context }: ComputeCall, name: string): LocalReply {
  const version = readCount(query, "optionsRequestedPolicyVersion", 0);
  if (!version.ok) return computeUnreadable(version.error);
  if (!policyVersions.includes(version.value)) {
    return computeRefusal(400, "invalid", `Policy version ${version.value} is not one of 0, 1 and 3.`);
  }
  return answer(shownPolicy(storedPolicy(name, context), version.value));
}

function setPolicy({ request, context }: ComputeCall, name: string): LocalReply {
  const asked = readSetPolicyRequest(request.body);
  if (!asked.ok) return computeUnreadable(asked.error);
  const current = storedPolicy(name, context);
  const complaint =
    policyComplaint(asked.value, current?.bindings.some(hasCondition) ?? false) ??
    conditionComplaint(asked.value.bindings);
  if (complaint !== undefined) return computeRefusal(400, "badRequest", complaint);
  if (asked.value.etag !== undefined && asked.value.etag !== (current?.etag ?? emptyPolicyEtag)) {
    return computeRefusal(412, "conditionNotMet", "The policy has changed since the etag was read.");
  }
  context.wrote("update", `${name}/iamPolicy`);
  return answer(shownPolicy(storePolicy(name, asked.value, context), conditionalPolicyVersion));
}

function conditionComplaint(bindings: readonly Binding[]): string | undefined {
  for (const { role, condition } of bindings) {
    if (condition === undefined) continue;
    const complaint = conditionLanguage().complaint(String(condition["expression"]));
    if (complaint !== undefined) return `The condition on ${role} can't be used: ${complaint}.`;
  }
  return undefined;
}

/** Asking is free: a caller without rights just holds none of them. */
function testPermissions({ request, caller, context }: ComputeCall, name: string): LocalReply {
  const read = readMessage(request.body, testPermissionsFields, "");
  if (!read.ok) return computeUnreadable(read.error);
  const asked = Array.isArray(read.value["permissions"]) ? read.value["permissions"].map(String) : [];
  const wild = asked.find((permission) => permission.includes("*"));
  if (wild !== undefined) return computeRefusal(400, "invalid", `Permissions can't have wildcards: ${wild}.`);
  const permissions = heldPermissions(asked, caller, name, storedPolicy(name, context)?.bindings ?? [], context);
  return answer(permissions.length === 0 ? {} : { permissions });
}
