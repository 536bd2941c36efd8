// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import type { ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** Arguments of RoleManagementPolicyAssignment. */
export interface RoleManagementPolicyAssignmentArgs {
  /**
   * Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name something: it
   * holds nothing but slashes; must not end with a slash, nor have two between names; must not have `.` or `..` between
   * slashes.
   */
  readonly scope: Input<string>;
  /**
   * Id of the policy to assign; found by scope and role definition when left out. Left out: found on the platform by
   * scope and roleDefinitionId.
   */
  readonly policyId?: Input<string | undefined> | undefined;
  /** Id of the role definition to which the policy is assigned. */
  readonly roleDefinitionId?: Input<string | undefined> | undefined;
  /**
   * Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the two ids
   * when left out. Rules: must be two GUIDs joined by an underscore: the policy's, then the role definition's. Left
   * out: made of other fields: <policyGuid>_<roleDefinitionGuid>. A change replaces the object.
   */
  readonly roleManagementPolicyAssignmentName?: Input<string | undefined> | undefined;
}

/** What the rule applies to. */
export interface RuleTarget {
  /** Whose requests the rule judges. Rules: known values: None, Admin, EndUser. */
  readonly caller?: "None" | "Admin" | "EndUser" | (string & {}) | undefined;
  /** Settings that scopes below can't override. */
  readonly enforcedSettings?: readonly string[] | undefined;
  /** Settings that scopes below may inherit. */
  readonly inheritableSettings?: readonly string[] | undefined;
  /** Level of assignment to which the rule applies. Rules: known values: Eligibility, Assignment. */
  readonly level?: "Eligibility" | "Assignment" | (string & {}) | undefined;
  /**
   * Operations that the rule judges. Rules: known values: All, Activate, Deactivate, Assign, Update, Remove, Extend,
   * Renew.
   */
  readonly operations?: readonly ("All" | "Activate" | "Deactivate" | "Assign" | "Update" | "Remove" | "Extend" | "Renew" | (string & {}))[] | undefined;
  /** Objects to which the rule is limited. */
  readonly targetObjects?: readonly string[] | undefined;
}

/** A user or group. */
export interface UserSet {
  /** Who this is, in words. */
  readonly description?: string | undefined;
  /** Object id of the user or group. */
  readonly id?: string | undefined;
  /** Whether to turn to this approver only when the others fail. */
  readonly isBackup?: boolean | undefined;
  /** Whether this is a user or a group. Rules: known values: User, Group. */
  readonly userType?: "User" | "Group" | (string & {}) | undefined;
}

/** A stage of the approval. */
export interface ApprovalStage {
  /** Days after which the request lapses. */
  readonly approvalStageTimeOutInDays?: number | undefined;
  /** Who decides after the escalation. */
  readonly escalationApprovers?: readonly UserSet[] | undefined;
  /** Minutes without an answer from the primary approvers after which the request is escalated. */
  readonly escalationTimeInMinutes?: number | undefined;
  /** Whether approvers must give a reason for their decision. */
  readonly isApproverJustificationRequired?: boolean | undefined;
  /** Whether requests are escalated at all. */
  readonly isEscalationEnabled?: boolean | undefined;
  /** Who decides first. */
  readonly primaryApprovers?: readonly UserSet[] | undefined;
}

/** How requests are approved. */
export interface ApprovalSettings {
  /** How the stages follow one another. Rules: known values: SingleStage, Serial, Parallel, NoApproval. */
  readonly approvalMode?: "SingleStage" | "Serial" | "Parallel" | "NoApproval" | (string & {}) | undefined;
  /** Stages that a request goes through, in their order. */
  readonly approvalStages?: readonly ApprovalStage[] | undefined;
  /** Whether a request needs approval. */
  readonly isApprovalRequired?: boolean | undefined;
  /** Whether the extension of an assignment needs approval. */
  readonly isApprovalRequiredForExtension?: boolean | undefined;
  /** Whether the requestor must give a reason. */
  readonly isRequestorJustificationRequired?: boolean | undefined;
}

/** Who must approve an activation. */
export interface RoleManagementPolicyApprovalRule {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyApprovalRule. */
  readonly ruleType: "RoleManagementPolicyApprovalRule";
  /** Id of the rule. */
  readonly id?: string | undefined;
  /** What the rule applies to. */
  readonly target?: RuleTarget | undefined;
  /** How requests are approved. */
  readonly setting?: ApprovalSettings | undefined;
}

/** Which authentication context an activation needs. */
export interface RoleManagementPolicyAuthenticationContextRule {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyAuthenticationContextRule. */
  readonly ruleType: "RoleManagementPolicyAuthenticationContextRule";
  /** Id of the rule. */
  readonly id?: string | undefined;
  /** What the rule applies to. */
  readonly target?: RuleTarget | undefined;
  /** Value of the authentication context's claim. */
  readonly claimValue?: string | undefined;
  /** Whether the rule is in force. */
  readonly isEnabled?: boolean | undefined;
}

/** What a request must come with. */
export interface RoleManagementPolicyEnablementRule {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyEnablementRule. */
  readonly ruleType: "RoleManagementPolicyEnablementRule";
  /** Id of the rule. */
  readonly id?: string | undefined;
  /** What the rule applies to. */
  readonly target?: RuleTarget | undefined;
  /** What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing. */
  readonly enabledRules?: readonly ("MultiFactorAuthentication" | "Justification" | "Ticketing" | (string & {}))[] | undefined;
}

/** How long an assignment may last. */
export interface RoleManagementPolicyExpirationRule {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyExpirationRule. */
  readonly ruleType: "RoleManagementPolicyExpirationRule";
  /** Id of the rule. */
  readonly id?: string | undefined;
  /** What the rule applies to. */
  readonly target?: RuleTarget | undefined;
  /** Whether an assignment must end. */
  readonly isExpirationRequired?: boolean | undefined;
  /** The longest time an assignment may last, such as `PT8H`. */
  readonly maximumDuration?: string | undefined;
}

/** Who is told about it. */
export interface RoleManagementPolicyNotificationRule {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule. */
  readonly ruleType: "RoleManagementPolicyNotificationRule";
  /** Id of the rule. */
  readonly id?: string | undefined;
  /** What the rule applies to. */
  readonly target?: RuleTarget | undefined;
  /** Whether those whom `recipientType` names are told. */
  readonly isDefaultRecipientsEnabled?: boolean | undefined;
  /** How much is told. Rules: known values: None, Critical, All. */
  readonly notificationLevel?: "None" | "Critical" | "All" | (string & {}) | undefined;
  /** Who else is told. */
  readonly notificationRecipients?: readonly string[] | undefined;
  /** By what means. Rules: known values: Email. */
  readonly notificationType?: "Email" | (string & {}) | undefined;
  /** Which kind of people are told. Rules: known values: Requestor, Approver, Admin. */
  readonly recipientType?: "Requestor" | "Approver" | "Admin" | (string & {}) | undefined;
}

/** Who changed the policy last. */
export interface Principal {
  /** Name of the principal for people. */
  readonly displayName?: string | undefined;
  /** Email address of the principal. */
  readonly email?: string | undefined;
  /** Id of the principal. */
  readonly id?: string | undefined;
  /** Type of the principal, such as user or group. */
  readonly type?: string | undefined;
}

/** The policy assigned. */
export interface PolicyAssignmentPropertiesPolicy {
  /**
   * Who changed the policy last. No drift when it moves: it tells who wrote last, and what was written is compared
   * itself.
   */
  readonly lastModifiedBy: Principal;
  /** Id of the policy. */
  readonly id?: string | undefined;
  /**
   * When the policy was last changed. No drift when it moves: it tells when the last write was, and what was written is
   * compared itself.
   */
  readonly lastModifiedDateTime?: string | undefined;
}

/** The role definition to which the policy is assigned. */
export interface PolicyAssignmentPropertiesRoleDefinition {
  /** Name of the role definition for people. */
  readonly displayName?: string | undefined;
  /** Id of the role definition. */
  readonly id?: string | undefined;
  /** Type of the role definition. */
  readonly type?: string | undefined;
}

/** The scope at which it is assigned. */
export interface PolicyAssignmentPropertiesScope {
  /** Name of the scope for people. */
  readonly displayName?: string | undefined;
  /** Id of the scope. */
  readonly id?: string | undefined;
  /** Type of the scope. */
  readonly type?: string | undefined;
}

/** The policy, role definition and scope that the assignment joins, in the platform's words. */
export interface PolicyAssignmentProperties {
  /** The policy assigned. */
  readonly policy?: PolicyAssignmentPropertiesPolicy | undefined;
  /** The role definition to which the policy is assigned. */
  readonly roleDefinition?: PolicyAssignmentPropertiesRoleDefinition | undefined;
  /** The scope at which it is assigned. */
  readonly scope?: PolicyAssignmentPropertiesScope | undefined;
}

/** What the rule applies to. */
export interface RuleTargetArgs {
  /** Whose requests the rule judges. Rules: known values: None, Admin, EndUser. */
  readonly caller?: Input<"None" | "Admin" | "EndUser" | (string & {}) | undefined> | undefined;
  /** Settings that scopes below can't override. */
  readonly enforcedSettings?: Input<readonly Input<string>[] | undefined> | undefined;
  /** Settings that scopes below may inherit. */
  readonly inheritableSettings?: Input<readonly Input<string>[] | undefined> | undefined;
  /** Level of assignment to which the rule applies. Rules: known values: Eligibility, Assignment. */
  readonly level?: Input<"Eligibility" | "Assignment" | (string & {}) | undefined> | undefined;
  /**
   * Operations that the rule judges. Rules: known values: All, Activate, Deactivate, Assign, Update, Remove, Extend,
   * Renew.
   */
  readonly operations?: Input<readonly Input<"All" | "Activate" | "Deactivate" | "Assign" | "Update" | "Remove" | "Extend" | "Renew" | (string & {})>[] | undefined> | undefined;
  /** Objects to which the rule is limited. */
  readonly targetObjects?: Input<readonly Input<string>[] | undefined> | undefined;
}

/** A user or group. */
export interface UserSetArgs {
  /** Who this is, in words. */
  readonly description?: Input<string | undefined> | undefined;
  /** Object id of the user or group. */
  readonly id?: Input<string | undefined> | undefined;
  /** Whether to turn to this approver only when the others fail. */
  readonly isBackup?: Input<boolean | undefined> | undefined;
  /** Whether this is a user or a group. Rules: known values: User, Group. */
  readonly userType?: Input<"User" | "Group" | (string & {}) | undefined> | undefined;
}

/** A stage of the approval. */
export interface ApprovalStageArgs {
  /** Days after which the request lapses. */
  readonly approvalStageTimeOutInDays?: Input<number | undefined> | undefined;
  /** Who decides after the escalation. */
  readonly escalationApprovers?: Input<readonly Input<UserSetArgs>[] | undefined> | undefined;
  /** Minutes without an answer from the primary approvers after which the request is escalated. */
  readonly escalationTimeInMinutes?: Input<number | undefined> | undefined;
  /** Whether approvers must give a reason for their decision. */
  readonly isApproverJustificationRequired?: Input<boolean | undefined> | undefined;
  /** Whether requests are escalated at all. */
  readonly isEscalationEnabled?: Input<boolean | undefined> | undefined;
  /** Who decides first. */
  readonly primaryApprovers?: Input<readonly Input<UserSetArgs>[] | undefined> | undefined;
}

/** How requests are approved. */
export interface ApprovalSettingsArgs {
  /** How the stages follow one another. Rules: known values: SingleStage, Serial, Parallel, NoApproval. */
  readonly approvalMode?: Input<"SingleStage" | "Serial" | "Parallel" | "NoApproval" | (string & {}) | undefined> | undefined;
  /** Stages that a request goes through, in their order. */
  readonly approvalStages?: Input<readonly Input<ApprovalStageArgs>[] | undefined> | undefined;
  /** Whether a request needs approval. */
  readonly isApprovalRequired?: Input<boolean | undefined> | undefined;
  /** Whether the extension of an assignment needs approval. */
  readonly isApprovalRequiredForExtension?: Input<boolean | undefined> | undefined;
  /** Whether the requestor must give a reason. */
  readonly isRequestorJustificationRequired?: Input<boolean | undefined> | undefined;
}

/** Who must approve an activation. */
export interface RoleManagementPolicyApprovalRuleArgs {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyApprovalRule. */
  readonly ruleType: Input<"RoleManagementPolicyApprovalRule">;
  /** Id of the rule. */
  readonly id?: Input<string | undefined> | undefined;
  /** What the rule applies to. */
  readonly target?: Input<RuleTargetArgs | undefined> | undefined;
  /** How requests are approved. */
  readonly setting?: Input<ApprovalSettingsArgs | undefined> | undefined;
}

/** Which authentication context an activation needs. */
export interface RoleManagementPolicyAuthenticationContextRuleArgs {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyAuthenticationContextRule. */
  readonly ruleType: Input<"RoleManagementPolicyAuthenticationContextRule">;
  /** Id of the rule. */
  readonly id?: Input<string | undefined> | undefined;
  /** What the rule applies to. */
  readonly target?: Input<RuleTargetArgs | undefined> | undefined;
  /** Value of the authentication context's claim. */
  readonly claimValue?: Input<string | undefined> | undefined;
  /** Whether the rule is in force. */
  readonly isEnabled?: Input<boolean | undefined> | undefined;
}

/** What a request must come with. */
export interface RoleManagementPolicyEnablementRuleArgs {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyEnablementRule. */
  readonly ruleType: Input<"RoleManagementPolicyEnablementRule">;
  /** Id of the rule. */
  readonly id?: Input<string | undefined> | undefined;
  /** What the rule applies to. */
  readonly target?: Input<RuleTargetArgs | undefined> | undefined;
  /** What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing. */
  readonly enabledRules?: Input<readonly Input<"MultiFactorAuthentication" | "Justification" | "Ticketing" | (string & {})>[] | undefined> | undefined;
}

/** How long an assignment may last. */
export interface RoleManagementPolicyExpirationRuleArgs {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyExpirationRule. */
  readonly ruleType: Input<"RoleManagementPolicyExpirationRule">;
  /** Id of the rule. */
  readonly id?: Input<string | undefined> | undefined;
  /** What the rule applies to. */
  readonly target?: Input<RuleTargetArgs | undefined> | undefined;
  /** Whether an assignment must end. */
  readonly isExpirationRequired?: Input<boolean | undefined> | undefined;
  /** The longest time an assignment may last, such as `PT8H`. */
  readonly maximumDuration?: Input<string | undefined> | undefined;
}

/** Who is told about it. */
export interface RoleManagementPolicyNotificationRuleArgs {
  /** The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule. */
  readonly ruleType: Input<"RoleManagementPolicyNotificationRule">;
  /** Id of the rule. */
  readonly id?: Input<string | undefined> | undefined;
  /** What the rule applies to. */
  readonly target?: Input<RuleTargetArgs | undefined> | undefined;
  /** Whether those whom `recipientType` names are told. */
  readonly isDefaultRecipientsEnabled?: Input<boolean | undefined> | undefined;
  /** How much is told. Rules: known values: None, Critical, All. */
  readonly notificationLevel?: Input<"None" | "Critical" | "All" | (string & {}) | undefined> | undefined;
  /** Who else is told. */
  readonly notificationRecipients?: Input<readonly Input<string>[] | undefined> | undefined;
  /** By what means. Rules: known values: Email. */
  readonly notificationType?: Input<"Email" | (string & {}) | undefined> | undefined;
  /** Which kind of people are told. Rules: known values: Requestor, Approver, Admin. */
  readonly recipientType?: Input<"Requestor" | "Approver" | "Admin" | (string & {}) | undefined> | undefined;
}

/** Who changed the policy last. */
export interface PrincipalArgs {
  /** Name of the principal for people. */
  readonly displayName?: Input<string | undefined> | undefined;
  /** Email address of the principal. */
  readonly email?: Input<string | undefined> | undefined;
  /** Id of the principal. */
  readonly id?: Input<string | undefined> | undefined;
  /** Type of the principal, such as user or group. */
  readonly type?: Input<string | undefined> | undefined;
}

/** The policy assigned. */
export interface PolicyAssignmentPropertiesPolicyArgs {
  /**
   * Who changed the policy last. No drift when it moves: it tells who wrote last, and what was written is compared
   * itself.
   */
  readonly lastModifiedBy: Input<PrincipalArgs>;
  /** Id of the policy. */
  readonly id?: Input<string | undefined> | undefined;
  /**
   * When the policy was last changed. No drift when it moves: it tells when the last write was, and what was written is
   * compared itself.
   */
  readonly lastModifiedDateTime?: Input<string | undefined> | undefined;
}

/** The role definition to which the policy is assigned. */
export interface PolicyAssignmentPropertiesRoleDefinitionArgs {
  /** Name of the role definition for people. */
  readonly displayName?: Input<string | undefined> | undefined;
  /** Id of the role definition. */
  readonly id?: Input<string | undefined> | undefined;
  /** Type of the role definition. */
  readonly type?: Input<string | undefined> | undefined;
}

/** The scope at which it is assigned. */
export interface PolicyAssignmentPropertiesScopeArgs {
  /** Name of the scope for people. */
  readonly displayName?: Input<string | undefined> | undefined;
  /** Id of the scope. */
  readonly id?: Input<string | undefined> | undefined;
  /** Type of the scope. */
  readonly type?: Input<string | undefined> | undefined;
}

/** The policy, role definition and scope that the assignment joins, in the platform's words. */
export interface PolicyAssignmentPropertiesArgs {
  /** The policy assigned. */
  readonly policy?: Input<PolicyAssignmentPropertiesPolicyArgs | undefined> | undefined;
  /** The role definition to which the policy is assigned. */
  readonly roleDefinition?: Input<PolicyAssignmentPropertiesRoleDefinitionArgs | undefined> | undefined;
  /** The scope at which it is assigned. */
  readonly scope?: Input<PolicyAssignmentPropertiesScopeArgs | undefined> | undefined;
}

/** Fields that an existing object must have. */
export interface RoleManagementPolicyAssignmentState {
  /**
   * Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name something: it
   * holds nothing but slashes; must not end with a slash, nor have two between names; must not have `.` or `..` between
   * slashes.
   */
  readonly scope?: Input<string | undefined> | undefined;
  /**
   * Id of the policy to assign; found by scope and role definition when left out. Left out: found on the platform by
   * scope and roleDefinitionId.
   */
  readonly policyId?: Input<string | undefined> | undefined;
  /** Id of the role definition to which the policy is assigned. */
  readonly roleDefinitionId?: Input<string | undefined> | undefined;
  /**
   * Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the two ids
   * when left out. Rules: must be two GUIDs joined by an underscore: the policy's, then the role definition's. Left
   * out: made of other fields: <policyGuid>_<roleDefinitionGuid>. A change replaces the object.
   */
  readonly roleManagementPolicyAssignmentName?: Input<string | undefined> | undefined;
  /** The rules in effect, as the platform computes them from the policy. */
  readonly effectiveRules?: Input<readonly Input<RoleManagementPolicyApprovalRuleArgs | RoleManagementPolicyAuthenticationContextRuleArgs | RoleManagementPolicyEnablementRuleArgs | RoleManagementPolicyExpirationRuleArgs | RoleManagementPolicyNotificationRuleArgs>[] | undefined> | undefined;
  /** Id under which the assignment can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Name of the assignment on the platform. */
  readonly name?: Input<string | undefined> | undefined;
  /** The policy, role definition and scope that the assignment joins, in the platform's words. */
  readonly policyAssignmentProperties?: Input<PolicyAssignmentPropertiesArgs | undefined> | undefined;
  /** Type of the resource, as the platform writes it. */
  readonly type?: Input<string | undefined> | undefined;
}

/**
 * Binds a role management policy to a role definition at a scope, and shows the rules that are in effect there. Section
 * 2.2 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `/<scope>/providers/<namespace>.Authorization/roleManagementPolicyAssignments/<name>`
 *
 * @example
 * import { authorization, azure, cel, project } from "plumbline-sdk";
 *
 * project("approvals");
 *
 * new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
 *
 * const approvers = new authorization.RoleManagementPolicyAssignment("approvers", {
 *   scope: "/subscriptions/11111111-2222-3333-4444-555555555555",
 *   roleDefinitionId: "/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c",
 * });
 *
 * export const rulesInEffect = cel`size(${approvers.effectiveRules})`;
 */
export class RoleManagementPolicyAssignment extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: RoleManagementPolicyAssignmentState, options?: ReadOptions<"azure">): RoleManagementPolicyAssignment {
    return new RoleManagementPolicyAssignment(name, existing<RoleManagementPolicyAssignmentArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: RoleManagementPolicyAssignmentArgs, options?: ResourceOptions<"azure", keyof RoleManagementPolicyAssignmentArgs, "effectiveRules" | "name" | "policyAssignmentProperties" | "type">) {
    super("authorization:RoleManagementPolicyAssignment", "azure", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name something: it
   * holds nothing but slashes; must not end with a slash, nor have two between names; must not have `.` or `..` between
   * slashes.
   */
  get scope(): Output<string> {
    return this.field("scope");
  }

  /**
   * Id of the policy to assign; found by scope and role definition when left out. Left out: found on the platform by
   * scope and roleDefinitionId.
   */
  get policyId(): Output<string | undefined> {
    return this.field("policyId");
  }

  /** Id of the role definition to which the policy is assigned. */
  get roleDefinitionId(): Output<string | undefined> {
    return this.field("roleDefinitionId");
  }

  /**
   * Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the two ids
   * when left out. Rules: must be two GUIDs joined by an underscore: the policy's, then the role definition's. Left
   * out: made of other fields: <policyGuid>_<roleDefinitionGuid>. A change replaces the object.
   */
  get roleManagementPolicyAssignmentName(): Output<string | undefined> {
    return this.field("roleManagementPolicyAssignmentName");
  }

  /** The rules in effect, as the platform computes them from the policy. */
  get effectiveRules(): Output<readonly (RoleManagementPolicyApprovalRule | RoleManagementPolicyAuthenticationContextRule | RoleManagementPolicyEnablementRule | RoleManagementPolicyExpirationRule | RoleManagementPolicyNotificationRule)[]> {
    return this.field("effectiveRules");
  }

  /** Id under which the assignment can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Name of the assignment on the platform. */
  get name(): Output<string> {
    return this.field("name");
  }

  /** The policy, role definition and scope that the assignment joins, in the platform's words. */
  get policyAssignmentProperties(): Output<PolicyAssignmentProperties> {
    return this.field("policyAssignmentProperties");
  }

  /** Type of the resource, as the platform writes it. */
  get type(): Output<string> {
    return this.field("type");
  }
}
