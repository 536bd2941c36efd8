/** What may be in a place of a rule; null may be in every one but a list. */
export type RuleShape =
  | "text"
  | "flag"
  | "integer"
  | { readonly words: readonly string[] }
  | { readonly list: RuleShape }
  | { readonly members: Readonly<Record<string, RuleShape>> };

const texts: RuleShape = { list: "text" };

const userSets: RuleShape = {
  list: {
    members: { userType: { words: ["User", "Group"] }, isBackup: "flag", id: "text", description: "text" },
  },
};

const target: RuleShape = {
  members: {
    caller: "text",
    operations: texts,
    level: "text",
    targetObjects: texts,
    inheritableSettings: texts,
    enforcedSettings: texts,
  },
};

const approvalStage: RuleShape = {
  members: {
    approvalStageTimeOutInDays: "integer",
    isApproverJustificationRequired: "flag",
    escalationTimeInMinutes: "integer",
    primaryApprovers: userSets,
    isEscalationEnabled: "flag",
    escalationApprovers: userSets,
  },
};

const fieldsOfKinds: Readonly<Record<string, Readonly<Record<string, RuleShape>>>> = {
  RoleManagementPolicyApprovalRule: {
    setting: {
      members: {
        isApprovalRequired: "flag",
        isApprovalRequiredForExtension: "flag",
        isRequestorJustificationRequired: "flag",
        approvalMode: { words: ["SingleStage", "Serial", "Parallel", "NoApproval"] },
        approvalStages: { list: approvalStage },
      },
    },
  },
  RoleManagementPolicyAuthenticationContextRule: { isEnabled: "flag", claimValue: "text" },
  RoleManagementPolicyEnablementRule: {
    enabledRules: { list: { words: ["MultiFactorAuthentication", "Justification", "Ticketing"] } },
  },
  RoleManagementPolicyExpirationRule: {
    isExpirationRequired: "flag",
    maximumDuration: "text",
    exceptionMembers: userSets,
  },
  RoleManagementPolicyNotificationRule: {
    notificationType: { words: ["Email"] },
    notificationLevel: { words: ["None", "Critical", "All"] },
    recipientType: { words: ["Requestor", "Approver", "Admin"] },
    notificationRecipients: texts,
    isDefaultRecipientsEnabled: "flag",
  },
  RoleManagementPolicyPimOnlyModeRule: {
    pimOnlyModeSettings: {
      members: {
        mode: { words: ["Disabled", "Enabled", "ReportOnly"] },
        excludes: {
          list: {
            members: { type: { words: ["User", "Group", "ServicePrincipal"] }, id: "text", displayName: "text" },
          },
        },
        excludedAssignmentTypes: { list: { words: ["ServicePrincipalsAsTarget", "ServicePrincipalsAsRequestor"] } },
      },
    },
  },
};

/** A whole rule of a kind, in the newest version. Source: Microsoft.Authorization, 2024-09-01-preview. */
export function ruleShape(ruleType: string): RuleShape {
  return { members: { id: "text", ruleType: "text", target, ...fieldsOfKinds[ruleType] } };
}
