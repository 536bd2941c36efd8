# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `authorization`: Role management policy assignment."""

from __future__ import annotations

from typing import Any, List, Literal, Optional, Sequence, TypedDict, Union, overload

from .options import ResourceOptions
from .output import Input, ListOutput, ObjectOutput, Output
from .resource import CustomResource
from .shapes import Args, ListShape, ObjectShape, Record, UnionShape
from .typing_extras import Listing

__all__ = [
    "ApprovalSettings",
    "ApprovalSettingsOutput",
    "ApprovalSettingsState",
    "ApprovalStage",
    "ApprovalStageListOutput",
    "ApprovalStageOutput",
    "ApprovalStageState",
    "PolicyAssignmentProperties",
    "PolicyAssignmentPropertiesOutput",
    "PolicyAssignmentPropertiesPolicy",
    "PolicyAssignmentPropertiesPolicyOutput",
    "PolicyAssignmentPropertiesPolicyState",
    "PolicyAssignmentPropertiesRoleDefinition",
    "PolicyAssignmentPropertiesRoleDefinitionOutput",
    "PolicyAssignmentPropertiesRoleDefinitionState",
    "PolicyAssignmentPropertiesScope",
    "PolicyAssignmentPropertiesScopeOutput",
    "PolicyAssignmentPropertiesScopeState",
    "PolicyAssignmentPropertiesState",
    "Principal",
    "PrincipalOutput",
    "PrincipalState",
    "RoleManagementPolicyApprovalRule",
    "RoleManagementPolicyApprovalRuleOutput",
    "RoleManagementPolicyApprovalRuleState",
    "RoleManagementPolicyAssignment",
    "RoleManagementPolicyAssignmentArgs",
    "RoleManagementPolicyAssignmentArgsDict",
    "RoleManagementPolicyAuthenticationContextRule",
    "RoleManagementPolicyAuthenticationContextRuleOutput",
    "RoleManagementPolicyAuthenticationContextRuleState",
    "RoleManagementPolicyEnablementRule",
    "RoleManagementPolicyEnablementRuleOutput",
    "RoleManagementPolicyEnablementRuleState",
    "RoleManagementPolicyExpirationRule",
    "RoleManagementPolicyExpirationRuleOutput",
    "RoleManagementPolicyExpirationRuleState",
    "RoleManagementPolicyNotificationRule",
    "RoleManagementPolicyNotificationRuleOutput",
    "RoleManagementPolicyNotificationRuleState",
    "RoleManagementPolicyRuleListOutput",
    "RoleManagementPolicyRuleOutput",
    "RuleTarget",
    "RuleTargetOutput",
    "RuleTargetState",
    "UserSet",
    "UserSetListOutput",
    "UserSetOutput",
    "UserSetState",
]


class RuleTarget(Record):
    """What the rule applies to."""

    _shape = ObjectShape(
        {
            "caller": ("caller", None),
            "enforced_settings": ("enforcedSettings", None),
            "inheritable_settings": ("inheritableSettings", None),
            "level": ("level", None),
            "operations": ("operations", None),
            "target_objects": ("targetObjects", None),
        }
    )

    caller: Optional[Union[Literal["None", "Admin", "EndUser"], str]]
    """Whose requests the rule judges. Rules: known values: None, Admin, EndUser."""

    enforced_settings: Optional[List[str]]
    """Settings that scopes below can't override."""

    inheritable_settings: Optional[List[str]]
    """Settings that scopes below may inherit."""

    level: Optional[Union[Literal["Eligibility", "Assignment"], str]]
    """Level of assignment to which the rule applies. Rules: known values: Eligibility, Assignment."""

    operations: Optional[List[Union[Literal["All", "Activate", "Deactivate", "Assign", "Update", "Remove", "Extend", "Renew"], str]]]
    """Operations that the rule judges. Rules: known values: All, Activate, Deactivate, Assign, Update, Remove,
    Extend, Renew.
    """

    target_objects: Optional[List[str]]
    """Objects to which the rule is limited."""


class RuleTargetOutput(ObjectOutput[RuleTarget]):
    """What the rule applies to."""

    @property
    def caller(self) -> Output[Optional[Union[Literal["None", "Admin", "EndUser"], str]]]:
        """Whose requests the rule judges. Rules: known values: None, Admin, EndUser."""
        return self._field(Output, "caller")

    @property
    def enforced_settings(self) -> ListOutput[str]:
        """Settings that scopes below can't override."""
        return self._field(ListOutput, "enforcedSettings")

    @property
    def inheritable_settings(self) -> ListOutput[str]:
        """Settings that scopes below may inherit."""
        return self._field(ListOutput, "inheritableSettings")

    @property
    def level(self) -> Output[Optional[Union[Literal["Eligibility", "Assignment"], str]]]:
        """Level of assignment to which the rule applies. Rules: known values: Eligibility, Assignment."""
        return self._field(Output, "level")

    @property
    def operations(self) -> ListOutput[Union[Literal["All", "Activate", "Deactivate", "Assign", "Update", "Remove", "Extend", "Renew"], str]]:
        """Operations that the rule judges. Rules: known values: All, Activate, Deactivate, Assign, Update, Remove,
        Extend, Renew.
        """
        return self._field(ListOutput, "operations")

    @property
    def target_objects(self) -> ListOutput[str]:
        """Objects to which the rule is limited."""
        return self._field(ListOutput, "targetObjects")


class RuleTargetState(TypedDict, total=False):
    """Qualifies: What the rule applies to."""

    caller: Input[Union[Literal["None", "Admin", "EndUser"], str]]
    """Whose requests the rule judges. Rules: known values: None, Admin, EndUser."""

    enforced_settings: Input[Listing[Input[str]]]
    """Settings that scopes below can't override."""

    inheritable_settings: Input[Listing[Input[str]]]
    """Settings that scopes below may inherit."""

    level: Input[Union[Literal["Eligibility", "Assignment"], str]]
    """Level of assignment to which the rule applies. Rules: known values: Eligibility, Assignment."""

    operations: Input[Listing[Input[Union[Literal["All", "Activate", "Deactivate", "Assign", "Update", "Remove", "Extend", "Renew"], str]]]]
    """Operations that the rule judges. Rules: known values: All, Activate, Deactivate, Assign, Update, Remove,
    Extend, Renew.
    """

    target_objects: Input[Listing[Input[str]]]
    """Objects to which the rule is limited."""


class UserSet(Record):
    """A user or group."""

    _shape = ObjectShape(
        {
            "description": ("description", None),
            "id": ("id", None),
            "is_backup": ("isBackup", None),
            "user_type": ("userType", None),
        }
    )

    description: Optional[str]
    """Who this is, in words."""

    id: Optional[str]
    """Object id of the user or group."""

    is_backup: Optional[bool]
    """Whether to turn to this approver only when the others fail."""

    user_type: Optional[Union[Literal["User", "Group"], str]]
    """Whether this is a user or a group. Rules: known values: User, Group."""


class UserSetOutput(ObjectOutput[UserSet]):
    """A user or group."""

    @property
    def description(self) -> Output[Optional[str]]:
        """Who this is, in words."""
        return self._field(Output, "description")

    @property
    def id(self) -> Output[Optional[str]]:
        """Object id of the user or group."""
        return self._field(Output, "id")

    @property
    def is_backup(self) -> Output[Optional[bool]]:
        """Whether to turn to this approver only when the others fail."""
        return self._field(Output, "isBackup")

    @property
    def user_type(self) -> Output[Optional[Union[Literal["User", "Group"], str]]]:
        """Whether this is a user or a group. Rules: known values: User, Group."""
        return self._field(Output, "userType")


class UserSetState(TypedDict, total=False):
    """Qualifies: A user or group."""

    description: Input[str]
    """Who this is, in words."""

    id: Input[str]
    """Object id of the user or group."""

    is_backup: Input[bool]
    """Whether to turn to this approver only when the others fail."""

    user_type: Input[Union[Literal["User", "Group"], str]]
    """Whether this is a user or a group. Rules: known values: User, Group."""


class UserSetListOutput(ListOutput[UserSet]):
    """A list of UserSet objects, each an output of its own."""

    def __getitem__(self, index: int) -> UserSetOutput:
        return self._item(UserSetOutput, index)


class ApprovalStage(Record):
    """A stage of the approval."""

    _shape = ObjectShape(
        {
            "approval_stage_time_out_in_days": ("approvalStageTimeOutInDays", None),
            "escalation_approvers": ("escalationApprovers", ListShape(UserSet._shape)),
            "escalation_time_in_minutes": ("escalationTimeInMinutes", None),
            "is_approver_justification_required": ("isApproverJustificationRequired", None),
            "is_escalation_enabled": ("isEscalationEnabled", None),
            "primary_approvers": ("primaryApprovers", ListShape(UserSet._shape)),
        }
    )

    approval_stage_time_out_in_days: Optional[int]
    """Days after which the request lapses."""

    escalation_approvers: Optional[List[UserSet]]
    """Who decides after the escalation."""

    escalation_time_in_minutes: Optional[int]
    """Minutes without an answer from the primary approvers after which the request is escalated."""

    is_approver_justification_required: Optional[bool]
    """Whether approvers must give a reason for their decision."""

    is_escalation_enabled: Optional[bool]
    """Whether requests are escalated at all."""

    primary_approvers: Optional[List[UserSet]]
    """Who decides first."""


class ApprovalStageOutput(ObjectOutput[ApprovalStage]):
    """A stage of the approval."""

    @property
    def approval_stage_time_out_in_days(self) -> Output[Optional[int]]:
        """Days after which the request lapses."""
        return self._field(Output, "approvalStageTimeOutInDays")

    @property
    def escalation_approvers(self) -> UserSetListOutput:
        """Who decides after the escalation."""
        return self._field(UserSetListOutput, "escalationApprovers")

    @property
    def escalation_time_in_minutes(self) -> Output[Optional[int]]:
        """Minutes without an answer from the primary approvers after which the request is escalated."""
        return self._field(Output, "escalationTimeInMinutes")

    @property
    def is_approver_justification_required(self) -> Output[Optional[bool]]:
        """Whether approvers must give a reason for their decision."""
        return self._field(Output, "isApproverJustificationRequired")

    @property
    def is_escalation_enabled(self) -> Output[Optional[bool]]:
        """Whether requests are escalated at all."""
        return self._field(Output, "isEscalationEnabled")

    @property
    def primary_approvers(self) -> UserSetListOutput:
        """Who decides first."""
        return self._field(UserSetListOutput, "primaryApprovers")


class ApprovalStageState(TypedDict, total=False):
    """Qualifies: A stage of the approval."""

    approval_stage_time_out_in_days: Input[int]
    """Days after which the request lapses."""

    escalation_approvers: Input[Sequence[Input[UserSetState]]]
    """Who decides after the escalation."""

    escalation_time_in_minutes: Input[int]
    """Minutes without an answer from the primary approvers after which the request is escalated."""

    is_approver_justification_required: Input[bool]
    """Whether approvers must give a reason for their decision."""

    is_escalation_enabled: Input[bool]
    """Whether requests are escalated at all."""

    primary_approvers: Input[Sequence[Input[UserSetState]]]
    """Who decides first."""


class ApprovalStageListOutput(ListOutput[ApprovalStage]):
    """A list of ApprovalStage objects, each an output of its own."""

    def __getitem__(self, index: int) -> ApprovalStageOutput:
        return self._item(ApprovalStageOutput, index)


class ApprovalSettings(Record):
    """How requests are approved."""

    _shape = ObjectShape(
        {
            "approval_mode": ("approvalMode", None),
            "approval_stages": ("approvalStages", ListShape(ApprovalStage._shape)),
            "is_approval_required": ("isApprovalRequired", None),
            "is_approval_required_for_extension": ("isApprovalRequiredForExtension", None),
            "is_requestor_justification_required": ("isRequestorJustificationRequired", None),
        }
    )

    approval_mode: Optional[Union[Literal["SingleStage", "Serial", "Parallel", "NoApproval"], str]]
    """How the stages follow one another. Rules: known values: SingleStage, Serial, Parallel, NoApproval."""

    approval_stages: Optional[List[ApprovalStage]]
    """Stages that a request goes through, in their order."""

    is_approval_required: Optional[bool]
    """Whether a request needs approval."""

    is_approval_required_for_extension: Optional[bool]
    """Whether the extension of an assignment needs approval."""

    is_requestor_justification_required: Optional[bool]
    """Whether the requestor must give a reason."""


class ApprovalSettingsOutput(ObjectOutput[ApprovalSettings]):
    """How requests are approved."""

    @property
    def approval_mode(self) -> Output[Optional[Union[Literal["SingleStage", "Serial", "Parallel", "NoApproval"], str]]]:
        """How the stages follow one another. Rules: known values: SingleStage, Serial, Parallel, NoApproval."""
        return self._field(Output, "approvalMode")

    @property
    def approval_stages(self) -> ApprovalStageListOutput:
        """Stages that a request goes through, in their order."""
        return self._field(ApprovalStageListOutput, "approvalStages")

    @property
    def is_approval_required(self) -> Output[Optional[bool]]:
        """Whether a request needs approval."""
        return self._field(Output, "isApprovalRequired")

    @property
    def is_approval_required_for_extension(self) -> Output[Optional[bool]]:
        """Whether the extension of an assignment needs approval."""
        return self._field(Output, "isApprovalRequiredForExtension")

    @property
    def is_requestor_justification_required(self) -> Output[Optional[bool]]:
        """Whether the requestor must give a reason."""
        return self._field(Output, "isRequestorJustificationRequired")


class ApprovalSettingsState(TypedDict, total=False):
    """Qualifies: How requests are approved."""

    approval_mode: Input[Union[Literal["SingleStage", "Serial", "Parallel", "NoApproval"], str]]
    """How the stages follow one another. Rules: known values: SingleStage, Serial, Parallel, NoApproval."""

    approval_stages: Input[Sequence[Input[ApprovalStageState]]]
    """Stages that a request goes through, in their order."""

    is_approval_required: Input[bool]
    """Whether a request needs approval."""

    is_approval_required_for_extension: Input[bool]
    """Whether the extension of an assignment needs approval."""

    is_requestor_justification_required: Input[bool]
    """Whether the requestor must give a reason."""


class RoleManagementPolicyApprovalRule(Record):
    """Who must approve an activation."""

    _shape = ObjectShape(
        {
            "rule_type": ("ruleType", None),
            "id": ("id", None),
            "target": ("target", RuleTarget._shape),
            "setting": ("setting", ApprovalSettings._shape),
        }
    )

    rule_type: Literal["RoleManagementPolicyApprovalRule"]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyApprovalRule."""

    id: Optional[str]
    """Id of the rule."""

    target: Optional[RuleTarget]
    """What the rule applies to."""

    setting: Optional[ApprovalSettings]
    """How requests are approved."""


class RoleManagementPolicyApprovalRuleOutput(ObjectOutput[RoleManagementPolicyApprovalRule]):
    """Who must approve an activation."""

    @property
    def rule_type(self) -> Output[Literal["RoleManagementPolicyApprovalRule"]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyApprovalRule."""
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def setting(self) -> ApprovalSettingsOutput:
        """How requests are approved."""
        return self._field(ApprovalSettingsOutput, "setting")


class RoleManagementPolicyApprovalRuleState(TypedDict, total=False):
    """Qualifies: Who must approve an activation."""

    rule_type: Union[Literal["RoleManagementPolicyApprovalRule"], Output[str]]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyApprovalRule. Required."""

    id: Input[str]
    """Id of the rule."""

    target: Input[RuleTargetState]
    """What the rule applies to."""

    setting: Input[ApprovalSettingsState]
    """How requests are approved."""


class RoleManagementPolicyAuthenticationContextRule(Record):
    """Which authentication context an activation needs."""

    _shape = ObjectShape(
        {
            "rule_type": ("ruleType", None),
            "id": ("id", None),
            "target": ("target", RuleTarget._shape),
            "claim_value": ("claimValue", None),
            "is_enabled": ("isEnabled", None),
        }
    )

    rule_type: Literal["RoleManagementPolicyAuthenticationContextRule"]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyAuthenticationContextRule."""

    id: Optional[str]
    """Id of the rule."""

    target: Optional[RuleTarget]
    """What the rule applies to."""

    claim_value: Optional[str]
    """Value of the authentication context's claim."""

    is_enabled: Optional[bool]
    """Whether the rule is in force."""


class RoleManagementPolicyAuthenticationContextRuleOutput(ObjectOutput[RoleManagementPolicyAuthenticationContextRule]):
    """Which authentication context an activation needs."""

    @property
    def rule_type(self) -> Output[Literal["RoleManagementPolicyAuthenticationContextRule"]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyAuthenticationContextRule.
        """
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def claim_value(self) -> Output[Optional[str]]:
        """Value of the authentication context's claim."""
        return self._field(Output, "claimValue")

    @property
    def is_enabled(self) -> Output[Optional[bool]]:
        """Whether the rule is in force."""
        return self._field(Output, "isEnabled")


class RoleManagementPolicyAuthenticationContextRuleState(TypedDict, total=False):
    """Qualifies: Which authentication context an activation needs."""

    rule_type: Union[Literal["RoleManagementPolicyAuthenticationContextRule"], Output[str]]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyAuthenticationContextRule.
    Required.
    """

    id: Input[str]
    """Id of the rule."""

    target: Input[RuleTargetState]
    """What the rule applies to."""

    claim_value: Input[str]
    """Value of the authentication context's claim."""

    is_enabled: Input[bool]
    """Whether the rule is in force."""


class RoleManagementPolicyEnablementRule(Record):
    """What a request must come with."""

    _shape = ObjectShape(
        {
            "rule_type": ("ruleType", None),
            "id": ("id", None),
            "target": ("target", RuleTarget._shape),
            "enabled_rules": ("enabledRules", None),
        }
    )

    rule_type: Literal["RoleManagementPolicyEnablementRule"]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyEnablementRule."""

    id: Optional[str]
    """Id of the rule."""

    target: Optional[RuleTarget]
    """What the rule applies to."""

    enabled_rules: Optional[List[Union[Literal["MultiFactorAuthentication", "Justification", "Ticketing"], str]]]
    """What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing."""


class RoleManagementPolicyEnablementRuleOutput(ObjectOutput[RoleManagementPolicyEnablementRule]):
    """What a request must come with."""

    @property
    def rule_type(self) -> Output[Literal["RoleManagementPolicyEnablementRule"]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyEnablementRule."""
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def enabled_rules(self) -> ListOutput[Union[Literal["MultiFactorAuthentication", "Justification", "Ticketing"], str]]:
        """What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing."""
        return self._field(ListOutput, "enabledRules")


class RoleManagementPolicyEnablementRuleState(TypedDict, total=False):
    """Qualifies: What a request must come with."""

    rule_type: Union[Literal["RoleManagementPolicyEnablementRule"], Output[str]]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyEnablementRule. Required."""

    id: Input[str]
    """Id of the rule."""

    target: Input[RuleTargetState]
    """What the rule applies to."""

    enabled_rules: Input[Listing[Input[Union[Literal["MultiFactorAuthentication", "Justification", "Ticketing"], str]]]]
    """What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing."""


class RoleManagementPolicyExpirationRule(Record):
    """How long an assignment may last."""

    _shape = ObjectShape(
        {
            "rule_type": ("ruleType", None),
            "id": ("id", None),
            "target": ("target", RuleTarget._shape),
            "is_expiration_required": ("isExpirationRequired", None),
            "maximum_duration": ("maximumDuration", None),
        }
    )

    rule_type: Literal["RoleManagementPolicyExpirationRule"]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyExpirationRule."""

    id: Optional[str]
    """Id of the rule."""

    target: Optional[RuleTarget]
    """What the rule applies to."""

    is_expiration_required: Optional[bool]
    """Whether an assignment must end."""

    maximum_duration: Optional[str]
    """The longest time an assignment may last, such as `PT8H`."""


class RoleManagementPolicyExpirationRuleOutput(ObjectOutput[RoleManagementPolicyExpirationRule]):
    """How long an assignment may last."""

    @property
    def rule_type(self) -> Output[Literal["RoleManagementPolicyExpirationRule"]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyExpirationRule."""
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def is_expiration_required(self) -> Output[Optional[bool]]:
        """Whether an assignment must end."""
        return self._field(Output, "isExpirationRequired")

    @property
    def maximum_duration(self) -> Output[Optional[str]]:
        """The longest time an assignment may last, such as `PT8H`."""
        return self._field(Output, "maximumDuration")


class RoleManagementPolicyExpirationRuleState(TypedDict, total=False):
    """Qualifies: How long an assignment may last."""

    rule_type: Union[Literal["RoleManagementPolicyExpirationRule"], Output[str]]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyExpirationRule. Required."""

    id: Input[str]
    """Id of the rule."""

    target: Input[RuleTargetState]
    """What the rule applies to."""

    is_expiration_required: Input[bool]
    """Whether an assignment must end."""

    maximum_duration: Input[str]
    """The longest time an assignment may last, such as `PT8H`."""


class RoleManagementPolicyNotificationRule(Record):
    """Who is told about it."""

    _shape = ObjectShape(
        {
            "rule_type": ("ruleType", None),
            "id": ("id", None),
            "target": ("target", RuleTarget._shape),
            "is_default_recipients_enabled": ("isDefaultRecipientsEnabled", None),
            "notification_level": ("notificationLevel", None),
            "notification_recipients": ("notificationRecipients", None),
            "notification_type": ("notificationType", None),
            "recipient_type": ("recipientType", None),
        }
    )

    rule_type: Literal["RoleManagementPolicyNotificationRule"]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule."""

    id: Optional[str]
    """Id of the rule."""

    target: Optional[RuleTarget]
    """What the rule applies to."""

    is_default_recipients_enabled: Optional[bool]
    """Whether those whom `recipient_type` names are told."""

    notification_level: Optional[Union[Literal["None", "Critical", "All"], str]]
    """How much is told. Rules: known values: None, Critical, All."""

    notification_recipients: Optional[List[str]]
    """Who else is told."""

    notification_type: Optional[Union[Literal["Email"], str]]
    """By what means. Rules: known values: Email."""

    recipient_type: Optional[Union[Literal["Requestor", "Approver", "Admin"], str]]
    """Which kind of people are told. Rules: known values: Requestor, Approver, Admin."""


class RoleManagementPolicyNotificationRuleOutput(ObjectOutput[RoleManagementPolicyNotificationRule]):
    """Who is told about it."""

    @property
    def rule_type(self) -> Output[Literal["RoleManagementPolicyNotificationRule"]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule."""
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def is_default_recipients_enabled(self) -> Output[Optional[bool]]:
        """Whether those whom `recipient_type` names are told."""
        return self._field(Output, "isDefaultRecipientsEnabled")

    @property
    def notification_level(self) -> Output[Optional[Union[Literal["None", "Critical", "All"], str]]]:
        """How much is told. Rules: known values: None, Critical, All."""
        return self._field(Output, "notificationLevel")

    @property
    def notification_recipients(self) -> ListOutput[str]:
        """Who else is told."""
        return self._field(ListOutput, "notificationRecipients")

    @property
    def notification_type(self) -> Output[Optional[Union[Literal["Email"], str]]]:
        """By what means. Rules: known values: Email."""
        return self._field(Output, "notificationType")

    @property
    def recipient_type(self) -> Output[Optional[Union[Literal["Requestor", "Approver", "Admin"], str]]]:
        """Which kind of people are told. Rules: known values: Requestor, Approver, Admin."""
        return self._field(Output, "recipientType")


class RoleManagementPolicyNotificationRuleState(TypedDict, total=False):
    """Qualifies: Who is told about it."""

    rule_type: Union[Literal["RoleManagementPolicyNotificationRule"], Output[str]]
    """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule. Required."""

    id: Input[str]
    """Id of the rule."""

    target: Input[RuleTargetState]
    """What the rule applies to."""

    is_default_recipients_enabled: Input[bool]
    """Whether those whom `recipient_type` names are told."""

    notification_level: Input[Union[Literal["None", "Critical", "All"], str]]
    """How much is told. Rules: known values: None, Critical, All."""

    notification_recipients: Input[Listing[Input[str]]]
    """Who else is told."""

    notification_type: Input[Union[Literal["Email"], str]]
    """By what means. Rules: known values: Email."""

    recipient_type: Input[Union[Literal["Requestor", "Approver", "Admin"], str]]
    """Which kind of people are told. Rules: known values: Requestor, Approver, Admin."""


class Principal(Record):
    """Who changed the policy last."""

    _shape = ObjectShape(
        {
            "display_name": ("displayName", None),
            "email": ("email", None),
            "id": ("id", None),
            "type": ("type", None),
        }
    )

    display_name: Optional[str]
    """Name of the principal for people."""

    email: Optional[str]
    """Email address of the principal."""

    id: Optional[str]
    """Id of the principal."""

    type: Optional[str]
    """Type of the principal, such as user or group."""


class PrincipalOutput(ObjectOutput[Principal]):
    """Who changed the policy last."""

    @property
    def display_name(self) -> Output[Optional[str]]:
        """Name of the principal for people."""
        return self._field(Output, "displayName")

    @property
    def email(self) -> Output[Optional[str]]:
        """Email address of the principal."""
        return self._field(Output, "email")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the principal."""
        return self._field(Output, "id")

    @property
    def type(self) -> Output[Optional[str]]:
        """Type of the principal, such as user or group."""
        return self._field(Output, "type")


class PrincipalState(TypedDict, total=False):
    """Qualifies: Who changed the policy last."""

    display_name: Input[str]
    """Name of the principal for people."""

    email: Input[str]
    """Email address of the principal."""

    id: Input[str]
    """Id of the principal."""

    type: Input[str]
    """Type of the principal, such as user or group."""


class PolicyAssignmentPropertiesPolicy(Record):
    """The policy assigned."""

    _shape = ObjectShape(
        {
            "last_modified_by": ("lastModifiedBy", Principal._shape),
            "id": ("id", None),
            "last_modified_date_time": ("lastModifiedDateTime", None),
        }
    )

    last_modified_by: Principal
    """Who changed the policy last. No drift when it moves: it tells who wrote last, and what was written is
    compared itself.
    """

    id: Optional[str]
    """Id of the policy."""

    last_modified_date_time: Optional[str]
    """When the policy was last changed. No drift when it moves: it tells when the last write was, and what was
    written is compared itself. A text, exactly as the platform writes it.
    """


class PolicyAssignmentPropertiesPolicyOutput(ObjectOutput[PolicyAssignmentPropertiesPolicy]):
    """The policy assigned."""

    @property
    def last_modified_by(self) -> PrincipalOutput:
        """Who changed the policy last. No drift when it moves: it tells who wrote last, and what was written is
        compared itself.
        """
        return self._field(PrincipalOutput, "lastModifiedBy")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the policy."""
        return self._field(Output, "id")

    @property
    def last_modified_date_time(self) -> Output[Optional[str]]:
        """When the policy was last changed. No drift when it moves: it tells when the last write was, and what was
        written is compared itself. A text, exactly as the platform writes it.
        """
        return self._field(Output, "lastModifiedDateTime")


class PolicyAssignmentPropertiesPolicyState(TypedDict, total=False):
    """Qualifies: The policy assigned."""

    last_modified_by: Input[PrincipalState]
    """Who changed the policy last. No drift when it moves: it tells who wrote last, and what was written is
    compared itself. Required.
    """

    id: Input[str]
    """Id of the policy."""

    last_modified_date_time: Input[str]
    """When the policy was last changed. No drift when it moves: it tells when the last write was, and what was
    written is compared itself. A text, exactly as the platform writes it.
    """


class PolicyAssignmentPropertiesRoleDefinition(Record):
    """The role definition to which the policy is assigned."""

    _shape = ObjectShape(
        {
            "display_name": ("displayName", None),
            "id": ("id", None),
            "type": ("type", None),
        }
    )

    display_name: Optional[str]
    """Name of the role definition for people."""

    id: Optional[str]
    """Id of the role definition."""

    type: Optional[str]
    """Type of the role definition."""


class PolicyAssignmentPropertiesRoleDefinitionOutput(ObjectOutput[PolicyAssignmentPropertiesRoleDefinition]):
    """The role definition to which the policy is assigned."""

    @property
    def display_name(self) -> Output[Optional[str]]:
        """Name of the role definition for people."""
        return self._field(Output, "displayName")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the role definition."""
        return self._field(Output, "id")

    @property
    def type(self) -> Output[Optional[str]]:
        """Type of the role definition."""
        return self._field(Output, "type")


class PolicyAssignmentPropertiesRoleDefinitionState(TypedDict, total=False):
    """Qualifies: The role definition to which the policy is assigned."""

    display_name: Input[str]
    """Name of the role definition for people."""

    id: Input[str]
    """Id of the role definition."""

    type: Input[str]
    """Type of the role definition."""


class PolicyAssignmentPropertiesScope(Record):
    """The scope at which it is assigned."""

    _shape = ObjectShape(
        {
            "display_name": ("displayName", None),
            "id": ("id", None),
            "type": ("type", None),
        }
    )

    display_name: Optional[str]
    """Name of the scope for people."""

    id: Optional[str]
    """Id of the scope."""

    type: Optional[str]
    """Type of the scope."""


class PolicyAssignmentPropertiesScopeOutput(ObjectOutput[PolicyAssignmentPropertiesScope]):
    """The scope at which it is assigned."""

    @property
    def display_name(self) -> Output[Optional[str]]:
        """Name of the scope for people."""
        return self._field(Output, "displayName")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the scope."""
        return self._field(Output, "id")

    @property
    def type(self) -> Output[Optional[str]]:
        """Type of the scope."""
        return self._field(Output, "type")


class PolicyAssignmentPropertiesScopeState(TypedDict, total=False):
    """Qualifies: The scope at which it is assigned."""

    display_name: Input[str]
    """Name of the scope for people."""

    id: Input[str]
    """Id of the scope."""

    type: Input[str]
    """Type of the scope."""


class PolicyAssignmentProperties(Record):
    """The policy, role definition and scope that the assignment joins, in the platform's words."""

    _shape = ObjectShape(
        {
            "policy": ("policy", PolicyAssignmentPropertiesPolicy._shape),
            "role_definition": ("roleDefinition", PolicyAssignmentPropertiesRoleDefinition._shape),
            "scope": ("scope", PolicyAssignmentPropertiesScope._shape),
        }
    )

    policy: Optional[PolicyAssignmentPropertiesPolicy]
    """The policy assigned."""

    role_definition: Optional[PolicyAssignmentPropertiesRoleDefinition]
    """The role definition to which the policy is assigned."""

    scope: Optional[PolicyAssignmentPropertiesScope]
    """The scope at which it is assigned."""


class PolicyAssignmentPropertiesOutput(ObjectOutput[PolicyAssignmentProperties]):
    """The policy, role definition and scope that the assignment joins, in the platform's words."""

    @property
    def policy(self) -> PolicyAssignmentPropertiesPolicyOutput:
        """The policy assigned."""
        return self._field(PolicyAssignmentPropertiesPolicyOutput, "policy")

    @property
    def role_definition(self) -> PolicyAssignmentPropertiesRoleDefinitionOutput:
        """The role definition to which the policy is assigned."""
        return self._field(PolicyAssignmentPropertiesRoleDefinitionOutput, "roleDefinition")

    @property
    def scope(self) -> PolicyAssignmentPropertiesScopeOutput:
        """The scope at which it is assigned."""
        return self._field(PolicyAssignmentPropertiesScopeOutput, "scope")


class PolicyAssignmentPropertiesState(TypedDict, total=False):
    """Qualifies: The policy, role definition and scope that the assignment joins, in the platform's words."""

    policy: Input[PolicyAssignmentPropertiesPolicyState]
    """The policy assigned."""

    role_definition: Input[PolicyAssignmentPropertiesRoleDefinitionState]
    """The role definition to which the policy is assigned."""

    scope: Input[PolicyAssignmentPropertiesScopeState]
    """The scope at which it is assigned."""


class RoleManagementPolicyRuleOutput(ObjectOutput[Union[RoleManagementPolicyApprovalRule, RoleManagementPolicyAuthenticationContextRule, RoleManagementPolicyEnablementRule, RoleManagementPolicyExpirationRule, RoleManagementPolicyNotificationRule]]):
    """Any of RoleManagementPolicyApprovalRule, RoleManagementPolicyAuthenticationContextRule,
    RoleManagementPolicyEnablementRule, RoleManagementPolicyExpirationRule, RoleManagementPolicyNotificationRule;
    it has the fields of its kind.
    """

    @property
    def rule_type(self) -> Output[Optional[Literal["RoleManagementPolicyNotificationRule"]]]:
        """The kind of rule, as the platform names it. Rules: one of RoleManagementPolicyNotificationRule."""
        return self._field(Output, "ruleType")

    @property
    def id(self) -> Output[Optional[str]]:
        """Id of the rule."""
        return self._field(Output, "id")

    @property
    def target(self) -> RuleTargetOutput:
        """What the rule applies to."""
        return self._field(RuleTargetOutput, "target")

    @property
    def setting(self) -> ApprovalSettingsOutput:
        """How requests are approved."""
        return self._field(ApprovalSettingsOutput, "setting")

    @property
    def claim_value(self) -> Output[Optional[str]]:
        """Value of the authentication context's claim."""
        return self._field(Output, "claimValue")

    @property
    def is_enabled(self) -> Output[Optional[bool]]:
        """Whether the rule is in force."""
        return self._field(Output, "isEnabled")

    @property
    def enabled_rules(self) -> ListOutput[Union[Literal["MultiFactorAuthentication", "Justification", "Ticketing"], str]]:
        """What is asked for. Rules: known values: MultiFactorAuthentication, Justification, Ticketing."""
        return self._field(ListOutput, "enabledRules")

    @property
    def is_expiration_required(self) -> Output[Optional[bool]]:
        """Whether an assignment must end."""
        return self._field(Output, "isExpirationRequired")

    @property
    def maximum_duration(self) -> Output[Optional[str]]:
        """The longest time an assignment may last, such as `PT8H`."""
        return self._field(Output, "maximumDuration")

    @property
    def is_default_recipients_enabled(self) -> Output[Optional[bool]]:
        """Whether those whom `recipient_type` names are told."""
        return self._field(Output, "isDefaultRecipientsEnabled")

    @property
    def notification_level(self) -> Output[Optional[Union[Literal["None", "Critical", "All"], str]]]:
        """How much is told. Rules: known values: None, Critical, All."""
        return self._field(Output, "notificationLevel")

    @property
    def notification_recipients(self) -> ListOutput[str]:
        """Who else is told."""
        return self._field(ListOutput, "notificationRecipients")

    @property
    def notification_type(self) -> Output[Optional[Union[Literal["Email"], str]]]:
        """By what means. Rules: known values: Email."""
        return self._field(Output, "notificationType")

    @property
    def recipient_type(self) -> Output[Optional[Union[Literal["Requestor", "Approver", "Admin"], str]]]:
        """Which kind of people are told. Rules: known values: Requestor, Approver, Admin."""
        return self._field(Output, "recipientType")


class RoleManagementPolicyRuleListOutput(ListOutput[Union[RoleManagementPolicyApprovalRule, RoleManagementPolicyAuthenticationContextRule, RoleManagementPolicyEnablementRule, RoleManagementPolicyExpirationRule, RoleManagementPolicyNotificationRule]]):
    """A list of RoleManagementPolicyRule objects, each an output of its own."""

    def __getitem__(self, index: int) -> RoleManagementPolicyRuleOutput:
        return self._item(RoleManagementPolicyRuleOutput, index)


class RoleManagementPolicyAssignmentArgs(Args):
    """Fields of `RoleManagementPolicyAssignment`. Binds a role management policy to a role definition at a scope,
    and shows the rules that are in effect there.

    Args:
        scope: Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name
            something: it holds nothing but slashes; must not end with a slash, nor have two between names; must not
            have `.` or `..` between slashes. Required.
        policy_id: Id of the policy to assign; found by scope and role definition when left out. Left out: found on
            the platform by scope and role_definition_id.
        role_definition_id: Id of the role definition to which the policy is assigned.
        role_management_policy_assignment_name: Name of the assignment: the policy's GUID, an underscore and the
            role definition's GUID. Follows from the two ids when left out. Rules: must be two GUIDs joined by an
            underscore: the policy's, then the role definition's. Left out: made of other fields:
            <policyGuid>_<roleDefinitionGuid>. A change replaces the object.
    """

    _shape = ObjectShape(
        {
            "scope": ("scope", None),
            "policy_id": ("policyId", None),
            "role_definition_id": ("roleDefinitionId", None),
            "role_management_policy_assignment_name": ("roleManagementPolicyAssignmentName", None),
        }
    )

    def __init__(
        self,
        *,
        scope: Input[str],
        policy_id: Input[Optional[str]] = None,
        role_definition_id: Input[Optional[str]] = None,
        role_management_policy_assignment_name: Input[Optional[str]] = None,
    ) -> None:
        self.scope = scope
        self.policy_id = policy_id
        self.role_definition_id = role_definition_id
        self.role_management_policy_assignment_name = role_management_policy_assignment_name


class _RoleManagementPolicyAssignmentArgsDictRequired(TypedDict):
    scope: Input[str]
    """Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name something:
    it holds nothing but slashes; must not end with a slash, nor have two between names; must not have `.` or
    `..` between slashes. Required.
    """


class RoleManagementPolicyAssignmentArgsDict(_RoleManagementPolicyAssignmentArgsDictRequired, total=False):
    """Fields of `RoleManagementPolicyAssignment`. Binds a role management policy to a role definition at a scope,
    and shows the rules that are in effect there.
    """

    policy_id: Input[Optional[str]]
    """Id of the policy to assign; found by scope and role definition when left out. Left out: found on the platform
    by scope and role_definition_id.
    """

    role_definition_id: Input[Optional[str]]
    """Id of the role definition to which the policy is assigned."""

    role_management_policy_assignment_name: Input[Optional[str]]
    """Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the two
    ids when left out. Rules: must be two GUIDs joined by an underscore: the policy's, then the role
    definition's. Left out: made of other fields: <policyGuid>_<roleDefinitionGuid>. A change replaces the
    object.
    """


_RoleManagementPolicyAssignmentOptions = ResourceOptions[
    Literal["azure"],
    Literal["scope", "policy_id", "role_definition_id", "role_management_policy_assignment_name"],
    Literal["effective_rules", "name", "policy_assignment_properties", "type"],
]


class RoleManagementPolicyAssignment(CustomResource):
    """Binds a role management policy to a role definition at a scope, and shows the rules that are in effect there.

    Section 2.2 of the specification. Interface version 2020-10-01. Other versions: 2020-10-01-preview,
    2024-02-01-preview, 2024-09-01-preview.
    Needs a provider of kind azure. Destroying it only forgets the object.

    Args:
        resource_name: The logical name, unique in the stack.
        scope: Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name
            something: it holds nothing but slashes; must not end with a slash, nor have two between names; must not
            have `.` or `..` between slashes. Required.
        policy_id: Id of the policy to assign; found by scope and role definition when left out. Left out: found on
            the platform by scope and role_definition_id.
        role_definition_id: Id of the role definition to which the policy is assigned.
        role_management_policy_assignment_name: Name of the assignment: the policy's GUID, an underscore and the
            role definition's GUID. Follows from the two ids when left out. Rules: must be two GUIDs joined by an
            underscore: the policy's, then the role definition's. Left out: made of other fields:
            <policyGuid>_<roleDefinitionGuid>. A change replaces the object.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        /<scope>/providers/<namespace>.Authorization/roleManagementPolicyAssignments/<name>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import authorization, azure

        plumb.project("approvals")

        azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")

        approvers = authorization.RoleManagementPolicyAssignment(
            "approvers",
            scope="/subscriptions/11111111-2222-3333-4444-555555555555",
            role_definition_id="/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c",
        )

        plumb.export("rulesInEffect", plumb.cel("size({})", approvers.effective_rules))
    """

    _type = "authorization:RoleManagementPolicyAssignment"
    _kind = "azure"
    _inputs = ObjectShape(
        {
            "scope": ("scope", None),
            "policy_id": ("policyId", None),
            "role_definition_id": ("roleDefinitionId", None),
            "role_management_policy_assignment_name": ("roleManagementPolicyAssignmentName", None),
        }
    )
    _outputs = ObjectShape(
        {
            "scope": ("scope", None),
            "policy_id": ("policyId", None),
            "role_definition_id": ("roleDefinitionId", None),
            "role_management_policy_assignment_name": ("roleManagementPolicyAssignmentName", None),
            "effective_rules": ("effectiveRules", ListShape(UnionShape("rule_type", "ruleType", {"RoleManagementPolicyApprovalRule": RoleManagementPolicyApprovalRule._shape, "RoleManagementPolicyAuthenticationContextRule": RoleManagementPolicyAuthenticationContextRule._shape, "RoleManagementPolicyEnablementRule": RoleManagementPolicyEnablementRule._shape, "RoleManagementPolicyExpirationRule": RoleManagementPolicyExpirationRule._shape, "RoleManagementPolicyNotificationRule": RoleManagementPolicyNotificationRule._shape}))),
            "id": ("id", None),
            "name": ("name", None),
            "policy_assignment_properties": ("policyAssignmentProperties", PolicyAssignmentProperties._shape),
            "type": ("type", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[RoleManagementPolicyAssignmentArgs, RoleManagementPolicyAssignmentArgsDict],
        opts: Optional[_RoleManagementPolicyAssignmentOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        scope: Input[str],
        policy_id: Input[Optional[str]] = None,
        role_definition_id: Input[Optional[str]] = None,
        role_management_policy_assignment_name: Input[Optional[str]] = None,
        opts: Optional[_RoleManagementPolicyAssignmentOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_RoleManagementPolicyAssignmentOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_RoleManagementPolicyAssignmentOptions] = None,
        *,
        scope: Optional[Input[str]] = None,
        policy_id: Optional[Input[str]] = None,
        role_definition_id: Optional[Input[str]] = None,
        role_management_policy_assignment_name: Optional[Input[str]] = None,
        effective_rules: Optional[Input[Sequence[Input[Union[RoleManagementPolicyApprovalRuleState, RoleManagementPolicyAuthenticationContextRuleState, RoleManagementPolicyEnablementRuleState, RoleManagementPolicyExpirationRuleState, RoleManagementPolicyNotificationRuleState]]]]] = None,
        name: Optional[Input[str]] = None,
        policy_assignment_properties: Optional[Input[PolicyAssignmentPropertiesState]] = None,
        type: Optional[Input[str]] = None,
    ) -> RoleManagementPolicyAssignment:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            scope: Where the policy applies, such as `/subscriptions/<id>` or a resource group's id.
            policy_id: Id of the policy to assign; found by scope and role definition when left out.
            role_definition_id: Id of the role definition to which the policy is assigned.
            role_management_policy_assignment_name: Name of the assignment: the policy's GUID, an underscore and the
                role definition's GUID. Follows from the two ids when left out.
            effective_rules: The rules in effect, as the platform computes them from the policy.
            name: Name of the assignment on the platform.
            policy_assignment_properties: The policy, role definition and scope that the assignment joins, in the
                platform's words.
            type: Type of the resource, as the platform writes it.
        """
        return RoleManagementPolicyAssignment._get(
            resource_name,
            id,
            opts,
            {
                "scope": scope,
                "policy_id": policy_id,
                "role_definition_id": role_definition_id,
                "role_management_policy_assignment_name": role_management_policy_assignment_name,
                "effective_rules": effective_rules,
                "name": name,
                "policy_assignment_properties": policy_assignment_properties,
                "type": type,
            },
        )

    @property
    def scope(self) -> Output[str]:
        """Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. Rules: must name
        something: it holds nothing but slashes; must not end with a slash, nor have two between names; must not
        have `.` or `..` between slashes.
        """
        return self._field(Output, "scope")

    @property
    def policy_id(self) -> Output[str]:
        """Id of the policy to assign; found by scope and role definition when left out. Left out: found on the
        platform by scope and role_definition_id.
        """
        return self._field(Output, "policyId")

    @property
    def role_definition_id(self) -> Output[Optional[str]]:
        """Id of the role definition to which the policy is assigned."""
        return self._field(Output, "roleDefinitionId")

    @property
    def role_management_policy_assignment_name(self) -> Output[str]:
        """Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the
        two ids when left out. Rules: must be two GUIDs joined by an underscore: the policy's, then the role
        definition's. Left out: made of other fields: <policyGuid>_<roleDefinitionGuid>. A change replaces the
        object.
        """
        return self._field(Output, "roleManagementPolicyAssignmentName")

    @property
    def effective_rules(self) -> RoleManagementPolicyRuleListOutput:
        """The rules in effect, as the platform computes them from the policy."""
        return self._field(RoleManagementPolicyRuleListOutput, "effectiveRules")

    @property
    def id(self) -> Output[str]:
        """Id under which the assignment can be imported."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Name of the assignment on the platform."""
        return self._field(Output, "name")

    @property
    def policy_assignment_properties(self) -> PolicyAssignmentPropertiesOutput:
        """The policy, role definition and scope that the assignment joins, in the platform's words."""
        return self._field(PolicyAssignmentPropertiesOutput, "policyAssignmentProperties")

    @property
    def type(self) -> Output[str]:
        """Type of the resource, as the platform writes it."""
        return self._field(Output, "type")
