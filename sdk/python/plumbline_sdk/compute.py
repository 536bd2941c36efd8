# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `compute`: Reservation IAM member."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union, overload

from .options import ResourceOptions
from .output import Input, ObjectOutput, Output
from .resource import CustomResource
from .shapes import Args, ObjectShape, Record

__all__ = [
    "Condition",
    "ConditionArgs",
    "ConditionArgsDict",
    "ConditionOutput",
    "ConditionState",
    "ReservationIamMember",
    "ReservationIamMemberArgs",
    "ReservationIamMemberArgsDict",
]


class Condition(Record):
    """Condition under which the binding applies."""

    _shape = ObjectShape(
        {
            "expression": ("expression", None),
            "title": ("title", None),
            "description": ("description", None),
        }
    )

    expression: str
    """The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most 4096
    characters.
    """

    title: str
    """What the condition is for, in a few words. Rules: the vendor takes no condition without a title."""

    description: Optional[str]
    """What the condition is for, at length. Absent means ""."""


class ConditionOutput(ObjectOutput[Condition]):
    """Condition under which the binding applies."""

    @property
    def expression(self) -> Output[str]:
        """The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most
        4096 characters.
        """
        return self._field(Output, "expression")

    @property
    def title(self) -> Output[str]:
        """What the condition is for, in a few words. Rules: the vendor takes no condition without a title."""
        return self._field(Output, "title")

    @property
    def description(self) -> Output[Optional[str]]:
        """What the condition is for, at length. Absent means ""."""
        return self._field(Output, "description")


class ConditionState(TypedDict, total=False):
    """Qualifies: Condition under which the binding applies."""

    expression: Input[str]
    """The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most 4096
    characters. Required.
    """

    title: Input[str]
    """What the condition is for, in a few words. Rules: the vendor takes no condition without a title. Required."""

    description: Input[str]
    """What the condition is for, at length. Absent means ""."""


class ConditionArgs(Args):
    """Condition under which the binding applies.

    Args:
        expression: The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of
            at most 4096 characters. Required.
        title: What the condition is for, in a few words. Rules: the vendor takes no condition without a title.
            Required.
        description: What the condition is for, at length. Absent means "".
    """

    _shape = ObjectShape(
        {
            "expression": ("expression", None),
            "title": ("title", None),
            "description": ("description", None),
        }
    )

    def __init__(
        self,
        *,
        expression: Input[str],
        title: Input[str],
        description: Input[Optional[str]] = None,
    ) -> None:
        self.expression = expression
        self.title = title
        self.description = description


class _ConditionArgsDictRequired(TypedDict):
    expression: Input[str]
    """The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most 4096
    characters. Required.
    """

    title: Input[str]
    """What the condition is for, in a few words. Rules: the vendor takes no condition without a title. Required."""


class ConditionArgsDict(_ConditionArgsDictRequired, total=False):
    """Condition under which the binding applies."""

    description: Input[Optional[str]]
    """What the condition is for, at length. Absent means ""."""


class ReservationIamMemberArgs(Args):
    """Fields of `ReservationIamMember`. Grants one member one role on a reservation by setting the reservation's
    access policy, which replaces every grant of the policy. Its audit configuration is not managed: writes keep
    it as it is, and drift does not compare it.

    Args:
        member: Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a
            domain's primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or
            `domain:<domain>`. Required.
        name: The reservation: its bare name (in the provider's project and zone) or
            `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
            `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor
            names reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by
            a number. Required.
        role: The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the
            vendor names roles `roles/<name>`, `projects/<project>/roles/<name>` or
            `organizations/<id>/roles/<name>`. Required.
        condition: Condition under which the binding applies.
    """

    _shape = ObjectShape(
        {
            "member": ("member", None),
            "name": ("name", None),
            "role": ("role", None),
            "condition": ("condition", ConditionArgs._shape),
        }
    )

    def __init__(
        self,
        *,
        member: Input[str],
        name: Input[str],
        role: Input[str],
        condition: Input[Optional[Union[ConditionArgs, ConditionArgsDict]]] = None,
    ) -> None:
        self.member = member
        self.name = name
        self.role = role
        self.condition = condition


class _ReservationIamMemberArgsDictRequired(TypedDict):
    member: Input[str]
    """Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a domain's
    primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`.
    Required.
    """

    name: Input[str]
    """The reservation: its bare name (in the provider's project and zone) or
    `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
    `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor names
    reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by a number.
    Required.
    """

    role: Input[str]
    """The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the vendor
    names roles `roles/<name>`, `projects/<project>/roles/<name>` or `organizations/<id>/roles/<name>`. Required.
    """


class ReservationIamMemberArgsDict(_ReservationIamMemberArgsDictRequired, total=False):
    """Fields of `ReservationIamMember`. Grants one member one role on a reservation by setting the reservation's
    access policy, which replaces every grant of the policy. Its audit configuration is not managed: writes keep
    it as it is, and drift does not compare it.
    """

    condition: Input[Optional[Union[ConditionArgs, ConditionArgsDict]]]
    """Condition under which the binding applies."""


_ReservationIamMemberOptions = ResourceOptions[
    Literal["google"],
    Literal["member", "name", "role", "condition"],
    Literal["etag", "project"],
]


class ReservationIamMember(CustomResource):
    r"""Grants one member one role on a reservation by setting the reservation's access policy, which replaces every
    grant of the policy. Its audit configuration is not managed: writes keep it as it is, and drift does not
    compare it.

    Section 2.6 of the specification. Interface version v1.
    Needs a provider of kind google. Destroying it deletes the object.

    Args:
        resource_name: The logical name, unique in the stack.
        member: Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a
            domain's primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or
            `domain:<domain>`. Required.
        name: The reservation: its bare name (in the provider's project and zone) or
            `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
            `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor
            names reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by
            a number. Required.
        role: The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the
            vendor names roles `roles/<name>`, `projects/<project>/roles/<name>` or
            `organizations/<id>/roles/<name>`. Required.
        condition: Condition under which the binding applies.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        projects/<project>/zones/<zone>/reservations/<reservation> <role> <member> <conditionTitle>
        projects/<project>/zones/<zone>/reservations/<reservation> <role> <member>
        <reservation> <role> <member> <conditionTitle>
        <reservation> <role> <member>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import compute, google

        plumb.project("capacity")

        google.Provider("google", project="acme-prod", zone="europe-west1-b")

        compute.ReservationIamMember(
            "viewers",
            name="migration-wave-1",
            role="roles/compute.viewer",
            member="group:migration@acme.example",
            condition={
                "title": "until-2028",
                "expression": "request.time < timestamp(\"2028-01-01T00:00:00Z\")",
            },
        )
    """

    _type = "compute:ReservationIamMember"
    _kind = "google"
    _inputs = ObjectShape(
        {
            "member": ("member", None),
            "name": ("name", None),
            "role": ("role", None),
            "condition": ("condition", ConditionArgs._shape),
        }
    )
    _outputs = ObjectShape(
        {
            "member": ("member", None),
            "name": ("name", None),
            "role": ("role", None),
            "condition": ("condition", Condition._shape),
            "etag": ("etag", None),
            "id": ("id", None),
            "project": ("project", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[ReservationIamMemberArgs, ReservationIamMemberArgsDict],
        opts: Optional[_ReservationIamMemberOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        member: Input[str],
        name: Input[str],
        role: Input[str],
        condition: Input[Optional[Union[ConditionArgs, ConditionArgsDict]]] = None,
        opts: Optional[_ReservationIamMemberOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_ReservationIamMemberOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_ReservationIamMemberOptions] = None,
        *,
        member: Optional[Input[str]] = None,
        name: Optional[Input[str]] = None,
        role: Optional[Input[str]] = None,
        condition: Optional[Input[ConditionState]] = None,
        etag: Optional[Input[str]] = None,
        project: Optional[Input[str]] = None,
    ) -> ReservationIamMember:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            member: Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or
                `domain:<domain>` (a domain's primary name).
            name: The reservation: its bare name (in the provider's project and zone) or
                `projects/<project>/zones/<zone>/reservations/<name>`.
            role: The role to grant, such as `roles/compute.viewer`.
            condition: Condition under which the binding applies.
            etag: Tag of the policy's version on the platform.
            project: Project of the reservation: the one that `name` gives, otherwise the provider's.
        """
        return ReservationIamMember._get(
            resource_name,
            id,
            opts,
            {
                "member": member,
                "name": name,
                "role": role,
                "condition": condition,
                "etag": etag,
                "project": project,
            },
        )

    @property
    def member(self) -> Output[str]:
        """Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a
        domain's primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or
        `domain:<domain>`.
        """
        return self._field(Output, "member")

    @property
    def name(self) -> Output[str]:
        """The reservation: its bare name (in the provider's project and zone) or
        `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
        `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor
        names reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by a
        number.
        """
        return self._field(Output, "name")

    @property
    def role(self) -> Output[str]:
        """The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the
        vendor names roles `roles/<name>`, `projects/<project>/roles/<name>` or
        `organizations/<id>/roles/<name>`.
        """
        return self._field(Output, "role")

    @property
    def condition(self) -> ConditionOutput:
        """Condition under which the binding applies."""
        return self._field(ConditionOutput, "condition")

    @property
    def etag(self) -> Output[str]:
        """Tag of the policy's version on the platform. No drift when it moves: every write of the policy gives it
        another tag, and what the policy holds is compared itself.
        """
        return self._field(Output, "etag")

    @property
    def id(self) -> Output[str]:
        """Id under which the member can be imported."""
        return self._field(Output, "id")

    @property
    def project(self) -> Output[str]:
        """Project of the reservation: the one that `name` gives, otherwise the provider's."""
        return self._field(Output, "project")
