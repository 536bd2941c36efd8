import type { MessageFields } from "./field-kinds.ts";

/** Compute v1 messages around the IAM policy of a reservation. */
export const setPolicyRequestFields = {
  policy: "object",
  bindings: "objects",
  etag: "string",
} as const satisfies MessageFields;
export const policyFields = {
  version: "integer",
  bindings: "objects",
  etag: "string",
  auditConfigs: "objects",
} as const satisfies MessageFields;
export const bindingFields = {
  role: "string",
  members: "strings",
  condition: "object",
} as const satisfies MessageFields;
export const conditionFields = {
  expression: "string",
  title: "string",
  description: "string",
  location: "string",
} as const satisfies MessageFields;
export const auditConfigFields = { service: "string", auditLogConfigs: "objects" } as const satisfies MessageFields;
export const auditLogConfigFields = {
  logType: { words: ["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"] },
  exemptedMembers: "strings",
} as const satisfies MessageFields;
export const testPermissionsFields = { permissions: "strings" } as const satisfies MessageFields;

/** Version 3 is needed wherever conditions are read or written. */
export const conditionalPolicyVersion = 3;
export const policyVersions: readonly number[] = [0, 1, conditionalPolicyVersion];
/** The etag of a policy that was never set. */
export const emptyPolicyEtag = "ACAB";
/** Every occurrence of a principal counts. */
export const policyLimits = { principals: 1500, groups: 250 } as const;
export const rolePattern = /^(?:roles|(?:projects|organizations)\/[^/]+\/roles)\/[A-Za-z0-9_.]+$/;

/** Type prefixes whose value is compared without regard to case; the prefix itself is exact. */
const foldedPrefixes = ["user", "serviceAccount", "group", "domain"];
const exactPrefixes = [
  "principal",
  "principalSet",
  "principalHierarchy",
  "projectOwner",
  "projectEditor",
  "projectViewer",
];

/** True for one of the forms that a member may have. */
export function isMember(member: string): boolean {
  if (member === "allUsers" || member === "allAuthenticatedUsers") return true;
  const parts = member.split(":");
  if (parts[0] === "deleted") return parts.length >= 3 && isMember(parts.slice(1).join(":"));
  const prefix = parts[0] ?? "";
  return (foldedPrefixes.includes(prefix) || exactPrefixes.includes(prefix)) && member.length > prefix.length + 1;
}

/** The spelling under which the platform keeps a member: e-mail addresses and domains in lower case. */
export function canonicalMember(member: string): string {
  const [prefix = "", ...rest] = member.split(":");
  if (prefix === "deleted") return `deleted:${canonicalMember(rest.join(":"))}`;
  return foldedPrefixes.includes(prefix) ? `${prefix}:${rest.join(":").toLowerCase()}` : member;
}
