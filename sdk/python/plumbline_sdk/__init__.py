"""Declares stacks for plumb in Python.

Constructing a resource declares it; plumb reads the declaration when the program has ended:

    import plumbline_sdk as plumb
    from plumbline_sdk import google, iam

    google.Provider("google", project="acme-prod")
    portal = iam.OAuthClient("portal", oauth_client_id="web-portal", location="global", ...)
    plumb.export("clientId", portal.client_id)

`plumb plan -f plumb.py` shows what would change, `plumb up -f plumb.py` makes it so.
"""

from .component import ComponentResource
from .config import Config
from .errors import ProgramError
from .options import (
    CustomTimeouts,
    InvokeOptions,
    Resource,
    ResourceOptions,
    ResourceTransform,
    TransformArgs,
    TransformResult,
)
from .output import Input, ListOutput, MapOutput, Output, cel, secret
from .program import (
    Result,
    export,
    get_project,
    get_stack,
    project,
    synthesize,
)
from .provider import ProviderResource
from .resource import CustomResource, register_transform
from .shapes import Args, Record
from .stack_reference import StackReference
from .typing_extras import FieldPath, Listing

interpolate = Output.format
"""A text with values put in: `interpolate("https://{}/callback", client.name)`."""

__all__ = [
    "Args",
    "ComponentResource",
    "Config",
    "CustomResource",
    "CustomTimeouts",
    "FieldPath",
    "Input",
    "InvokeOptions",
    "ListOutput",
    "Listing",
    "MapOutput",
    "Output",
    "ProgramError",
    "ProviderResource",
    "Record",
    "Resource",
    "ResourceOptions",
    "ResourceTransform",
    "Result",
    "StackReference",
    "TransformArgs",
    "TransformResult",
    "cel",
    "export",
    "get_project",
    "get_stack",
    "interpolate",
    "project",
    "register_transform",
    "secret",
    "synthesize",
]
