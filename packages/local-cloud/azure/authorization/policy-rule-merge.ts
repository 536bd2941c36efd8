import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import {
  expirationRuleKind,
  factoryRules,
  pimOnlyModeRuleId,
  pimOnlyModeRuleKind,
  ruleKinds,
} from "../../../vendor-wire/azure/policy-rules.ts";
import { type PolicyVersionShape, policyVersionShape } from "../../../vendor-wire/azure/policy-version-shape.ts";
import { memberOf } from "../json-access.ts";
import { ruleContent } from "./rule-content.ts";

const kindById = new Map<string, string>([
  ...factoryRules.map((rule) => [String(rule["id"]), String(rule["ruleType"])] as const),
  [pimOnlyModeRuleId, pimOnlyModeRuleKind],
]);

/** Rules as one interface version shows them. */
export function projectRules(rules: readonly JsonObject[], apiVersion: string): readonly JsonObject[] {
  const shape = policyVersionShape(apiVersion);
  return rules.flatMap((rule) => {
    if (rule["ruleType"] === pimOnlyModeRuleKind && !shape.pimOnlyMode) return [];
    if (rule["ruleType"] !== expirationRuleKind || shape.exceptionMembers) return [rule];
    const { exceptionMembers: _, ...older } = rule;
    return [older];
  });
}

/**
 * Puts sent rules over those there are: a rule replaces the one with its id, the others stay. The error says why the
 * whole request is refused: unknown or incomplete rules, or settings that contradict each other.
 */
export function mergeRules(
  rules: readonly JsonObject[],
  sent: readonly Json[],
  apiVersion: string,
): Result<readonly JsonObject[], string> {
  const shape = policyVersionShape(apiVersion);
  const merged = new Map(rules.map((rule) => [String(rule["id"]), rule]));
  for (const rule of sent) {
    const complaint = complain(rule, shape);
    if (complaint !== undefined) return err(complaint);
    const content = ruleContent(rule as JsonObject);
    if (!content.ok) return content;
    const whole = content.value;
    const id = String(whole["id"]);
    merged.set(id, whole["ruleType"] === expirationRuleKind ? withExceptions(whole, merged.get(id), shape) : whole);
  }
  const contradiction = contradictionIn(merged);
  return contradiction === undefined ? ok([...merged.values()]) : err(contradiction);
}

/** A version that does not know `exceptionMembers` leaves them as they are. */
function withExceptions(rule: JsonObject, before: JsonObject | undefined, shape: PolicyVersionShape): JsonObject {
  const kept = shape.exceptionMembers ? rule["exceptionMembers"] : before?.["exceptionMembers"];
  return { ...rule, exceptionMembers: kept ?? null };
}

function complain(rule: Json, shape: PolicyVersionShape): string | undefined {
  if (!isJsonObject(rule)) return "A policy rule must be an object.";
  const { id, ruleType } = rule;
  const kind = typeof id === "string" ? kindById.get(id) : undefined;
  if (kind === undefined || (kind === pimOnlyModeRuleKind && !shape.pimOnlyMode)) {
    return `The policy rule id ${JSON.stringify(id ?? null)} is invalid.`;
  }
  if (ruleType !== kind) {
    return `The policy rule ${String(id)} is of type ${kind}, not ${JSON.stringify(ruleType ?? null)}.`;
  }
  const missing = ["target", ...(ruleKinds[kind] ?? [])].filter((field) => !Object.hasOwn(rule, field));
  if (missing.length > 0) return `The policy rule ${String(id)} is incomplete: it lacks ${missing.join(", ")}.`;
  return kind === pimOnlyModeRuleKind && shape.excludesAreGuids ? complainOfExcludes(rule) : undefined;
}

function complainOfExcludes(rule: JsonObject): string | undefined {
  const excludes = memberOf(rule["pimOnlyModeSettings"], "excludes");
  const ids = Array.isArray(excludes) ? excludes.map((each: Json) => memberOf(each, "id")) : [];
  const odd = ids.find((id) => typeof id !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id));
  return odd === undefined
    ? undefined
    : `${JSON.stringify(odd)} is not the guid of a user or group that can be excluded.`;
}

function contradictionIn(rules: ReadonlyMap<string, JsonObject>): string | undefined {
  const enabled = rules.get("Enablement_EndUser_Assignment")?.["enabledRules"];
  const context = rules.get("AuthenticationContext_EndUser_Assignment")?.["isEnabled"];
  if (context === true && Array.isArray(enabled) && enabled.includes("MultiFactorAuthentication")) {
    return "Multifactor authentication and an authentication context can't both be required on activation.";
  }
  const setting = rules.get("Approval_EndUser_Assignment")?.["setting"];
  const stages = memberOf(setting, "approvalStages");
  const someoneApproves =
    Array.isArray(stages) &&
    stages.some((stage: Json) => {
      const approvers = memberOf(stage, "primaryApprovers");
      return Array.isArray(approvers) && approvers.length > 0;
    });
  if (memberOf(setting, "isApprovalRequired") === true && !someoneApproves) {
    return "Approval is required on activation, but no approver is named.";
  }
  return undefined;
}
