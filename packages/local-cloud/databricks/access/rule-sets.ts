import { documentCodec } from "../../../base/json/plain.ts";
import { expandTemplate, matchTemplate } from "../../../base/path-template.ts";
import {
  type GrantRule,
  servicePrincipalRoles,
  servicePrincipalRuleSet,
} from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { groupsOf } from "../identities/directory.ts";
import { type Identity, referenceOf } from "../identities/identity.ts";
import { versionTag } from "../version-tag.ts";
import { workspace } from "../workspace.ts";

/** Who holds which role on a service principal, and the version of that. */
export type RuleSet = { readonly name: string; readonly etag: string; readonly grant_rules: readonly GrantRule[] };

const collection = "ruleSet";
const ruleSets = documentCodec<RuleSet>();

/** A rule set that was never written is empty, and has a version all the same. */
export function presentRuleSet(context: EmulatorContext, name: string): RuleSet {
  const stored = context.documents.get(collection, name);
  return stored === undefined ? { name, etag: versionTag(0, name), grant_rules: [] } : ruleSets.read(stored);
}

export function storeRuleSet(context: EmulatorContext, name: string, grantRules: readonly GrantRule[]): RuleSet {
  const ruleSet: RuleSet = { name, etag: versionTag(context.next(), context.unique()), grant_rules: grantRules };
  context.documents.put(collection, name, ruleSet);
  return ruleSet;
}

function ruleSetName(applicationId: string): string {
  const variables = { account_id: workspace.account_id, application_id: applicationId };
  return expandTemplate(servicePrincipalRuleSet, variables) ?? "";
}

/** The service principal that a rule set is about; undefined when the name is of another kind or account. */
export function applicationIn(name: string): string | undefined {
  const variables = matchTemplate(servicePrincipalRuleSet, name);
  return variables?.["account_id"] === workspace.account_id ? variables["application_id"] : undefined;
}

/** Whether somebody holds a role on a service principal, by name or through a group of the account. */
export function holdsRole(context: EmulatorContext, holder: Identity, applicationId: string, role: string): boolean {
  const names = new Set([referenceOf(holder), ...groupsOf(context, holder)]);
  return presentRuleSet(context, ruleSetName(applicationId)).grant_rules.some(
    (rule) => rule.role === role && rule.principals.some((each) => names.has(normalized(each))),
  );
}

export function isServicePrincipalUser(context: EmulatorContext, holder: Identity, applicationId: string): boolean {
  return holdsRole(context, holder, applicationId, servicePrincipalRoles.user);
}

/** Adds a grant to those there are. */
export function grantRole(context: EmulatorContext, applicationId: string, role: string, principal: string): void {
  const name = ruleSetName(applicationId);
  const { grant_rules } = presentRuleSet(context, name);
  storeRuleSet(context, name, [...grant_rules, { role, principals: [principal] }]);
}

/** Forgets the grants on a service principal that is no more. */
export function removeRuleSet(context: EmulatorContext, applicationId: string): void {
  context.documents.delete(collection, ruleSetName(applicationId));
}

function normalized(ref: string): string {
  return ref.startsWith("users/") ? ref.toLowerCase() : ref;
}
