import type { Json } from "../../../packages/base/json/json.ts";
import type { RightRule } from "../schema/definition.ts";
import type { DriftMeaning } from "../schema/drift/drift-meaning.ts";
import type { BooleanSchema, ListSchema, ObjectSchema, Schema, UnionSchema } from "../schema/schema.ts";

/** The rules of a role management policy, as the platform computes them; output only (section 2.2). */

const texts = (
  description: string,
  item: string,
  drift: DriftMeaning,
  knownValues?: readonly string[],
): ListSchema => ({
  type: "array",
  unordered: true,
  description,
  drift,
  items: {
    type: "string",
    description: item,
    ...(knownValues === undefined ? {} : { knownValues, drift: "other" as const }),
  },
});

/** A rule that protects while it is true. */
const guard = (description: string): BooleanSchema => ({
  type: "boolean",
  description,
  drift: { to: { false: "guard-removed" } },
});

const target: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  title: "RuleTarget",
  description: "What the rule applies to.",
  properties: {
    caller: {
      type: "string",
      description: "Whose requests the rule judges.",
      knownValues: ["None", "Admin", "EndUser"],
      drift: { from: { Admin: "guard-removed", EndUser: "guard-removed" } },
    },
    enforcedSettings: texts("Settings that scopes below can't override.", "A setting.", { lost: "guard-removed" }),
    inheritableSettings: texts("Settings that scopes below may inherit.", "A setting.", "rights-changed"),
    level: {
      type: "string",
      description: "Level of assignment to which the rule applies.",
      knownValues: ["Eligibility", "Assignment"],
      drift: { from: { Eligibility: "guard-removed", Assignment: "guard-removed" } },
    },
    operations: texts("Operations that the rule judges.", "An operation.", { lost: "guard-removed", every: "All" }, [
      "All",
      "Activate",
      "Deactivate",
      "Assign",
      "Update",
      "Remove",
      "Extend",
      "Renew",
    ]),
    targetObjects: texts("Objects to which the rule is limited.", "An object.", { lost: "guard-removed", every: null }),
  },
};

const people = (description: string, drift: DriftMeaning): ListSchema => ({
  type: "array",
  unordered: true,
  itemKey: "id",
  description,
  drift,
  items: {
    type: "object",
    additionalProperties: false,
    title: "UserSet",
    description: "A user or group.",
    properties: {
      description: { type: "string", description: "Who this is, in words." },
      id: { type: "string", equality: "ignore-case", description: "Object id of the user or group." },
      isBackup: {
        type: "boolean",
        description: "Whether to turn to this approver only when the others fail.",
        drift: { to: { true: "approver-lost", false: "rights-widened" } },
      },
      userType: {
        type: "string",
        description: "Whether this is a user or a group.",
        knownValues: ["User", "Group"],
        drift: "rights-changed",
      },
    },
  },
});

/** Who is gained may approve, and who is lost may not. */
const approvers = (description: string): ListSchema =>
  people(description, { gained: "rights-widened", lost: "approver-lost" });

const setting: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  title: "ApprovalSettings",
  description: "How requests are approved.",
  properties: {
    approvalMode: {
      type: "string",
      description: "How the stages follow one another.",
      knownValues: ["SingleStage", "Serial", "Parallel", "NoApproval"],
      drift: { strictestFirst: [["Serial", "Parallel"], "SingleStage", "NoApproval"], looser: "guard-removed" },
    },
    approvalStages: {
      type: "array",
      description: "Stages that a request goes through, in their order.",
      drift: { gained: "rights-changed", lost: "guard-removed" },
      items: {
        type: "object",
        additionalProperties: false,
        title: "ApprovalStage",
        description: "A stage of the approval.",
        properties: {
          approvalStageTimeOutInDays: { type: "integer", description: "Days after which the request lapses." },
          escalationApprovers: approvers("Who decides after the escalation."),
          escalationTimeInMinutes: {
            type: "integer",
            description: "Minutes without an answer from the primary approvers after which the request is escalated.",
          },
          isApproverJustificationRequired: guard("Whether approvers must give a reason for their decision."),
          isEscalationEnabled: {
            type: "boolean",
            description: "Whether requests are escalated at all.",
            drift: { to: { true: "rights-widened" } },
          },
          primaryApprovers: approvers("Who decides first."),
        },
      },
    },
    isApprovalRequired: guard("Whether a request needs approval."),
    isApprovalRequiredForExtension: guard("Whether the extension of an assignment needs approval."),
    isRequestorJustificationRequired: guard("Whether the requestor must give a reason."),
  },
};

function rule(ruleType: string, description: string, fields: Readonly<Record<string, Schema>>): ObjectSchema {
  return {
    type: "object",
    additionalProperties: false,
    title: ruleType,
    description,
    required: ["ruleType"],
    properties: {
      ruleType: {
        type: "string",
        enum: [ruleType],
        description: "The kind of rule, as the platform names it.",
        drift: "other",
      },
      id: { type: "string", description: "Id of the rule." },
      target,
      ...fields,
    },
  };
}

const pimOnlyModeSettings: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  title: "PimOnlyModeSettings",
  description: "Where roles may be held without activating them.",
  properties: {
    mode: {
      type: "string",
      description: "Whether the rule is in force.",
      knownValues: ["Disabled", "Enabled", "ReportOnly"],
      drift: { strictestFirst: ["Enabled", "ReportOnly", "Disabled"], looser: "guard-removed" },
    },
    excludes: {
      type: "array",
      unordered: true,
      itemKey: "id",
      description: "Whom the rule does not bind.",
      drift: { gained: "guard-removed" },
      items: {
        type: "object",
        additionalProperties: false,
        title: "PimOnlyModeExclude",
        description: "A user, group or service principal.",
        properties: {
          displayName: { type: "string", description: "Name of the principal for people." },
          id: { type: "string", equality: "ignore-case", description: "Object id of the principal." },
          type: {
            type: "string",
            description: "What kind of principal it is.",
            knownValues: ["User", "Group", "ServicePrincipal"],
            drift: "rights-changed",
          },
        },
      },
    },
    excludedAssignmentTypes: texts(
      "Kinds of assignments that the rule does not bind.",
      "A kind of assignment.",
      { gained: "guard-removed" },
      ["ServicePrincipalsAsTarget", "ServicePrincipalsAsRequestor"],
    ),
  },
};

const policyRule: UnionSchema = {
  description: "A rule of the policy; `ruleType` tells the kind.",
  discriminator: { propertyName: "ruleType" },
  oneOf: [
    rule("RoleManagementPolicyApprovalRule", "Who must approve an activation.", { setting }),
    rule("RoleManagementPolicyAuthenticationContextRule", "Which authentication context an activation needs.", {
      claimValue: {
        type: "string",
        description: "Value of the authentication context's claim.",
        drift: { lost: "guard-removed", changed: "rights-changed" },
      },
      isEnabled: guard("Whether the rule is in force."),
    }),
    rule("RoleManagementPolicyEnablementRule", "What a request must come with.", {
      enabledRules: texts("What is asked for.", "A requirement.", { lost: "guard-removed" }, [
        "MultiFactorAuthentication",
        "Justification",
        "Ticketing",
      ]),
    }),
    rule("RoleManagementPolicyExpirationRule", "How long an assignment may last.", {
      isExpirationRequired: guard("Whether an assignment must end."),
      maximumDuration: {
        type: "string",
        format: "duration",
        description: "The longest time an assignment may last, such as `PT8H`.",
        drift: { longer: "rights-widened" },
      },
      exceptionMembers: {
        ...people("Whom the rule does not bind.", { gained: "guard-removed" }),
        since: "2024-09-01-preview",
      },
    }),
    rule("RoleManagementPolicyNotificationRule", "Who is told about it.", {
      isDefaultRecipientsEnabled: guard("Whether those whom `recipientType` names are told."),
      notificationLevel: {
        type: "string",
        description: "How much is told.",
        knownValues: ["None", "Critical", "All"],
        drift: { strictestFirst: ["All", "Critical", "None"], looser: "guard-removed" },
      },
      notificationRecipients: texts("Who else is told.", "A recipient.", { lost: "guard-removed" }),
      notificationType: { type: "string", description: "By what means.", knownValues: ["Email"], drift: "other" },
      recipientType: {
        type: "string",
        description: "Which kind of people are told.",
        knownValues: ["Requestor", "Approver", "Admin"],
        drift: "other",
      },
    }),
    {
      ...rule("RoleManagementPolicyPimOnlyModeRule", "Whether roles are held by activation only.", {
        pimOnlyModeSettings,
      }),
      since: "2024-02-01-preview",
    },
  ],
};

export const effectiveRules: ListSchema = {
  type: "array",
  // The first preview has the assignment without its rules.
  since: "2020-10-01",
  unordered: true,
  itemKey: "id",
  followsWrites: true,
  description: "The rules in effect, as the platform computes them from the policy.",
  drift: { gained: "rights-changed", lost: "guard-removed" },
  items: policyRule,
};

const approval = "effectiveRules.*.setting";
const requestors = "whoever asks for the role";
const receivers = "whoever is given the role";

/** A requirement: while the value stands there, there is no right to what it is about. */
const unless = (at: string, who: string, verb: string, what: string, is: Json = true): RightRule => ({
  ...{ at, is, guards: true, who, verb, what },
});

const requests = (what: string): Pick<RightRule, "guards" | "who" | "verb" | "what"> => ({
  ...{ guards: true, who: requestors, verb: "make", what: `requests ${what} without the rule` },
});

/** What the rules say of who may do what. */
export const policyRights: readonly RightRule[] = [
  {
    ...{ at: `${approval}.approvalStages.*.primaryApprovers.*`, called: "description" },
    what: "the right to approve requests in stage {stage}",
  },
  {
    ...{ at: `${approval}.approvalStages.*.escalationApprovers.*`, called: "description" },
    what: "the right to approve escalated requests in stage {stage}",
  },
  {
    ...{ at: `${approval}.approvalStages.*.isEscalationEnabled`, is: true, who: "whoever approves escalated requests" },
    ...{ verb: "decide", what: "on requests that the approvers of stage {stage} leave open" },
  },
  unless(`${approval}.isApprovalRequired`, requestors, "get", "the role without approval"),
  unless(`${approval}.isApprovalRequiredForExtension`, requestors, "get", "an extension without approval"),
  unless(`${approval}.isRequestorJustificationRequired`, requestors, "get", "the role without a reason"),
  unless(
    `${approval}.approvalStages.*.isApproverJustificationRequired`,
    ...(["whoever approves requests", "decide", "in stage {stage} without a reason"] as const),
  ),
  {
    ...{ at: `${approval}.approvalMode`, who: requestors, verb: "get", what: "the role" },
    limit: { some: "in approval mode {value}", none: "in no approval mode" },
  },
  {
    at: "effectiveRules.*.enabledRules.*",
    guards: true,
    who: requestors,
    verb: "get",
    what: "the role without {value}",
  },
  unless("effectiveRules.*.isEnabled", requestors, "get", "the role without the authentication context"),
  {
    ...{ at: "effectiveRules.*.claimValue", who: requestors, verb: "get", what: "the role" },
    limit: { some: "in authentication context {value}", none: "in no authentication context" },
  },
  unless("effectiveRules.*.isExpirationRequired", receivers, "have", "the role without an end"),
  {
    ...{ at: "effectiveRules.*.maximumDuration", who: receivers, verb: "have", what: "the role" },
    limit: { some: "for at most {value}", none: "without a limit" },
  },
  {
    ...{ at: "effectiveRules.*.exceptionMembers.*", called: "description" },
    ...{ verb: "have", what: "the role for longer than the rule says" },
  },
  {
    ...{ at: "effectiveRules.*.pimOnlyModeSettings.mode", is: "Enabled", guards: true },
    ...{ who: receivers, verb: "have", what: "the role without activating it" },
  },
  {
    ...{ at: "effectiveRules.*.pimOnlyModeSettings.excludes.*", called: "displayName" },
    ...{ verb: "have", what: "the role without activating it" },
  },
  {
    ...{ at: "effectiveRules.*.pimOnlyModeSettings.excludedAssignmentTypes.*", who: receivers },
    ...{ verb: "have", what: "the role without activating it where {value} is exempt" },
  },
  unless(
    "effectiveRules.*.isDefaultRecipientsEnabled",
    requestors,
    "get",
    "the role without notice to the usual recipients",
  ),
  {
    ...{ at: "effectiveRules.*.notificationRecipients.*", guards: true },
    ...{ who: requestors, verb: "get", what: "the role without notice to {value}" },
  },
  {
    ...{ at: "effectiveRules.*.notificationLevel", who: requestors, verb: "get", what: "the role" },
    limit: { some: "with notifications of level {value}", none: "without notifications" },
  },
  { at: "effectiveRules.*.target.caller", is: "EndUser", ...requests("of end users") },
  { at: "effectiveRules.*.target.caller", is: "Admin", ...requests("of admins") },
  { at: "effectiveRules.*.target.level", is: "Eligibility", ...requests("for eligibility") },
  { at: "effectiveRules.*.target.level", is: "Assignment", ...requests("for assignment") },
  { at: "effectiveRules.*.target.operations", ...requests("to {value}"), others: "do other than" },
  { at: "effectiveRules.*.target.targetObjects", ...requests("for {value}"), others: "others than" },
  {
    ...{ at: "effectiveRules.*.target.enforcedSettings.*", guards: true },
    ...{ who: "whoever manages a scope below", verb: "override", what: "{value}" },
  },
];
