"""An OAuth client for tests that need some resource."""

from __future__ import annotations

from typing import Any, Literal, Optional

import plumbline_sdk as plumb
from plumbline_sdk import iam

scope: Literal["https://www.googleapis.com/auth/cloud-platform"] = "https://www.googleapis.com/auth/cloud-platform"


def portal(name: str = "portal", opts: Optional[plumb.ResourceOptions] = None, **fields: Any) -> iam.OAuthClient:
    """An OAuth client with all that it needs, and the fields given."""
    needed: Any = {
        "oauth_client_id": "web-portal",
        "location": "global",
        "allowed_grant_types": ["AUTHORIZATION_CODE_GRANT"],
        "allowed_redirect_uris": ["https://portal.example/callback"],
        "allowed_scopes": [scope],
        **fields,
    }
    return iam.OAuthClient(name, needed, opts)
