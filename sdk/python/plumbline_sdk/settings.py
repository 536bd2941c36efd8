# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `settings`: Restrict-workspace-admins setting."""

from __future__ import annotations

from typing import Any, Literal, NoReturn, Optional, TypedDict, Union, overload

from .options import ResourceOptions
from .output import Input, ObjectOutput, Output
from .resource import CustomResource
from .shapes import Args, ObjectShape, Record

__all__ = [
    "RestrictWorkspaceAdmins",
    "RestrictWorkspaceAdminsArgs",
    "RestrictWorkspaceAdminsArgsDict",
    "RestrictWorkspaceAdminsConfiguration",
    "RestrictWorkspaceAdminsConfigurationArgs",
    "RestrictWorkspaceAdminsConfigurationArgsDict",
    "RestrictWorkspaceAdminsConfigurationOutput",
    "RestrictWorkspaceAdminsConfigurationState",
]


class RestrictWorkspaceAdminsConfiguration(Record):
    """The setting's content."""

    _shape = ObjectShape(
        {
            "status": ("status", None),
        }
    )

    status: Literal["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"]
    """`ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
    `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use. Rules:
    one of ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS.
    """


class RestrictWorkspaceAdminsConfigurationOutput(ObjectOutput[RestrictWorkspaceAdminsConfiguration]):
    """The setting's content."""

    @property
    def status(self) -> Output[Literal["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"]]:
        """`ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
        `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use.
        Rules: one of ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS.
        """
        return self._field(Output, "status")


class RestrictWorkspaceAdminsConfigurationState(TypedDict, total=False):
    """Qualifies: The setting's content."""

    status: Union[Literal["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"], Output[str]]
    """`ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
    `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use. Rules:
    one of ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS. Required.
    """


class RestrictWorkspaceAdminsConfigurationArgs(Args):
    """The setting's content.

    Args:
        status: `ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
            `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use.
            Rules: one of ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS. Required.
    """

    _shape = ObjectShape(
        {
            "status": ("status", None),
        }
    )

    def __init__(
        self,
        *,
        status: Union[Literal["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"], Output[str]],
    ) -> None:
        self.status = status


class RestrictWorkspaceAdminsConfigurationArgsDict(TypedDict):
    """The setting's content."""

    status: Union[Literal["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"], Output[str]]
    """`ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
    `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use. Rules:
    one of ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS. Required.
    """


class RestrictWorkspaceAdminsArgs(Args):
    """Fields of `RestrictWorkspaceAdmins`. Says what workspace admins may do with the tokens of service principals
    and with the owners and identities of jobs.

    Args:
        restrict_workspace_admins: The setting's content. Required.
        etag: Tag of the version to change; the write is refused when the setting has another. Left out, the version
            last read counts. No drift when it moves: every write of the setting gives it another tag, and the
            status is compared itself.
        setting_name: Name of the setting; a workspace has only the one named `default`. Rules: one of default.
            Absent means "default".
    """

    _shape = ObjectShape(
        {
            "restrict_workspace_admins": ("restrictWorkspaceAdmins", RestrictWorkspaceAdminsConfigurationArgs._shape),
            "etag": ("etag", None),
            "setting_name": ("settingName", None),
        }
    )

    def __init__(
        self,
        *,
        restrict_workspace_admins: Input[Union[RestrictWorkspaceAdminsConfigurationArgs, RestrictWorkspaceAdminsConfigurationArgsDict]],
        etag: Input[Optional[str]] = None,
        setting_name: Optional[Union[Literal["default"], Output[Optional[str]]]] = None,
    ) -> None:
        self.restrict_workspace_admins = restrict_workspace_admins
        self.etag = etag
        self.setting_name = setting_name


class _RestrictWorkspaceAdminsArgsDictRequired(TypedDict):
    restrict_workspace_admins: Input[Union[RestrictWorkspaceAdminsConfigurationArgs, RestrictWorkspaceAdminsConfigurationArgsDict]]
    """The setting's content. Required."""


class RestrictWorkspaceAdminsArgsDict(_RestrictWorkspaceAdminsArgsDictRequired, total=False):
    """Fields of `RestrictWorkspaceAdmins`. Says what workspace admins may do with the tokens of service principals
    and with the owners and identities of jobs.
    """

    etag: Input[Optional[str]]
    """Tag of the version to change; the write is refused when the setting has another. Left out, the version last
    read counts. No drift when it moves: every write of the setting gives it another tag, and the status is
    compared itself.
    """

    setting_name: Optional[Union[Literal["default"], Output[Optional[str]]]]
    """Name of the setting; a workspace has only the one named `default`. Rules: one of default. Absent means
    "default".
    """


_RestrictWorkspaceAdminsOptions = ResourceOptions[
    Literal["databricks"],
    Literal["restrict_workspace_admins", "etag", "setting_name"],
    NoReturn,
]


class RestrictWorkspaceAdmins(CustomResource):
    """Says what workspace admins may do with the tokens of service principals and with the owners and identities of
    jobs.

    Section 2.7 of the specification. Interface version 2.0.
    Needs a provider of kind databricks, with level "workspace". Destroying it writes back what stood there before.

    Args:
        resource_name: The logical name, unique in the stack.
        restrict_workspace_admins: The setting's content. Required.
        etag: Tag of the version to change; the write is refused when the setting has another. Left out, the version
            last read counts. No drift when it moves: every write of the setting gives it another tag, and the
            status is compared itself.
        setting_name: Name of the setting; a workspace has only the one named `default`. Rules: one of default.
            Absent means "default".
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        global

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import databricks, settings

        plumb.project("guardrails")

        databricks.Provider("workspace", level="workspace")

        settings.RestrictWorkspaceAdmins(
            "guardrail",
            restrict_workspace_admins={"status": "RESTRICT_TOKENS_AND_JOB_RUN_AS"},
        )
    """

    _type = "settings:RestrictWorkspaceAdmins"
    _kind = "databricks"
    _inputs = ObjectShape(
        {
            "restrict_workspace_admins": ("restrictWorkspaceAdmins", RestrictWorkspaceAdminsConfigurationArgs._shape),
            "etag": ("etag", None),
            "setting_name": ("settingName", None),
        }
    )
    _outputs = ObjectShape(
        {
            "restrict_workspace_admins": ("restrictWorkspaceAdmins", RestrictWorkspaceAdminsConfiguration._shape),
            "etag": ("etag", None),
            "setting_name": ("settingName", None),
            "id": ("id", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[RestrictWorkspaceAdminsArgs, RestrictWorkspaceAdminsArgsDict],
        opts: Optional[_RestrictWorkspaceAdminsOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        restrict_workspace_admins: Input[Union[RestrictWorkspaceAdminsConfigurationArgs, RestrictWorkspaceAdminsConfigurationArgsDict]],
        etag: Input[Optional[str]] = None,
        setting_name: Optional[Union[Literal["default"], Output[Optional[str]]]] = None,
        opts: Optional[_RestrictWorkspaceAdminsOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_RestrictWorkspaceAdminsOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_RestrictWorkspaceAdminsOptions] = None,
        *,
        restrict_workspace_admins: Optional[Input[RestrictWorkspaceAdminsConfigurationState]] = None,
        etag: Optional[Input[str]] = None,
        setting_name: Optional[Union[Literal["default"], Output[str]]] = None,
    ) -> RestrictWorkspaceAdmins:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            restrict_workspace_admins: The setting's content.
            etag: Tag of the version to change; the write is refused when the setting has another. Left out, the
                version last read counts.
            setting_name: Name of the setting; a workspace has only the one named `default`.
        """
        return RestrictWorkspaceAdmins._get(
            resource_name,
            id,
            opts,
            {
                "restrict_workspace_admins": restrict_workspace_admins,
                "etag": etag,
                "setting_name": setting_name,
            },
        )

    @property
    def restrict_workspace_admins(self) -> RestrictWorkspaceAdminsConfigurationOutput:
        """The setting's content."""
        return self._field(RestrictWorkspaceAdminsConfigurationOutput, "restrictWorkspaceAdmins")

    @property
    def etag(self) -> Output[Optional[str]]:
        """Tag of the version to change; the write is refused when the setting has another. Left out, the version
        last read counts. No drift when it moves: every write of the setting gives it another tag, and the status
        is compared itself.
        """
        return self._field(Output, "etag")

    @property
    def setting_name(self) -> Output[Optional[Literal["default"]]]:
        """Name of the setting; a workspace has only the one named `default`. Rules: one of default. Absent means
        "default".
        """
        return self._field(Output, "settingName")

    @property
    def id(self) -> Output[str]:
        """Id under which the setting can be imported, always `global`."""
        return self._field(Output, "id")
