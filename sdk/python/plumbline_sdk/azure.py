# Generated from the definitions of plumb: `npm run generate`.
"""The provider of Azure."""

from __future__ import annotations

from typing import Literal, Optional, Union

from .output import Input, Output
from .provider import ProviderResource
from .shapes import ObjectShape

__all__ = [
    "Provider",
]


class Provider(ProviderResource[Literal["azure"]]):
    """A Azure provider. Role management policy assignments, server collectors and private endpoint connections.

    Args:
        resource_name: Its name in the stack.
        subscription_id: Id of the subscription that holds the resource groups. In the environment:
            ARM_SUBSCRIPTION_ID, AZURE_SUBSCRIPTION_ID. Rules: must be a single name: not empty and without slashes;
            must not be `.` or `..`.
        environment: Which of Azure's clouds is meant: its management plane, where no base address is given, and the
            audience of its tokens. The public one when left out. In the environment: ARM_ENVIRONMENT. Rules: one of
            public, usgovernment, china.
        base_url: Base address of the interface; the vendor's own, or the local cloud in local mode, when left out.
            Rules: must be an address that starts with https:// or http://, without spaces and backslashes.
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

    _kind = "azure"
    _inputs = ObjectShape(
        {
            "subscription_id": ("subscriptionId", None),
            "environment": ("environment", None),
            "base_url": ("baseUrl", None),
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
        subscription_id: Input[Optional[str]] = None,
        environment: Optional[Union[Literal["public", "usgovernment", "china"], Output[Optional[str]]]] = None,
        base_url: Input[Optional[str]] = None,
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
                "subscription_id": subscription_id,
                "environment": environment,
                "base_url": base_url,
                "local_principal": local_principal,
                "retry_for": retry_for,
                "calls_per_minute": calls_per_minute,
                "calls_at_once": calls_at_once,
                "host": host,
            },
        )
