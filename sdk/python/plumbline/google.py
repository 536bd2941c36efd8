# Generated from the definitions of plumb: `npm run generate`.
"""The provider of Google."""

from __future__ import annotations

from typing import Optional

from .output import Input
from .provider import ProviderResource
from .shapes import ObjectShape

__all__ = [
    "Provider",
]


class Provider(ProviderResource):
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
            Rules: must be an address that starts with https:// or http://.
        local_principal: In local mode: which principal of the local cloud the calls are made as. Without meaning
            elsewhere.
        host: Another name of `base_url`. Rules: must be an address that starts with https:// or http://.
        default: Whether it serves the resources of its kind that name no provider.
    """

    _kind = "google"
    _inputs = ObjectShape(
        {
            "project": ("project", None),
            "region": ("region", None),
            "zone": ("zone", None),
            "base_url": ("baseUrl", None),
            "local_principal": ("localPrincipal", None),
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
        local_principal: Input[Optional[str]] = None,
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
                "local_principal": local_principal,
                "host": host,
            },
        )
