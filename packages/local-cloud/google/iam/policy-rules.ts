import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import type { FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";
import {
  auditConfigFields,
  auditLogConfigFields,
  bindingFields,
  canonicalMember,
  conditionalPolicyVersion,
  conditionFields,
  isMember,
  policyFields,
  policyLimits,
  policyVersions,
  rolePattern,
  setPolicyRequestFields,
} from "../../../vendor-wire/google/policy-wire.ts";
import { readMessage } from "../read-message.ts";

export interface Binding {
  readonly role: string;
  readonly members: readonly string[];
  readonly condition?: JsonObject;
}

/** A policy as a caller asks for it, read and in canonical form. */
export interface AskedPolicy {
  readonly version: number;
  readonly etag: string | undefined;
  readonly bindings: readonly Binding[];
  readonly auditConfigs: readonly JsonObject[];
}

/** Reads a `ZoneSetPolicyRequest`; `policy` wins over the old flattened form. */
export function readSetPolicyRequest(body: Json | undefined): Result<AskedPolicy, readonly FieldViolation[]> {
  const request = readMessage(body, setPolicyRequestFields, "");
  if (!request.ok) return request;
  const { policy: nested, ...flattened } = request.value;
  const policy = readMessage(nested ?? flattened, policyFields, nested === undefined ? "" : "policy");
  if (!policy.ok) return policy;
  const bindings: Binding[] = [];
  const violations: FieldViolation[] = [];
  for (const each of objects(policy.value["bindings"])) {
    const read = readBinding(each);
    if (read.ok) bindings.push(read.value);
    else violations.push(...read.error);
  }
  const auditConfigs: JsonObject[] = [];
  for (const each of objects(policy.value["auditConfigs"])) {
    const read = readAuditConfig(each);
    if (read.ok) auditConfigs.push(read.value);
    else violations.push(...read.error);
  }
  if (violations.length > 0) return err(violations);
  return ok({
    version: Number(policy.value["version"] ?? 0),
    // An empty tag is the same as none.
    etag: String(policy.value["etag"] ?? "") || undefined,
    bindings: merged(bindings),
    auditConfigs,
  });
}

function readBinding(object: JsonObject): Result<Binding, readonly FieldViolation[]> {
  const binding = readMessage(object, bindingFields, "policy.bindings");
  if (!binding.ok) return binding;
  const condition = readMessage(binding.value["condition"], conditionFields, "policy.bindings.condition");
  if (!condition.ok) return condition;
  const members = Array.isArray(binding.value["members"]) ? binding.value["members"].map(String) : [];
  return ok({
    role: String(binding.value["role"] ?? ""),
    members: members.map(canonicalMember),
    ...(isJsonObject(binding.value["condition"]) ? { condition: condition.value } : {}),
  });
}

function readAuditConfig(object: JsonObject): Result<JsonObject, readonly FieldViolation[]> {
  const config = readMessage(object, auditConfigFields, "policy.audit_configs");
  if (!config.ok || config.value["auditLogConfigs"] === undefined) return config;
  const logs: JsonObject[] = [];
  for (const each of objects(config.value["auditLogConfigs"])) {
    const log = readMessage(each, auditLogConfigFields, "policy.audit_configs.audit_log_configs");
    if (!log.ok) return log;
    logs.push(log.value);
  }
  return ok({ ...config.value, auditLogConfigs: logs });
}

/** Bindings of one role and condition are one binding, and a member is in it once. */
function merged(bindings: readonly Binding[]): readonly Binding[] {
  const byKey = new Map<string, Binding>();
  for (const binding of bindings) {
    const { expression = "", title = "", description = "" } = binding.condition ?? {};
    const key = JSON.stringify([binding.role, binding.condition !== undefined, expression, title, description]);
    const members = [...new Set([...(byKey.get(key)?.members ?? []), ...binding.members])];
    byKey.set(key, { ...binding, members });
  }
  return [...byKey.values()];
}

/** Why a policy can't be set over one that has conditions or not; undefined when it can. */
export function policyComplaint(asked: AskedPolicy, currentHasConditions: boolean): string | undefined {
  if (!policyVersions.includes(asked.version)) return `Policy version ${asked.version} is not one of 0, 1 and 3.`;
  for (const { role, members, condition } of asked.bindings) {
    if (!rolePattern.test(role)) return `Role ${role} is not supported for this resource.`;
    if (members.length === 0) return `The binding of ${role} names no member.`;
    const stranger = members.find((member) => !isMember(member));
    if (stranger !== undefined) return `The member ${stranger} has none of the known forms.`;
    if (condition !== undefined && (!condition["expression"] || !condition["title"])) {
      return `The condition on ${role} needs an expression and a title.`;
    }
  }
  const principals = asked.bindings.flatMap((binding) => binding.members);
  if (principals.length > policyLimits.principals)
    return `A policy takes at most ${policyLimits.principals} principals.`;
  if (principals.filter((each) => each.startsWith("group:")).length > policyLimits.groups) {
    return `A policy takes at most ${policyLimits.groups} groups.`;
  }
  const conditional = asked.bindings.some((binding) => binding.condition !== undefined);
  // Only an unconditional write may drop conditions without saying version 3.
  const mustKnowConditions = conditional || (currentHasConditions && asked.etag !== undefined);
  if (mustKnowConditions && asked.version !== conditionalPolicyVersion) {
    return `A policy with conditions must be written with version ${conditionalPolicyVersion}.`;
  }
  return undefined;
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
