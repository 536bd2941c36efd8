import type { JsonObject } from "../../base/json/json.ts";

/** Rule kinds: the discriminator `ruleType` and the fields that a whole rule of the kind has besides id and target. */
export const ruleKinds: Readonly<Record<string, readonly string[]>> = {
  RoleManagementPolicyApprovalRule: ["setting"],
  RoleManagementPolicyAuthenticationContextRule: ["isEnabled", "claimValue"],
  RoleManagementPolicyEnablementRule: ["enabledRules"],
  RoleManagementPolicyExpirationRule: ["isExpirationRequired", "maximumDuration"],
  RoleManagementPolicyNotificationRule: [
    "notificationType",
    "notificationLevel",
    "recipientType",
    "notificationRecipients",
    "isDefaultRecipientsEnabled",
  ],
  RoleManagementPolicyPimOnlyModeRule: ["pimOnlyModeSettings"],
};

/** The rule that exists only once somebody has sent it, and only in the versions of 2024. */
export const pimOnlyModeRuleId = "PIMOnlyMode_Admin_Assignment";
export const pimOnlyModeRuleKind = "RoleManagementPolicyPimOnlyModeRule";
export const expirationRuleKind = "RoleManagementPolicyExpirationRule";

type Caller = "Admin" | "EndUser";
type Level = "Eligibility" | "Assignment";

function rule(kind: string, caller: Caller, level: Level, fields: JsonObject, recipient?: string): JsonObject {
  const prefix = recipient === undefined ? kind : `${kind}_${recipient}`;
  return {
    id: `${prefix}_${caller}_${level}`,
    ruleType: `RoleManagementPolicy${kind}Rule`,
    target: {
      caller,
      operations: ["All"],
      level,
      targetObjects: null,
      inheritableSettings: null,
      enforcedSettings: null,
    },
    ...fields,
  };
}

function enablement(caller: Caller, level: Level, enabledRules: readonly string[]): JsonObject {
  return rule("Enablement", caller, level, { enabledRules });
}

function expiration(caller: Caller, level: Level, maximumDuration: string): JsonObject {
  return rule("Expiration", caller, level, { isExpirationRequired: true, maximumDuration, exceptionMembers: null });
}

function notifications(caller: Caller, level: Level): readonly JsonObject[] {
  return ["Admin", "Requestor", "Approver"].map((recipientType) =>
    rule(
      "Notification",
      caller,
      level,
      {
        notificationType: "Email",
        recipientType,
        isDefaultRecipientsEnabled: true,
        notificationLevel: "All",
        notificationRecipients: [],
      },
      recipientType,
    ),
  );
}

/**
 * The 17 rules of an untouched policy, in the order of the platform's answers, in the newest shape.
 * The ids are documented; no dump of an untouched policy is, so the values are what the portal shows by default:
 * eligibility ends after a year, active assignment after half a year, activation after eight hours.
 */
export const factoryRules: readonly JsonObject[] = [
  enablement("Admin", "Eligibility", []),
  expiration("Admin", "Eligibility", "P365D"),
  ...notifications("Admin", "Eligibility"),
  enablement("Admin", "Assignment", ["Justification"]),
  expiration("Admin", "Assignment", "P180D"),
  ...notifications("Admin", "Assignment"),
  rule("Approval", "EndUser", "Assignment", {
    setting: {
      isApprovalRequired: false,
      isApprovalRequiredForExtension: false,
      isRequestorJustificationRequired: true,
      approvalMode: "SingleStage",
      approvalStages: [
        {
          approvalStageTimeOutInDays: 1,
          isApproverJustificationRequired: true,
          escalationTimeInMinutes: 0,
          primaryApprovers: [],
          isEscalationEnabled: false,
          escalationApprovers: [],
        },
      ],
    },
  }),
  rule("AuthenticationContext", "EndUser", "Assignment", { isEnabled: false, claimValue: "" }),
  enablement("EndUser", "Assignment", ["Justification"]),
  expiration("EndUser", "Assignment", "PT8H"),
  ...notifications("EndUser", "Assignment"),
];
