# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `iam`: OAuth client, OAuth client credential."""

from __future__ import annotations

from typing import Any, Literal, Optional, Sequence, TypedDict, Union, overload

from .options import ResourceOptions
from .output import Input, ListOutput, Output
from .resource import CustomResource
from .shapes import Args, ObjectShape
from .typing_extras import Listing

__all__ = [
    "OAuthClient",
    "OAuthClientArgs",
    "OAuthClientArgsDict",
    "OAuthClientCredential",
    "OAuthClientCredentialArgs",
    "OAuthClientCredentialArgsDict",
]


class OAuthClientArgs(Args):
    """Fields of `OAuthClient`. An OAuth 2.0 client with which an application gets access tokens on behalf of
    workforce-federated users.

    Args:
        allowed_grant_types: Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT,
            REFRESH_TOKEN_GRANT; the vendor requires at least one. Required.
        allowed_redirect_uris: Addresses to which the browser may be sent back when the authorization is complete.
            Rules: the vendor requires at least one. Required.
        allowed_scopes: Scopes that the client may ask for; the cloud-platform scope is the only one supported.
            Rules: one of https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
            Required.
        location: Location in which the client lives, a segment of its name. Rules: must be a single name: not empty
            and without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of
            OAuth clients. A change replaces the object. Required.
        oauth_client_id: Identifier of the client, the last part of its name. It stays reserved for 30 days after a
            delete. Rules: 6 to 63 characters; may hold only lower-case letters, digits and hyphens; must start with
            a letter; must not end with a hyphen; must not start with `cloud-`, which is reserved; the vendor
            reserves the prefix `gcp-` for itself. A change replaces the object. Required.
        client_type: Whether the client can keep a secret. The secrets of confidential clients are resources of
            their own: `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT,
            CONFIDENTIAL_CLIENT. Absent means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never
            changes after creation.
        description: What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means "".
        disabled: Switches the client off: while true it cannot be used. Absent means False.
        display_name: Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "".
        project: Id of the project that owns the client; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
    """

    _shape = ObjectShape(
        {
            "allowed_grant_types": ("allowedGrantTypes", None),
            "allowed_redirect_uris": ("allowedRedirectUris", None),
            "allowed_scopes": ("allowedScopes", None),
            "location": ("location", None),
            "oauth_client_id": ("oauthClientId", None),
            "client_type": ("clientType", None),
            "description": ("description", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
        }
    )

    def __init__(
        self,
        *,
        allowed_grant_types: Input[Listing[Input[Union[Literal["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], str]]]],
        allowed_redirect_uris: Input[Listing[Input[str]]],
        allowed_scopes: Input[Sequence[Union[Literal["https://www.googleapis.com/auth/cloud-platform"], Output[str]]]],
        location: Input[str],
        oauth_client_id: Input[str],
        client_type: Optional[Union[Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"], Output[Optional[str]]]] = None,
        description: Input[Optional[str]] = None,
        disabled: Input[Optional[bool]] = None,
        display_name: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
    ) -> None:
        self.allowed_grant_types = allowed_grant_types
        self.allowed_redirect_uris = allowed_redirect_uris
        self.allowed_scopes = allowed_scopes
        self.location = location
        self.oauth_client_id = oauth_client_id
        self.client_type = client_type
        self.description = description
        self.disabled = disabled
        self.display_name = display_name
        self.project = project


class _OAuthClientArgsDictRequired(TypedDict):
    allowed_grant_types: Input[Listing[Input[Union[Literal["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], str]]]]
    """Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT, REFRESH_TOKEN_GRANT; the
    vendor requires at least one. Required.
    """

    allowed_redirect_uris: Input[Listing[Input[str]]]
    """Addresses to which the browser may be sent back when the authorization is complete. Rules: the vendor
    requires at least one. Required.
    """

    allowed_scopes: Input[Sequence[Union[Literal["https://www.googleapis.com/auth/cloud-platform"], Output[str]]]]
    """Scopes that the client may ask for; the cloud-platform scope is the only one supported. Rules: one of
    https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one. Required.
    """

    location: Input[str]
    """Location in which the client lives, a segment of its name. Rules: must be a single name: not empty and
    without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth
    clients. A change replaces the object. Required.
    """

    oauth_client_id: Input[str]
    """Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. Rules: 6
    to 63 characters; may hold only lower-case letters, digits and hyphens; must start with a letter; must not
    end with a hyphen; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-` for
    itself. A change replaces the object. Required.
    """


class OAuthClientArgsDict(_OAuthClientArgsDictRequired, total=False):
    """Fields of `OAuthClient`. An OAuth 2.0 client with which an application gets access tokens on behalf of
    workforce-federated users.
    """

    client_type: Optional[Union[Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"], Output[Optional[str]]]]
    """Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
    `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT, CONFIDENTIAL_CLIENT.
    Absent means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never changes after creation.
    """

    description: Input[Optional[str]]
    """What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means ""."""

    disabled: Input[Optional[bool]]
    """Switches the client off: while true it cannot be used. Absent means False."""

    display_name: Input[Optional[str]]
    """Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means ""."""

    project: Input[Optional[str]]
    """Id of the project that owns the client; the provider's project when left out. Rules: must be a single name:
    not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces
    the object.
    """


_OAuthClientOptions = ResourceOptions[
    Literal["google"],
    Literal["allowed_grant_types", "allowed_redirect_uris", "allowed_scopes", "location", "oauth_client_id", "client_type", "description", "disabled", "display_name", "project"],
    Literal["client_id", "expire_time", "name", "state"],
]


class OAuthClient(CustomResource):
    """An OAuth 2.0 client with which an application gets access tokens on behalf of workforce-federated users.

    Section 2.1 of the specification. Interface version v1.
    Needs a provider of kind google. Destroying it deletes the object.

    Args:
        resource_name: The logical name, unique in the stack.
        allowed_grant_types: Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT,
            REFRESH_TOKEN_GRANT; the vendor requires at least one. Required.
        allowed_redirect_uris: Addresses to which the browser may be sent back when the authorization is complete.
            Rules: the vendor requires at least one. Required.
        allowed_scopes: Scopes that the client may ask for; the cloud-platform scope is the only one supported.
            Rules: one of https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
            Required.
        location: Location in which the client lives, a segment of its name. Rules: must be a single name: not empty
            and without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of
            OAuth clients. A change replaces the object. Required.
        oauth_client_id: Identifier of the client, the last part of its name. It stays reserved for 30 days after a
            delete. Rules: 6 to 63 characters; may hold only lower-case letters, digits and hyphens; must start with
            a letter; must not end with a hyphen; must not start with `cloud-`, which is reserved; the vendor
            reserves the prefix `gcp-` for itself. A change replaces the object. Required.
        client_type: Whether the client can keep a secret. The secrets of confidential clients are resources of
            their own: `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT,
            CONFIDENTIAL_CLIENT. Absent means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never
            changes after creation.
        description: What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means "".
        disabled: Switches the client off: while true it cannot be used. Absent means False.
        display_name: Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "".
        project: Id of the project that owns the client; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        projects/<project>/locations/<location>/oauthClients/<oauthClientId>
        <project>/<location>/<oauthClientId>
        <location>/<oauthClientId>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import google, iam

        plumb.project("portal")

        google.Provider("google", project="acme-prod")

        portal = iam.OAuthClient(
            "portal",
            oauth_client_id="web-portal",
            location="global",
            display_name="Portal",
            client_type="CONFIDENTIAL_CLIENT",
            allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
            allowed_redirect_uris=["https://portal.acme.example/callback"],
            allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
        )

        plumb.export("clientId", portal.client_id)
    """

    _type = "iam:OAuthClient"
    _kind = "google"
    _inputs = ObjectShape(
        {
            "allowed_grant_types": ("allowedGrantTypes", None),
            "allowed_redirect_uris": ("allowedRedirectUris", None),
            "allowed_scopes": ("allowedScopes", None),
            "location": ("location", None),
            "oauth_client_id": ("oauthClientId", None),
            "client_type": ("clientType", None),
            "description": ("description", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
        }
    )
    _outputs = ObjectShape(
        {
            "allowed_grant_types": ("allowedGrantTypes", None),
            "allowed_redirect_uris": ("allowedRedirectUris", None),
            "allowed_scopes": ("allowedScopes", None),
            "location": ("location", None),
            "oauth_client_id": ("oauthClientId", None),
            "client_type": ("clientType", None),
            "description": ("description", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
            "client_id": ("clientId", None),
            "expire_time": ("expireTime", None),
            "id": ("id", None),
            "name": ("name", None),
            "state": ("state", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[OAuthClientArgs, OAuthClientArgsDict],
        opts: Optional[_OAuthClientOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        allowed_grant_types: Input[Listing[Input[Union[Literal["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], str]]]],
        allowed_redirect_uris: Input[Listing[Input[str]]],
        allowed_scopes: Input[Sequence[Union[Literal["https://www.googleapis.com/auth/cloud-platform"], Output[str]]]],
        location: Input[str],
        oauth_client_id: Input[str],
        client_type: Optional[Union[Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"], Output[Optional[str]]]] = None,
        description: Input[Optional[str]] = None,
        disabled: Input[Optional[bool]] = None,
        display_name: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
        opts: Optional[_OAuthClientOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_OAuthClientOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_OAuthClientOptions] = None,
        *,
        allowed_grant_types: Optional[Input[Listing[Input[Union[Literal["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], str]]]]] = None,
        allowed_redirect_uris: Optional[Input[Listing[Input[str]]]] = None,
        allowed_scopes: Optional[Input[Sequence[Union[Literal["https://www.googleapis.com/auth/cloud-platform"], Output[str]]]]] = None,
        location: Optional[Input[str]] = None,
        oauth_client_id: Optional[Input[str]] = None,
        client_type: Optional[Union[Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"], Output[str]]] = None,
        description: Optional[Input[str]] = None,
        disabled: Optional[Input[bool]] = None,
        display_name: Optional[Input[str]] = None,
        project: Optional[Input[str]] = None,
        client_id: Optional[Input[str]] = None,
        expire_time: Optional[Input[str]] = None,
        name: Optional[Input[str]] = None,
        state: Optional[Union[Literal["STATE_UNSPECIFIED", "ACTIVE", "DELETED"], Output[str]]] = None,
    ) -> OAuthClient:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            allowed_grant_types: Grant types that the client may use.
            allowed_redirect_uris: Addresses to which the browser may be sent back when the authorization is
                complete.
            allowed_scopes: Scopes that the client may ask for; the cloud-platform scope is the only one supported.
            location: Location in which the client lives, a segment of its name.
            oauth_client_id: Identifier of the client, the last part of its name. It stays reserved for 30 days
                after a delete.
            client_type: Whether the client can keep a secret. The secrets of confidential clients are resources of
                their own: `iam:OAuthClientCredential`.
            description: What the client is for, up to 256 characters.
            disabled: Switches the client off: while true it cannot be used.
            display_name: Name shown to people, up to 32 characters.
            project: Id of the project that owns the client; the provider's project when left out.
            client_id: The OAuth client id that the platform generated.
            expire_time: When a deleted client is purged for good; null while it is not deleted.
            name: Full name of the client on the platform.
            state: Whether the client is active or deleted (and not purged yet).
        """
        return OAuthClient._get(
            resource_name,
            id,
            opts,
            {
                "allowed_grant_types": allowed_grant_types,
                "allowed_redirect_uris": allowed_redirect_uris,
                "allowed_scopes": allowed_scopes,
                "location": location,
                "oauth_client_id": oauth_client_id,
                "client_type": client_type,
                "description": description,
                "disabled": disabled,
                "display_name": display_name,
                "project": project,
                "client_id": client_id,
                "expire_time": expire_time,
                "name": name,
                "state": state,
            },
        )

    @property
    def allowed_grant_types(self) -> ListOutput[Union[Literal["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], str]]:
        """Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT, REFRESH_TOKEN_GRANT;
        the vendor requires at least one.
        """
        return self._field(ListOutput, "allowedGrantTypes")

    @property
    def allowed_redirect_uris(self) -> ListOutput[str]:
        """Addresses to which the browser may be sent back when the authorization is complete. Rules: the vendor
        requires at least one.
        """
        return self._field(ListOutput, "allowedRedirectUris")

    @property
    def allowed_scopes(self) -> ListOutput[Literal["https://www.googleapis.com/auth/cloud-platform"]]:
        """Scopes that the client may ask for; the cloud-platform scope is the only one supported. Rules: one of
        https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
        """
        return self._field(ListOutput, "allowedScopes")

    @property
    def location(self) -> Output[str]:
        """Location in which the client lives, a segment of its name. Rules: must be a single name: not empty and
        without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth
        clients. A change replaces the object.
        """
        return self._field(Output, "location")

    @property
    def oauth_client_id(self) -> Output[str]:
        """Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. Rules:
        6 to 63 characters; may hold only lower-case letters, digits and hyphens; must start with a letter; must
        not end with a hyphen; must not start with `cloud-`, which is reserved; the vendor reserves the prefix
        `gcp-` for itself. A change replaces the object.
        """
        return self._field(Output, "oauthClientId")

    @property
    def client_type(self) -> Output[Optional[Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"]]]:
        """Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
        `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT, CONFIDENTIAL_CLIENT.
        Absent means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never changes after creation.
        """
        return self._field(Output, "clientType")

    @property
    def description(self) -> Output[Optional[str]]:
        """What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means ""."""
        return self._field(Output, "description")

    @property
    def disabled(self) -> Output[Optional[bool]]:
        """Switches the client off: while true it cannot be used. Absent means False."""
        return self._field(Output, "disabled")

    @property
    def display_name(self) -> Output[Optional[str]]:
        """Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means ""."""
        return self._field(Output, "displayName")

    @property
    def project(self) -> Output[str]:
        """Id of the project that owns the client; the provider's project when left out. Rules: must be a single
        name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change
        replaces the object.
        """
        return self._field(Output, "project")

    @property
    def client_id(self) -> Output[str]:
        """The OAuth client id that the platform generated."""
        return self._field(Output, "clientId")

    @property
    def expire_time(self) -> Output[Optional[str]]:
        """When a deleted client is purged for good; null while it is not deleted. A text, exactly as the platform
        writes it.
        """
        return self._field(Output, "expireTime")

    @property
    def id(self) -> Output[str]:
        """Id under which the client can be imported."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Full name of the client on the platform. It never changes after creation."""
        return self._field(Output, "name")

    @property
    def state(self) -> Output[Literal["STATE_UNSPECIFIED", "ACTIVE", "DELETED"]]:
        """Whether the client is active or deleted (and not purged yet). Rules: one of STATE_UNSPECIFIED, ACTIVE,
        DELETED.
        """
        return self._field(Output, "state")


class OAuthClientCredentialArgs(Args):
    """Fields of `OAuthClientCredential`. A secret of a confidential OAuth client. The platform makes the secret up;
    to change it, make another credential and delete this one.

    Args:
        location: Location of the client, a segment of the credential's name. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor documents `global` as the only location
            of OAuth clients. A change replaces the object. Required.
        oauth_client_credential_id: Identifier of the credential, the last part of its name. Rules: 4 to 32
            characters; may hold only lower-case letters, digits and hyphens; must not start with `cloud-`, which is
            reserved; the vendor reserves the prefix `gcp-` for itself. A change replaces the object. Required.
        oauth_client_id: Identifier of the client whose secret it is. The client must be confidential. Rules: must
            be a single name: not empty and without slashes; must not be `.` or `..`. A change replaces the object.
            Required.
        disabled: Switches the credential off: while true its secret is not accepted. Absent means False.
        display_name: Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "".
        project: Id of the project that owns the client; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
    """

    _shape = ObjectShape(
        {
            "location": ("location", None),
            "oauth_client_credential_id": ("oauthClientCredentialId", None),
            "oauth_client_id": ("oauthClientId", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
        }
    )

    def __init__(
        self,
        *,
        location: Input[str],
        oauth_client_credential_id: Input[str],
        oauth_client_id: Input[str],
        disabled: Input[Optional[bool]] = None,
        display_name: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
    ) -> None:
        self.location = location
        self.oauth_client_credential_id = oauth_client_credential_id
        self.oauth_client_id = oauth_client_id
        self.disabled = disabled
        self.display_name = display_name
        self.project = project


class _OAuthClientCredentialArgsDictRequired(TypedDict):
    location: Input[str]
    """Location of the client, a segment of the credential's name. Rules: must be a single name: not empty and
    without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth
    clients. A change replaces the object. Required.
    """

    oauth_client_credential_id: Input[str]
    """Identifier of the credential, the last part of its name. Rules: 4 to 32 characters; may hold only lower-case
    letters, digits and hyphens; must not start with `cloud-`, which is reserved; the vendor reserves the prefix
    `gcp-` for itself. A change replaces the object. Required.
    """

    oauth_client_id: Input[str]
    """Identifier of the client whose secret it is. The client must be confidential. Rules: must be a single name:
    not empty and without slashes; must not be `.` or `..`. A change replaces the object. Required.
    """


class OAuthClientCredentialArgsDict(_OAuthClientCredentialArgsDictRequired, total=False):
    """Fields of `OAuthClientCredential`. A secret of a confidential OAuth client. The platform makes the secret up;
    to change it, make another credential and delete this one.
    """

    disabled: Input[Optional[bool]]
    """Switches the credential off: while true its secret is not accepted. Absent means False."""

    display_name: Input[Optional[str]]
    """Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means ""."""

    project: Input[Optional[str]]
    """Id of the project that owns the client; the provider's project when left out. Rules: must be a single name:
    not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces
    the object.
    """


_OAuthClientCredentialOptions = ResourceOptions[
    Literal["google"],
    Literal["location", "oauth_client_credential_id", "oauth_client_id", "disabled", "display_name", "project"],
    Literal["client_secret", "name"],
]


class OAuthClientCredential(CustomResource):
    """A secret of a confidential OAuth client. The platform makes the secret up; to change it, make another
    credential and delete this one.

    Section 2.1 of the specification. Interface version v1.
    Needs a provider of kind google. Destroying it sets disabled: true, then deletes the object.

    Args:
        resource_name: The logical name, unique in the stack.
        location: Location of the client, a segment of the credential's name. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor documents `global` as the only location
            of OAuth clients. A change replaces the object. Required.
        oauth_client_credential_id: Identifier of the credential, the last part of its name. Rules: 4 to 32
            characters; may hold only lower-case letters, digits and hyphens; must not start with `cloud-`, which is
            reserved; the vendor reserves the prefix `gcp-` for itself. A change replaces the object. Required.
        oauth_client_id: Identifier of the client whose secret it is. The client must be confidential. Rules: must
            be a single name: not empty and without slashes; must not be `.` or `..`. A change replaces the object.
            Required.
        disabled: Switches the credential off: while true its secret is not accepted. Absent means False.
        display_name: Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "".
        project: Id of the project that owns the client; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        projects/<project>/locations/<location>/oauthClients/<oauthClientId>/credentials/<oauthClientCredentialId>
        <project>/<location>/<oauthClientId>/<oauthClientCredentialId>
        <location>/<oauthClientId>/<oauthClientCredentialId>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import google, iam

        plumb.project("orders")

        google.Provider("google", project="acme-prod")

        orders = iam.OAuthClient(
            "orders",
            oauth_client_id="orders-portal",
            location="global",
            client_type="CONFIDENTIAL_CLIENT",
            allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
            allowed_redirect_uris=["https://orders.acme.example/callback"],
            allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
        )

        orders_secret = iam.OAuthClientCredential(
            "ordersSecret",
            oauth_client_id=orders.oauth_client_id,
            location=orders.location,
            oauth_client_credential_id="first-secret",
            display_name="Orders, first",
        )

        plumb.export("clientSecret", orders_secret.client_secret)
    """

    _type = "iam:OAuthClientCredential"
    _kind = "google"
    _inputs = ObjectShape(
        {
            "location": ("location", None),
            "oauth_client_credential_id": ("oauthClientCredentialId", None),
            "oauth_client_id": ("oauthClientId", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
        }
    )
    _outputs = ObjectShape(
        {
            "location": ("location", None),
            "oauth_client_credential_id": ("oauthClientCredentialId", None),
            "oauth_client_id": ("oauthClientId", None),
            "disabled": ("disabled", None),
            "display_name": ("displayName", None),
            "project": ("project", None),
            "client_secret": ("clientSecret", None),
            "id": ("id", None),
            "name": ("name", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[OAuthClientCredentialArgs, OAuthClientCredentialArgsDict],
        opts: Optional[_OAuthClientCredentialOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        location: Input[str],
        oauth_client_credential_id: Input[str],
        oauth_client_id: Input[str],
        disabled: Input[Optional[bool]] = None,
        display_name: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
        opts: Optional[_OAuthClientCredentialOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_OAuthClientCredentialOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_OAuthClientCredentialOptions] = None,
        *,
        location: Optional[Input[str]] = None,
        oauth_client_credential_id: Optional[Input[str]] = None,
        oauth_client_id: Optional[Input[str]] = None,
        disabled: Optional[Input[bool]] = None,
        display_name: Optional[Input[str]] = None,
        project: Optional[Input[str]] = None,
        client_secret: Optional[Input[str]] = None,
        name: Optional[Input[str]] = None,
    ) -> OAuthClientCredential:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            location: Location of the client, a segment of the credential's name.
            oauth_client_credential_id: Identifier of the credential, the last part of its name.
            oauth_client_id: Identifier of the client whose secret it is. The client must be confidential.
            disabled: Switches the credential off: while true its secret is not accepted.
            display_name: Name shown to people, up to 32 characters.
            project: Id of the project that owns the client; the provider's project when left out.
            client_secret: The secret that the platform generated. It is sealed wherever it is kept and masked
                wherever it is shown; `plumb outputs NAME --reveal` shows an output that passes it on.
            name: Full name of the credential on the platform.
        """
        return OAuthClientCredential._get(
            resource_name,
            id,
            opts,
            {
                "location": location,
                "oauth_client_credential_id": oauth_client_credential_id,
                "oauth_client_id": oauth_client_id,
                "disabled": disabled,
                "display_name": display_name,
                "project": project,
                "client_secret": client_secret,
                "name": name,
            },
        )

    @property
    def location(self) -> Output[str]:
        """Location of the client, a segment of the credential's name. Rules: must be a single name: not empty and
        without slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth
        clients. A change replaces the object.
        """
        return self._field(Output, "location")

    @property
    def oauth_client_credential_id(self) -> Output[str]:
        """Identifier of the credential, the last part of its name. Rules: 4 to 32 characters; may hold only
        lower-case letters, digits and hyphens; must not start with `cloud-`, which is reserved; the vendor
        reserves the prefix `gcp-` for itself. A change replaces the object.
        """
        return self._field(Output, "oauthClientCredentialId")

    @property
    def oauth_client_id(self) -> Output[str]:
        """Identifier of the client whose secret it is. The client must be confidential. Rules: must be a single
        name: not empty and without slashes; must not be `.` or `..`. A change replaces the object.
        """
        return self._field(Output, "oauthClientId")

    @property
    def disabled(self) -> Output[Optional[bool]]:
        """Switches the credential off: while true its secret is not accepted. Absent means False."""
        return self._field(Output, "disabled")

    @property
    def display_name(self) -> Output[Optional[str]]:
        """Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means ""."""
        return self._field(Output, "displayName")

    @property
    def project(self) -> Output[str]:
        """Id of the project that owns the client; the provider's project when left out. Rules: must be a single
        name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change
        replaces the object.
        """
        return self._field(Output, "project")

    @property
    def client_secret(self) -> Output[str]:
        """The secret that the platform generated. It is sealed wherever it is kept and masked wherever it is shown;
        `plumb outputs NAME --reveal` shows an output that passes it on. It never changes after creation. It is
        sealed at rest and masked everywhere. It can be passed on whole only: no text and no computation takes
        it.
        """
        return self._field(Output, "clientSecret")

    @property
    def id(self) -> Output[str]:
        """Id under which the credential can be imported."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Full name of the credential on the platform. It never changes after creation."""
        return self._field(Output, "name")
