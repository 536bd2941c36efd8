# Generated from the definitions of plumb: `npm run generate`.
"""The provider of Databricks."""

from __future__ import annotations

from typing import Literal, Optional, Union

from .output import Input, Output
from .provider import ProviderResource
from .shapes import ObjectShape

__all__ = [
    "Provider",
]


class Provider(ProviderResource[Literal["databricks"]]):
    """A Databricks provider. Settings of a workspace.

    Args:
        resource_name: Its name in the stack.
        level: Whether the provider speaks to a workspace or to the account. Settings need a workspace. Otherwise
            "workspace". Rules: one of workspace, account.
        base_url: Base address of the interface; the vendor's own, or the local cloud in local mode, when left out.
            In the environment: DATABRICKS_HOST. Rules: must be an address that starts with https:// or http://,
            without spaces and backslashes.
        workspace_id: Id of the workspace, where one address serves several. In the environment:
            DATABRICKS_WORKSPACE_ID. Rules: must be at most 64 letters, digits, _ and -.
        account_id: Id of the account that the workspace belongs to. In the environment: DATABRICKS_ACCOUNT_ID.
            Rules: must be at most 64 letters, digits, _ and -.
        local_principal: In local mode: which principal of the local cloud the calls are made as. Without meaning
            elsewhere. Rules: must be at most 320 letters, digits and signs, without spaces.
        retry_for: How long the platform may put off the calls of one step, all waits together, such as `30s`, `20m`
            or `2h`; 10 minutes when left out. What a command or a run says itself (`--retry-for`) counts before it.
            Rules: must be up to 999 seconds or minutes, or up to 24 hours, such as 30s, 20m or 2h.
        calls_per_minute: How many calls a minute are begun at most by all processes over one store, evenly apart.
            Without it calls are slowed only when the platform asks for it. Rules: 1 to 100000.
        calls_at_once: How many calls are under way at once at most, of one process. `--parallel` bounds the steps
            besides. Rules: 1 to 1024.
        host: Another name of `base_url`. Rules: must be an address that starts with https:// or http://, without
            spaces and backslashes.
        default: Whether it serves the resources of its kind that name no provider.
    """

    _kind = "databricks"
    _inputs = ObjectShape(
        {
            "level": ("level", None),
            "base_url": ("baseUrl", None),
            "workspace_id": ("workspaceId", None),
            "account_id": ("accountId", None),
            "local_principal": ("localPrincipal", None),
            "retry_for": ("retryFor", None),
            "calls_per_minute": ("callsPerMinute", None),
            "calls_at_once": ("callsAtOnce", None),
            "host": ("host", None),
        }
    )

    def __init__(
        self,
        resource_name: str,
        *,
        level: Optional[Union[Literal["workspace", "account"], Output[Optional[str]]]] = None,
        base_url: Input[Optional[str]] = None,
        workspace_id: Input[Optional[str]] = None,
        account_id: Input[Optional[str]] = None,
        local_principal: Input[Optional[str]] = None,
        retry_for: Input[Optional[str]] = None,
        calls_per_minute: Input[Optional[int]] = None,
        calls_at_once: Input[Optional[int]] = None,
        host: Input[Optional[str]] = None,
        default: Optional[bool] = None,
    ) -> None:
        super().__init__(
            resource_name,
            default,
            {
                "level": level,
                "base_url": base_url,
                "workspace_id": workspace_id,
                "account_id": account_id,
                "local_principal": local_principal,
                "retry_for": retry_for,
                "calls_per_minute": calls_per_minute,
                "calls_at_once": calls_at_once,
                "host": host,
            },
        )
