# Generated from the definitions of plumb: `npm run generate`.
"""The provider of Google."""

from __future__ import annotations

from typing import Literal, Optional, Union

from .output import Input
from .provider import ProviderResource
from .shapes import ObjectShape

__all__ = [
    "Provider",
]


class Provider(ProviderResource[Literal["google"]]):
    """A Google provider. OAuth clients, endpoint attachments and reservation policies.

    Args:
        resource_name: Its name in the stack.
        project: Id of the project for resources that name none. In the environment: GOOGLE_PROJECT,
            GOOGLE_CLOUD_PROJECT, GCLOUD_PROJECT, CLOUDSDK_CORE_PROJECT. Rules: must be a single name: not empty and
            without slashes; must not be `.` or `..`.
        region: Region for resources that name no location. In the environment: GOOGLE_REGION. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`.
        zone: Zone of reservations given by their bare name. In the environment: GOOGLE_ZONE. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`.
        base_url: Base address of the interface; the vendor's own, or the local cloud in local mode, when left out.
            Rules: must be an address that starts with https:// or http://, without spaces and backslashes.
        iam_base_url: Base address of IAM alone; `base_url`, or the vendor's own, when left out. Rules: must be an
            address that starts with https:// or http://, without spaces and backslashes.
        connectors_base_url: Base address of Integration Connectors alone; `base_url`, or the vendor's own, when
            left out. Rules: must be an address that starts with https:// or http://, without spaces and
            backslashes.
        compute_base_url: Base address of Compute Engine alone; `base_url`, or the vendor's own, when left out.
            Rules: must be an address that starts with https:// or http://, without spaces and backslashes.
        universe_domain: Domain of the cloud whose APIs are meant, where no base address is given: `googleapis.com`
            when left out, or that of a sovereign cloud. In the environment: GOOGLE_CLOUD_UNIVERSE_DOMAIN. Rules:
            known values: googleapis.com, s3nsapis.fr; must be a domain name, such as googleapis.com.
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

    _kind = "google"
    _inputs = ObjectShape(
        {
            "project": ("project", None),
            "region": ("region", None),
            "zone": ("zone", None),
            "base_url": ("baseUrl", None),
            "iam_base_url": ("iamBaseUrl", None),
            "connectors_base_url": ("connectorsBaseUrl", None),
            "compute_base_url": ("computeBaseUrl", None),
            "universe_domain": ("universeDomain", None),
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
        project: Input[Optional[str]] = None,
        region: Input[Optional[str]] = None,
        zone: Input[Optional[str]] = None,
        base_url: Input[Optional[str]] = None,
        iam_base_url: Input[Optional[str]] = None,
        connectors_base_url: Input[Optional[str]] = None,
        compute_base_url: Input[Optional[str]] = None,
        universe_domain: Input[Optional[Union[Literal["googleapis.com", "s3nsapis.fr"], str]]] = None,
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
                "project": project,
                "region": region,
                "zone": zone,
                "base_url": base_url,
                "iam_base_url": iam_base_url,
                "connectors_base_url": connectors_base_url,
                "compute_base_url": compute_base_url,
                "universe_domain": universe_domain,
                "local_principal": local_principal,
                "retry_for": retry_for,
                "calls_per_minute": calls_per_minute,
                "calls_at_once": calls_at_once,
                "host": host,
            },
        )
