import { type Json, type JsonObject, jsonEqual } from "../../../base/json/json.ts";
import { factoryRules } from "../../../vendor-wire/azure/policy-rules.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { memberOf } from "../json-access.ts";
import { policiesOfRole, type RolePolicy } from "./role-policies.ts";

/**
 * The rules that hold where a policy is: its own, but for those that a scope around it enforces, and those that it has
 * never changed and a scope around it lets it inherit (rule targets' `enforcedSettings` and `inheritableSettings`, as
 * their field descriptions have it). The service itself answers null in both fields and inherits nothing; so does
 * `faithful` mode.
 */
export function effectiveRules(context: EmulatorContext, policy: RolePolicy): readonly JsonObject[] {
  if (context.mode === "faithful") return policy.rules;
  return ancestorsOf(policy.scope)
    .map((scope) => policiesOfRole(context, scope, policy.roleGuid)[0]?.rules ?? factoryRules)
    .concat([policy.rules])
    .reduce((above, own) => (above === factoryRules ? own : own.map((rule) => winner(above, rule))), factoryRules);
}

function winner(above: readonly JsonObject[], own: JsonObject): JsonObject {
  const theirs = above.find(({ id }) => id === own["id"]);
  if (theirs === undefined) return own;
  if (saysAll(theirs, "enforcedSettings")) return theirs;
  return saysAll(theirs, "inheritableSettings") && isUntouched(own) ? theirs : own;
}

function saysAll(rule: JsonObject, settings: "enforcedSettings" | "inheritableSettings"): boolean {
  const named = memberOf(rule["target"], settings);
  return Array.isArray(named) && named.some((each: Json) => String(each).toLowerCase() === "all");
}

function isUntouched(rule: JsonObject): boolean {
  const factory = factoryRules.find(({ id }) => id === rule["id"]);
  return factory === rule || jsonEqual(factory, rule);
}

/** The scopes around a plain one that its own address tells, from the outermost. */
function ancestorsOf(scope: string): readonly string[] {
  const [subscription, group] = /^(subscriptions\/[^/]+)(\/resourceGroups\/[^/]+)?/i.exec(scope)?.slice(1) ?? [];
  if (subscription === undefined) return [];
  const around = group === undefined ? [subscription] : [subscription, subscription + group];
  return around.filter((each) => each.length < scope.length);
}
