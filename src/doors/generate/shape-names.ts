/**
 * Names of the objects inside a type, by where they stand (dotted, without indexes). They are the specification's own where it
 * names the object; any other is named after its place.
 */
const specified: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "authorization:RoleManagementPolicyAssignment": {
    "effectiveRules.target": "RuleTarget",
    "effectiveRules.setting": "ApprovalSettings",
    "effectiveRules.setting.approvalStages": "ApprovalStage",
    "effectiveRules.setting.approvalStages.escalationApprovers": "UserSet",
    "effectiveRules.setting.approvalStages.primaryApprovers": "UserSet",
    "effectiveRules.exceptionMembers": "UserSet",
    "effectiveRules.pimOnlyModeSettings": "PimOnlyModeSettings",
    "effectiveRules.pimOnlyModeSettings.excludes": "PimOnlyModeExclude",
    policyAssignmentProperties: "PolicyAssignmentProperties",
    "policyAssignmentProperties.policy": "PolicyAssignmentPropertiesPolicy",
    "policyAssignmentProperties.policy.lastModifiedBy": "Principal",
    "policyAssignmentProperties.roleDefinition": "PolicyAssignmentPropertiesRoleDefinition",
    "policyAssignmentProperties.scope": "PolicyAssignmentPropertiesScope",
  },
  "migrate:ServerCollector": {
    properties: "CollectorProperties",
    "properties.agentProperties": "CollectorAgentProperties",
    "properties.agentProperties.spnDetails": "CollectorBodyAgentSpnProperties",
  },
  "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection": {
    properties: "PrivateEndpointConnectionProperties",
    "properties.privateEndpoint": "PrivateEndpoint",
    "properties.privateLinkServiceConnectionState": "PrivateLinkServiceConnectionState",
    systemData: "SystemData",
  },
  "compute:ReservationIamMember": { condition: "Condition" },
  "settings:RestrictWorkspaceAdmins": { restrictWorkspaceAdmins: "RestrictWorkspaceAdminsConfiguration" },
};

/** The name of the object at a path of a resource's or function's values; `variant` is the discriminant inside a union. */
export function shapeName(type: string, path: readonly string[], variant?: string): string {
  const name = specified[type]?.[path.join(".")];
  if (variant !== undefined) return ruleName(variant);
  return name ?? `${baseName(type)}${path.map(capitalized).join("")}`;
}

/** `iam:OAuthClient` -> `OAuthClient`, `migrate:getX` -> `X`. */
export function baseName(type: string): string {
  const name = type.slice(type.indexOf(":") + 1);
  return /^get[A-Z]/.test(name) ? name.slice(3) : name;
}

/** `RoleManagementPolicyApprovalRule` -> itself: the platform's own word for the kind. */
function ruleName(variant: string): string {
  return variant;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
