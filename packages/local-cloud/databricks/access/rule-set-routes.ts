import { isJsonObject, type Json } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import {
  directoryPaths,
  type GrantRule,
  servicePrincipalRoles,
} from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import type { Caller } from "../identities/caller.ts";
import { findIdentity } from "../identities/directory.ts";
import { splitReference } from "../identities/identity.ts";
import { errorReply, invalidParameter, notFound, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, accountRoute, workspaceRoute } from "../routes.ts";
import { applicationIn, holdsRole, presentRuleSet, storeRuleSet } from "./rule-sets.ts";

/** Roles on service principals: read and set by account admins and by the principal's managers. */
export const ruleSetRoutes: readonly LocalRoute[] = [
  workspaceRoute("GET", directoryPaths.ruleSets, readRuleSet),
  workspaceRoute("PUT", directoryPaths.ruleSets, replaceRuleSet),
  accountRoute("GET", directoryPaths.accountRuleSets, readRuleSet),
  accountRoute("PUT", directoryPaths.accountRuleSets, replaceRuleSet),
];

function readRuleSet({ request, caller }: AuthenticatedCall, context: EmulatorContext): LocalReply {
  const name = request.query.get("name") ?? "";
  if (!request.query.has("etag")) return invalidParameter(context, "etag is required; it may be empty.");
  return refuseNonManager(name, caller, context) ?? reply(context, 200, presentRuleSet(context, name));
}

function replaceRuleSet({ request, caller }: AuthenticatedCall, context: EmulatorContext): LocalReply {
  const body = isJsonObject(request.body) ? request.body : {};
  const ruleSet = body["rule_set"];
  const name = body["name"];
  if (typeof name !== "string" || !isJsonObject(ruleSet)) {
    return invalidParameter(context, "name and rule_set are required.");
  }
  const refusal = refuseNonManager(name, caller, context);
  if (refusal !== undefined) return refusal;
  if (ruleSet["name"] !== undefined && ruleSet["name"] !== name) {
    return invalidParameter(context, "rule_set.name is not the name.");
  }
  const rules = readRules(ruleSet["grant_rules"] ?? [], context);
  if (!rules.ok) return invalidParameter(context, rules.error);
  if (ruleSet["etag"] !== presentRuleSet(context, name).etag) {
    return errorReply(context, 409, "RESOURCE_CONFLICT", "The etag is not the rule set's present one.");
  }
  const stored = storeRuleSet(context, name, rules.value);
  context.wrote("update", name);
  return reply(context, 200, stored);
}

function refuseNonManager(name: string, caller: Caller, context: EmulatorContext): LocalReply | undefined {
  const application = applicationIn(name);
  if (application === undefined) return invalidParameter(context, `${name} is not the name of a rule set.`);
  if (findIdentity(context, "servicePrincipals", application) === undefined) {
    return notFound(context, `Service principal ${application} does not exist.`);
  }
  const manages = holdsRole(context, caller.identity, application, servicePrincipalRoles.manager);
  if (caller.isAccountAdmin || manages) return undefined;
  return permissionDenied(
    context,
    `${caller.identity.name} is neither an account admin nor a manager of ${application}.`,
  );
}

function readRules(value: Json, context: EmulatorContext): Result<readonly GrantRule[], string> {
  if (!Array.isArray(value)) return err("rule_set.grant_rules must be a list.");
  const rules: GrantRule[] = [];
  for (const rule of value as readonly Json[]) {
    const role = isJsonObject(rule) ? rule["role"] : undefined;
    if (!isJsonObject(rule) || !Object.values(servicePrincipalRoles).some((known) => known === role)) {
      return err(`The role ${JSON.stringify(role ?? null)} does not apply to service principals.`);
    }
    const principals = rule["principals"] ?? [];
    if (!isTexts(principals)) return err("grant_rules.principals must be a list of strings.");
    for (const principal of principals) {
      const [kind, name] = splitReference(principal);
      if (kind === undefined || findIdentity(context, kind, name) === undefined) {
        return err(`The principal ${JSON.stringify(principal)} does not exist.`);
      }
    }
    rules.push({ role: String(role), principals });
  }
  return ok(rules);
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
