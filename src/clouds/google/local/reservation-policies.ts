import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import type { LocalReply, LocalRequest, LocalRoute, World } from "../../ground/local-vendor.ts";
import {
  conditionalPolicyVersion,
  emptyPolicyEtag,
  policyVersions,
  reservationPattern,
  testPermissionsFields,
} from "../wire/policy-wire.ts";
import { resourceNames, wirePaths } from "../wire/resource-names.ts";
import { computeRefusal, computeUnreadable } from "./compute-reply.ts";
import { type AskedPolicy, type Binding, policyComplaint, readSetPolicyRequest } from "./policy-rules.ts";
import { readMessage } from "./read-message.ts";
import { type Query, readCount, readQuery } from "./read-query.ts";
import { answer } from "./rpc-reply.ts";

const reservations = "reservation";
const policies = "policy";

/** What the local cloud keeps of a policy that somebody has set. */
interface StoredPolicy {
  readonly etag: string;
  readonly bindings: readonly Binding[];
  readonly auditConfigs: readonly JsonObject[];
}

interface PolicyCall {
  readonly request: LocalRequest;
  readonly query: Query;
  /** Full name of the reservation. */
  readonly name: string;
  readonly world: World;
}

/** The IAM policy of `reservations` in Compute v1. */
export const reservationPolicyRoutes: readonly LocalRoute[] = [
  policyMethod(
    "GET",
    wirePaths.getIamPolicy,
    "compute.reservations.getIamPolicy",
    ["optionsRequestedPolicyVersion"],
    getPolicy,
  ),
  policyMethod("POST", wirePaths.setIamPolicy, "compute.reservations.setIamPolicy", [], setPolicy),
  policyMethod("POST", wirePaths.testIamPermissions, null, [], testPermissions),
];

/** Plants a reservation, with a policy when `policy.bindings` says so. */
export function seedReservation(object: JsonObject, world: World): void {
  const { project, zone, name: reservation, policy, ...unknown } = object;
  if (typeof project !== "string" || typeof zone !== "string" || typeof reservation !== "string") {
    throw new TypeError("a reservation needs `project`, `zone` and `name`");
  }
  if (!reservationPattern.test(reservation)) throw new TypeError(`${reservation} is no name for a reservation`);
  const strange = Object.keys(unknown);
  if (strange.length > 0) throw new TypeError(`a reservation has no ${strange.join(", ")}`);
  const name = expandTemplate(resourceNames.reservation, { project, zone, reservation });
  if (name === undefined) throw new TypeError("`project` and `zone` must not be empty");
  world.documents.put(reservations, name, {});
  if (policy === undefined) return;
  const asked = readSetPolicyRequest({ policy });
  if (!asked.ok) throw new TypeError(asked.error.map((each) => each.description).join("; "));
  const complaint = policyComplaint({ ...asked.value, version: conditionalPolicyVersion }, false);
  if (complaint !== undefined) throw new TypeError(complaint);
  store(name, asked.value, world);
}

function policyMethod(
  method: string,
  template: string,
  permission: string | null,
  parameters: readonly string[],
  handle: (call: PolicyCall) => LocalReply,
): LocalRoute {
  return {
    method,
    template,
    handle: (request, params, world) => {
      if (request.caller === null) {
        const reply = computeRefusal(401, "required", "Login Required.");
        return { ...reply, headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' } };
      }
      const query = readQuery(request.query, parameters);
      if (!query.ok) return computeUnreadable(query.error);
      const name = expandTemplate(resourceNames.reservation, params) ?? "";
      if (!reservationPattern.test(params["reservation"] ?? "") || name.split("/").length !== 6) {
        return computeRefusal(400, "invalid", `Invalid value for field 'resource': '${params["reservation"]}'.`);
      }
      if (permission !== null && !request.caller.permitted) {
        return computeRefusal(403, "forbidden", `Required '${permission}' permission for '${name}'`);
      }
      if (world.mode === "faithful" && world.documents.get(reservations, name) === undefined) {
        return computeRefusal(404, "notFound", `The resource '${name}' was not found`);
      }
      return handle({ request, query: query.value, name, world });
    },
  };
}

function getPolicy({ query, name, world }: PolicyCall): LocalReply {
  const version = readCount(query, "optionsRequestedPolicyVersion", 0);
  if (!version.ok) return computeUnreadable(version.error);
  if (!policyVersions.includes(version.value)) {
    return computeRefusal(400, "invalid", `Policy version ${version.value} is not one of 0, 1 and 3.`);
  }
  return answer(shown(stored(name, world), version.value));
}

function setPolicy({ request, name, world }: PolicyCall): LocalReply {
  const asked = readSetPolicyRequest(request.body);
  if (!asked.ok) return computeUnreadable(asked.error);
  const current = stored(name, world);
  const complaint = policyComplaint(asked.value, current?.bindings.some(hasCondition) ?? false);
  if (complaint !== undefined) return computeRefusal(400, "badRequest", complaint);
  if (asked.value.etag !== undefined && asked.value.etag !== (current?.etag ?? emptyPolicyEtag)) {
    return computeRefusal(412, "conditionNotMet", "The policy has changed since the etag was read.");
  }
  world.wrote("update", `${name}/iamPolicy`);
  return answer(shown(store(name, asked.value, world), conditionalPolicyVersion));
}

function testPermissions({ request }: PolicyCall): LocalReply {
  const read = readMessage(request.body, testPermissionsFields, "");
  if (!read.ok) return computeUnreadable(read.error);
  const permissions = Array.isArray(read.value["permissions"]) ? read.value["permissions"].map(String) : [];
  const wild = permissions.find((permission) => permission.includes("*"));
  if (wild !== undefined) return computeRefusal(400, "invalid", `Permissions can't have wildcards: ${wild}.`);
  // Asking is free: a caller without rights just holds none of them.
  return answer(request.caller?.permitted === true && permissions.length > 0 ? { permissions } : {});
}

function stored(name: string, world: World): StoredPolicy | undefined {
  return world.documents.get(policies, name) as unknown as StoredPolicy | undefined;
}

function store(name: string, asked: AskedPolicy, world: World): StoredPolicy {
  const policy = { etag: newEtag(world), bindings: asked.bindings, auditConfigs: asked.auditConfigs };
  world.documents.put(policies, name, policy as unknown as JsonObject);
  return policy;
}

/** A tag like the platform's: base64 of eight bytes that no other write ever has. */
function newEtag(world: World): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16BE(0x0705, 0);
  bytes.writeUIntBE(world.next(), 2, 6);
  return bytes.toString("base64");
}

/**
 * The policy in the version asked for. Before version 3 there are no conditions: such bindings appear under a
 * marked role name, so that nobody takes them for unconditional ones.
 */
function shown(policy: StoredPolicy | undefined, asked: number): JsonObject {
  if (policy === undefined) return { etag: emptyPolicyEtag };
  const whole = asked === conditionalPolicyVersion;
  const bindings = policy.bindings.map((binding): JsonObject => {
    const { role, members, condition } = binding;
    if (condition === undefined) return { role, members };
    if (whole) return { role, members, condition };
    return { role: `${role}_withcond_${digest(condition).slice("sha256:".length, "sha256:".length + 20)}`, members };
  });
  return {
    version: whole && policy.bindings.some(hasCondition) ? conditionalPolicyVersion : 1,
    etag: policy.etag,
    ...(bindings.length === 0 ? {} : { bindings }),
    ...(policy.auditConfigs.length === 0 ? {} : { auditConfigs: policy.auditConfigs }),
  };
}

function hasCondition(binding: Binding): boolean {
  return binding.condition !== undefined;
}
