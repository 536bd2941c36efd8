# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `migrate`: Server collector, Private endpoint connection."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict, Union, overload

from .lookup import invoke, invoke_output
from .options import InvokeOptions, ResourceOptions
from .output import Input, ObjectOutput, Output
from .resource import CustomResource
from .shapes import Args, ObjectShape, Record

__all__ = [
    "CollectorAgentProperties",
    "CollectorAgentPropertiesArgs",
    "CollectorAgentPropertiesArgsDict",
    "CollectorAgentPropertiesOutput",
    "CollectorAgentPropertiesState",
    "CollectorBodyAgentSpnProperties",
    "CollectorBodyAgentSpnPropertiesArgs",
    "CollectorBodyAgentSpnPropertiesArgsDict",
    "CollectorBodyAgentSpnPropertiesOutput",
    "CollectorBodyAgentSpnPropertiesState",
    "CollectorProperties",
    "CollectorPropertiesArgs",
    "CollectorPropertiesArgsDict",
    "CollectorPropertiesOutput",
    "CollectorPropertiesState",
    "GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult",
    "GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultOutput",
    "GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultState",
    "PrivateEndpoint",
    "PrivateEndpointConnectionProperties",
    "PrivateEndpointConnectionPropertiesOutput",
    "PrivateEndpointConnectionPropertiesState",
    "PrivateEndpointOutput",
    "PrivateEndpointState",
    "PrivateLinkServiceConnectionState",
    "PrivateLinkServiceConnectionStateOutput",
    "PrivateLinkServiceConnectionStateState",
    "ServerCollector",
    "ServerCollectorArgs",
    "ServerCollectorArgsDict",
    "SystemData",
    "SystemDataOutput",
    "SystemDataState",
    "get_private_endpoint_connection",
    "get_private_endpoint_connection_controller_private_endpoint_connection",
    "get_private_endpoint_connection_controller_private_endpoint_connection_output",
    "get_private_endpoint_connection_output",
]


class CollectorBodyAgentSpnProperties(Record):
    """Service principal with which the components on premises sign in."""

    _shape = ObjectShape(
        {
            "application_id": ("applicationId", None),
            "audience": ("audience", None),
            "authority": ("authority", None),
            "object_id": ("objectId", None),
            "tenant_id": ("tenantId", None),
        }
    )

    application_id: Optional[str]
    """Application (client) id of the service principal."""

    audience: Optional[str]
    """Audience for which its tokens are meant."""

    authority: Optional[str]
    """URL of the authority that issues its tokens."""

    object_id: Optional[str]
    """Object id of the service principal."""

    tenant_id: Optional[str]
    """Id of the tenant in which the service principal lives."""


class CollectorBodyAgentSpnPropertiesOutput(ObjectOutput[CollectorBodyAgentSpnProperties]):
    """Service principal with which the components on premises sign in."""

    @property
    def application_id(self) -> Output[Optional[str]]:
        """Application (client) id of the service principal."""
        return self._field(Output, "applicationId")

    @property
    def audience(self) -> Output[Optional[str]]:
        """Audience for which its tokens are meant."""
        return self._field(Output, "audience")

    @property
    def authority(self) -> Output[Optional[str]]:
        """URL of the authority that issues its tokens."""
        return self._field(Output, "authority")

    @property
    def object_id(self) -> Output[Optional[str]]:
        """Object id of the service principal."""
        return self._field(Output, "objectId")

    @property
    def tenant_id(self) -> Output[Optional[str]]:
        """Id of the tenant in which the service principal lives."""
        return self._field(Output, "tenantId")


class CollectorBodyAgentSpnPropertiesState(TypedDict, total=False):
    """Qualifies: Service principal with which the components on premises sign in."""

    application_id: Input[str]
    """Application (client) id of the service principal."""

    audience: Input[str]
    """Audience for which its tokens are meant."""

    authority: Input[str]
    """URL of the authority that issues its tokens."""

    object_id: Input[str]
    """Object id of the service principal."""

    tenant_id: Input[str]
    """Id of the tenant in which the service principal lives."""


class CollectorAgentProperties(Record):
    """The agent that collects, as it registered."""

    _shape = ObjectShape(
        {
            "id": ("id", None),
            "last_heartbeat_utc": ("lastHeartbeatUtc", None),
            "version": ("version", None),
            "spn_details": ("spnDetails", CollectorBodyAgentSpnProperties._shape),
        }
    )

    id: str
    """Id that the agent got when it registered."""

    last_heartbeat_utc: str
    """When the agent last reported, in UTC. No drift when it moves: the agent reports its heartbeat. A text,
    exactly as the platform writes it.
    """

    version: str
    """Version of the agent's software."""

    spn_details: Optional[CollectorBodyAgentSpnProperties]
    """Service principal with which the components on premises sign in."""


class CollectorAgentPropertiesOutput(ObjectOutput[CollectorAgentProperties]):
    """The agent that collects, as it registered."""

    @property
    def id(self) -> Output[str]:
        """Id that the agent got when it registered."""
        return self._field(Output, "id")

    @property
    def last_heartbeat_utc(self) -> Output[str]:
        """When the agent last reported, in UTC. No drift when it moves: the agent reports its heartbeat. A text,
        exactly as the platform writes it.
        """
        return self._field(Output, "lastHeartbeatUtc")

    @property
    def version(self) -> Output[str]:
        """Version of the agent's software."""
        return self._field(Output, "version")

    @property
    def spn_details(self) -> CollectorBodyAgentSpnPropertiesOutput:
        """Service principal with which the components on premises sign in."""
        return self._field(CollectorBodyAgentSpnPropertiesOutput, "spnDetails")


class CollectorAgentPropertiesState(TypedDict, total=False):
    """Qualifies: The agent that collects, as it registered."""

    id: Input[str]
    """Id that the agent got when it registered. Required."""

    last_heartbeat_utc: Input[str]
    """When the agent last reported, in UTC. No drift when it moves: the agent reports its heartbeat. Required. A
    text, exactly as the platform writes it.
    """

    version: Input[str]
    """Version of the agent's software. Required."""

    spn_details: Input[CollectorBodyAgentSpnPropertiesState]
    """Service principal with which the components on premises sign in."""


class CollectorProperties(Record):
    """Properties of the collector, with what the platform adds."""

    _shape = ObjectShape(
        {
            "created_timestamp": ("createdTimestamp", None),
            "updated_timestamp": ("updatedTimestamp", None),
            "agent_properties": ("agentProperties", CollectorAgentProperties._shape),
            "discovery_site_id": ("discoverySiteId", None),
        }
    )

    created_timestamp: str
    """When the collector was created. A text, exactly as the platform writes it."""

    updated_timestamp: str
    """When the collector was last changed. No drift when it moves: it tells when the last write was, and what was
    written is compared itself. A text, exactly as the platform writes it.
    """

    agent_properties: Optional[CollectorAgentProperties]
    """The agent that collects, as it registered."""

    discovery_site_id: Optional[str]
    """Resource id of the discovery service's site."""


class CollectorPropertiesOutput(ObjectOutput[CollectorProperties]):
    """Properties of the collector, with what the platform adds."""

    @property
    def created_timestamp(self) -> Output[str]:
        """When the collector was created. A text, exactly as the platform writes it."""
        return self._field(Output, "createdTimestamp")

    @property
    def updated_timestamp(self) -> Output[str]:
        """When the collector was last changed. No drift when it moves: it tells when the last write was, and what
        was written is compared itself. A text, exactly as the platform writes it.
        """
        return self._field(Output, "updatedTimestamp")

    @property
    def agent_properties(self) -> CollectorAgentPropertiesOutput:
        """The agent that collects, as it registered."""
        return self._field(CollectorAgentPropertiesOutput, "agentProperties")

    @property
    def discovery_site_id(self) -> Output[Optional[str]]:
        """Resource id of the discovery service's site."""
        return self._field(Output, "discoverySiteId")


class CollectorPropertiesState(TypedDict, total=False):
    """Qualifies: Properties of the collector, with what the platform adds."""

    created_timestamp: Input[str]
    """When the collector was created. Required. A text, exactly as the platform writes it."""

    updated_timestamp: Input[str]
    """When the collector was last changed. No drift when it moves: it tells when the last write was, and what was
    written is compared itself. Required. A text, exactly as the platform writes it.
    """

    agent_properties: Input[CollectorAgentPropertiesState]
    """The agent that collects, as it registered."""

    discovery_site_id: Input[str]
    """Resource id of the discovery service's site."""


class CollectorBodyAgentSpnPropertiesArgs(Args):
    """Service principal with which the components on premises sign in.

    Args:
        application_id: Application (client) id of the service principal.
        audience: Audience for which its tokens are meant.
        authority: URL of the authority that issues its tokens.
        object_id: Object id of the service principal.
        tenant_id: Id of the tenant in which the service principal lives.
    """

    _shape = ObjectShape(
        {
            "application_id": ("applicationId", None),
            "audience": ("audience", None),
            "authority": ("authority", None),
            "object_id": ("objectId", None),
            "tenant_id": ("tenantId", None),
        }
    )

    def __init__(
        self,
        *,
        application_id: Input[Optional[str]] = None,
        audience: Input[Optional[str]] = None,
        authority: Input[Optional[str]] = None,
        object_id: Input[Optional[str]] = None,
        tenant_id: Input[Optional[str]] = None,
    ) -> None:
        self.application_id = application_id
        self.audience = audience
        self.authority = authority
        self.object_id = object_id
        self.tenant_id = tenant_id


class CollectorBodyAgentSpnPropertiesArgsDict(TypedDict, total=False):
    """Service principal with which the components on premises sign in."""

    application_id: Input[Optional[str]]
    """Application (client) id of the service principal."""

    audience: Input[Optional[str]]
    """Audience for which its tokens are meant."""

    authority: Input[Optional[str]]
    """URL of the authority that issues its tokens."""

    object_id: Input[Optional[str]]
    """Object id of the service principal."""

    tenant_id: Input[Optional[str]]
    """Id of the tenant in which the service principal lives."""


class CollectorAgentPropertiesArgs(Args):
    """The agent that collects.

    Args:
        spn_details: Service principal with which the components on premises sign in.
    """

    _shape = ObjectShape(
        {
            "spn_details": ("spnDetails", CollectorBodyAgentSpnPropertiesArgs._shape),
        }
    )

    def __init__(
        self,
        *,
        spn_details: Input[Optional[Union[CollectorBodyAgentSpnPropertiesArgs, CollectorBodyAgentSpnPropertiesArgsDict]]] = None,
    ) -> None:
        self.spn_details = spn_details


class CollectorAgentPropertiesArgsDict(TypedDict, total=False):
    """The agent that collects."""

    spn_details: Input[Optional[Union[CollectorBodyAgentSpnPropertiesArgs, CollectorBodyAgentSpnPropertiesArgsDict]]]
    """Service principal with which the components on premises sign in."""


class CollectorPropertiesArgs(Args):
    """Properties of the collector.

    Args:
        agent_properties: The agent that collects.
        discovery_site_id: Resource id of the discovery service's site.
    """

    _shape = ObjectShape(
        {
            "agent_properties": ("agentProperties", CollectorAgentPropertiesArgs._shape),
            "discovery_site_id": ("discoverySiteId", None),
        }
    )

    def __init__(
        self,
        *,
        agent_properties: Input[Optional[Union[CollectorAgentPropertiesArgs, CollectorAgentPropertiesArgsDict]]] = None,
        discovery_site_id: Input[Optional[str]] = None,
    ) -> None:
        self.agent_properties = agent_properties
        self.discovery_site_id = discovery_site_id


class CollectorPropertiesArgsDict(TypedDict, total=False):
    """Properties of the collector."""

    agent_properties: Input[Optional[Union[CollectorAgentPropertiesArgs, CollectorAgentPropertiesArgsDict]]]
    """The agent that collects."""

    discovery_site_id: Input[Optional[str]]
    """Resource id of the discovery service's site."""


class ServerCollectorArgs(Args):
    """Fields of `ServerCollector`. A collector of server data, registered in a migration assessment project.

    Args:
        project_name: Name of the assessment project. Rules: must be a single name: not empty and without slashes;
            must not be `.` or `..`. A change replaces the object. Required.
        resource_group_name: Name of the resource group that holds the project. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90
            characters. A change replaces the object. Required.
        e_tag: Tag of the version to change; the write is refused when the collector has another. Left out, the
            version last read counts. No drift when it moves: every write of the collector gives it another tag, and
            what it holds is compared itself.
        properties: Properties of the collector.
        server_collector_name: Name of the collector, unique within its project; made from the logical name when
            left out. Rules: must be a single name: not empty and without slashes; must not be `.` or `..`; the
            vendor takes collector names of up to 260 characters without any of `< > & : ? / #`. Left out: the
            logical name, a hyphen and 7 random characters. A change replaces the object.
    """

    _shape = ObjectShape(
        {
            "project_name": ("projectName", None),
            "resource_group_name": ("resourceGroupName", None),
            "e_tag": ("eTag", None),
            "properties": ("properties", CollectorPropertiesArgs._shape),
            "server_collector_name": ("serverCollectorName", None),
        }
    )

    def __init__(
        self,
        *,
        project_name: Input[str],
        resource_group_name: Input[str],
        e_tag: Input[Optional[str]] = None,
        properties: Input[Optional[Union[CollectorPropertiesArgs, CollectorPropertiesArgsDict]]] = None,
        server_collector_name: Input[Optional[str]] = None,
    ) -> None:
        self.project_name = project_name
        self.resource_group_name = resource_group_name
        self.e_tag = e_tag
        self.properties = properties
        self.server_collector_name = server_collector_name


class _ServerCollectorArgsDictRequired(TypedDict):
    project_name: Input[str]
    """Name of the assessment project. Rules: must be a single name: not empty and without slashes; must not be `.`
    or `..`. A change replaces the object. Required.
    """

    resource_group_name: Input[str]
    """Name of the resource group that holds the project. Rules: must be a single name: not empty and without
    slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change
    replaces the object. Required.
    """


class ServerCollectorArgsDict(_ServerCollectorArgsDictRequired, total=False):
    """Fields of `ServerCollector`. A collector of server data, registered in a migration assessment project."""

    e_tag: Input[Optional[str]]
    """Tag of the version to change; the write is refused when the collector has another. Left out, the version last
    read counts. No drift when it moves: every write of the collector gives it another tag, and what it holds is
    compared itself.
    """

    properties: Input[Optional[Union[CollectorPropertiesArgs, CollectorPropertiesArgsDict]]]
    """Properties of the collector."""

    server_collector_name: Input[Optional[str]]
    """Name of the collector, unique within its project; made from the logical name when left out. Rules: must be a
    single name: not empty and without slashes; must not be `.` or `..`; the vendor takes collector names of up
    to 260 characters without any of `< > & : ? / #`. Left out: the logical name, a hyphen and 7 random
    characters. A change replaces the object.
    """


_ServerCollectorOptions = ResourceOptions[
    Literal["azure"],
    Literal["project_name", "resource_group_name", "e_tag", "properties", "server_collector_name"],
    Literal["name", "type"],
]


class ServerCollector(CustomResource):
    """A collector of server data, registered in a migration assessment project.

    Section 2.5 of the specification. Interface version 2019-10-01.
    Needs a provider of kind azure. Destroying it deletes the object.

    Args:
        resource_name: The logical name, unique in the stack.
        project_name: Name of the assessment project. Rules: must be a single name: not empty and without slashes;
            must not be `.` or `..`. A change replaces the object. Required.
        resource_group_name: Name of the resource group that holds the project. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90
            characters. A change replaces the object. Required.
        e_tag: Tag of the version to change; the write is refused when the collector has another. Left out, the
            version last read counts. No drift when it moves: every write of the collector gives it another tag, and
            what it holds is compared itself.
        properties: Properties of the collector.
        server_collector_name: Name of the collector, unique within its project; made from the logical name when
            left out. Rules: must be a single name: not empty and without slashes; must not be `.` or `..`; the
            vendor takes collector names of up to 260 characters without any of `< > & : ? / #`. Left out: the
            logical name, a hyphen and 7 random characters. A change replaces the object.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        /subscriptions/<subscriptionId>/resourceGroups/<resourceGroupName>/providers/<namespace>.Migrate/assessmentProjects/<projectName>/servercollectors/<serverCollectorName>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import azure, migrate

        plumb.project("assessment")

        azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")

        collector = migrate.ServerCollector(
            "collector",
            resource_group_name="rg-migration",
            project_name="datacenter-exit-assessment",
            properties={
                "discovery_site_id":
                    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1",
                "agent_properties": {
                    "spn_details": {
                        "application_id": "6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c",
                        "tenant_id": "72f988bf-86f1-41af-91ab-2d7cd011db47",
                    },
                },
            },
        )

        plumb.export("agent", collector.properties.agent_properties.id)
    """

    _type = "migrate:ServerCollector"
    _kind = "azure"
    _inputs = ObjectShape(
        {
            "project_name": ("projectName", None),
            "resource_group_name": ("resourceGroupName", None),
            "e_tag": ("eTag", None),
            "properties": ("properties", CollectorPropertiesArgs._shape),
            "server_collector_name": ("serverCollectorName", None),
        }
    )
    _outputs = ObjectShape(
        {
            "project_name": ("projectName", None),
            "resource_group_name": ("resourceGroupName", None),
            "e_tag": ("eTag", None),
            "properties": ("properties", CollectorProperties._shape),
            "server_collector_name": ("serverCollectorName", None),
            "id": ("id", None),
            "name": ("name", None),
            "type": ("type", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[ServerCollectorArgs, ServerCollectorArgsDict],
        opts: Optional[_ServerCollectorOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        project_name: Input[str],
        resource_group_name: Input[str],
        e_tag: Input[Optional[str]] = None,
        properties: Input[Optional[Union[CollectorPropertiesArgs, CollectorPropertiesArgsDict]]] = None,
        server_collector_name: Input[Optional[str]] = None,
        opts: Optional[_ServerCollectorOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_ServerCollectorOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_ServerCollectorOptions] = None,
        *,
        project_name: Optional[Input[str]] = None,
        resource_group_name: Optional[Input[str]] = None,
        e_tag: Optional[Input[str]] = None,
        properties: Optional[Input[CollectorPropertiesState]] = None,
        server_collector_name: Optional[Input[str]] = None,
        name: Optional[Input[str]] = None,
        type: Optional[Input[str]] = None,
    ) -> ServerCollector:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            project_name: Name of the assessment project.
            resource_group_name: Name of the resource group that holds the project.
            e_tag: Tag of the version to change; the write is refused when the collector has another. Left out, the
                version last read counts.
            properties: Properties of the collector, with what the platform adds.
            server_collector_name: Name of the collector, unique within its project; made from the logical name when
                left out.
            name: Name of the collector.
            type: Type of the resource, as the platform writes it.
        """
        return ServerCollector._get(
            resource_name,
            id,
            opts,
            {
                "project_name": project_name,
                "resource_group_name": resource_group_name,
                "e_tag": e_tag,
                "properties": properties,
                "server_collector_name": server_collector_name,
                "name": name,
                "type": type,
            },
        )

    @property
    def project_name(self) -> Output[str]:
        """Name of the assessment project. Rules: must be a single name: not empty and without slashes; must not be
        `.` or `..`. A change replaces the object.
        """
        return self._field(Output, "projectName")

    @property
    def resource_group_name(self) -> Output[str]:
        """Name of the resource group that holds the project. Rules: must be a single name: not empty and without
        slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change
        replaces the object.
        """
        return self._field(Output, "resourceGroupName")

    @property
    def e_tag(self) -> Output[Optional[str]]:
        """Tag of the version to change; the write is refused when the collector has another. Left out, the version
        last read counts. No drift when it moves: every write of the collector gives it another tag, and what it
        holds is compared itself.
        """
        return self._field(Output, "eTag")

    @property
    def properties(self) -> CollectorPropertiesOutput:
        """Properties of the collector, with what the platform adds."""
        return self._field(CollectorPropertiesOutput, "properties")

    @property
    def server_collector_name(self) -> Output[str]:
        """Name of the collector, unique within its project; made from the logical name when left out. Rules: must
        be a single name: not empty and without slashes; must not be `.` or `..`; the vendor takes collector
        names of up to 260 characters without any of `< > & : ? / #`. Left out: the logical name, a hyphen and 7
        random characters. A change replaces the object.
        """
        return self._field(Output, "serverCollectorName")

    @property
    def id(self) -> Output[str]:
        """Id under which the collector can be imported."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Name of the collector."""
        return self._field(Output, "name")

    @property
    def type(self) -> Output[str]:
        """Type of the resource, as the platform writes it."""
        return self._field(Output, "type")


class PrivateEndpoint(Record):
    """The private endpoint on the other side."""

    _shape = ObjectShape(
        {
            "id": ("id", None),
        }
    )

    id: str
    """Resource id of the private endpoint."""


class PrivateEndpointOutput(ObjectOutput[PrivateEndpoint]):
    """The private endpoint on the other side."""

    @property
    def id(self) -> Output[str]:
        """Resource id of the private endpoint."""
        return self._field(Output, "id")


class PrivateEndpointState(TypedDict, total=False):
    """Qualifies: The private endpoint on the other side."""

    id: Input[str]
    """Resource id of the private endpoint. Required."""


class PrivateLinkServiceConnectionState(Record):
    """Where the connection stands between the two sides."""

    _shape = ObjectShape(
        {
            "actions_required": ("actionsRequired", None),
            "description": ("description", None),
            "status": ("status", None),
        }
    )

    actions_required: Optional[str]
    """What the consumer still has to do."""

    description: Optional[str]
    """Why the connection stands as it does."""

    status: Optional[Union[Literal["Approved", "Pending", "Rejected", "Disconnected"], str]]
    """Status of the connection. Rules: known values: Approved, Pending, Rejected, Disconnected."""


class PrivateLinkServiceConnectionStateOutput(ObjectOutput[PrivateLinkServiceConnectionState]):
    """Where the connection stands between the two sides."""

    @property
    def actions_required(self) -> Output[Optional[str]]:
        """What the consumer still has to do."""
        return self._field(Output, "actionsRequired")

    @property
    def description(self) -> Output[Optional[str]]:
        """Why the connection stands as it does."""
        return self._field(Output, "description")

    @property
    def status(self) -> Output[Optional[Union[Literal["Approved", "Pending", "Rejected", "Disconnected"], str]]]:
        """Status of the connection. Rules: known values: Approved, Pending, Rejected, Disconnected."""
        return self._field(Output, "status")


class PrivateLinkServiceConnectionStateState(TypedDict, total=False):
    """Qualifies: Where the connection stands between the two sides."""

    actions_required: Input[str]
    """What the consumer still has to do."""

    description: Input[str]
    """Why the connection stands as it does."""

    status: Input[Union[Literal["Approved", "Pending", "Rejected", "Disconnected"], str]]
    """Status of the connection. Rules: known values: Approved, Pending, Rejected, Disconnected."""


class PrivateEndpointConnectionProperties(Record):
    """Properties of the connection."""

    _shape = ObjectShape(
        {
            "private_endpoint": ("privateEndpoint", PrivateEndpoint._shape),
            "provisioning_state": ("provisioningState", None),
            "private_link_service_connection_state": ("privateLinkServiceConnectionState", PrivateLinkServiceConnectionState._shape),
        }
    )

    private_endpoint: PrivateEndpoint
    """The private endpoint on the other side."""

    provisioning_state: Union[Literal["Accepted", "InProgress", "Succeeded", "Failed", "Canceled"], str]
    """Whether an operation on the private endpoint is under way. Rules: known values: Accepted, InProgress,
    Succeeded, Failed, Canceled.
    """

    private_link_service_connection_state: Optional[PrivateLinkServiceConnectionState]
    """Where the connection stands between the two sides."""


class PrivateEndpointConnectionPropertiesOutput(ObjectOutput[PrivateEndpointConnectionProperties]):
    """Properties of the connection."""

    @property
    def private_endpoint(self) -> PrivateEndpointOutput:
        """The private endpoint on the other side."""
        return self._field(PrivateEndpointOutput, "privateEndpoint")

    @property
    def provisioning_state(self) -> Output[Union[Literal["Accepted", "InProgress", "Succeeded", "Failed", "Canceled"], str]]:
        """Whether an operation on the private endpoint is under way. Rules: known values: Accepted, InProgress,
        Succeeded, Failed, Canceled.
        """
        return self._field(Output, "provisioningState")

    @property
    def private_link_service_connection_state(self) -> PrivateLinkServiceConnectionStateOutput:
        """Where the connection stands between the two sides."""
        return self._field(PrivateLinkServiceConnectionStateOutput, "privateLinkServiceConnectionState")


class PrivateEndpointConnectionPropertiesState(TypedDict, total=False):
    """Qualifies: Properties of the connection."""

    private_endpoint: Input[PrivateEndpointState]
    """The private endpoint on the other side. Required."""

    provisioning_state: Input[Union[Literal["Accepted", "InProgress", "Succeeded", "Failed", "Canceled"], str]]
    """Whether an operation on the private endpoint is under way. Rules: known values: Accepted, InProgress,
    Succeeded, Failed, Canceled. Required.
    """

    private_link_service_connection_state: Input[PrivateLinkServiceConnectionStateState]
    """Where the connection stands between the two sides."""


class SystemData(Record):
    """Who created and last changed the connection, and when."""

    _shape = ObjectShape(
        {
            "created_at": ("createdAt", None),
            "created_by": ("createdBy", None),
            "created_by_type": ("createdByType", None),
            "last_modified_at": ("lastModifiedAt", None),
            "last_modified_by": ("lastModifiedBy", None),
            "last_modified_by_type": ("lastModifiedByType", None),
        }
    )

    created_at: Optional[str]
    """When it was created, in UTC. A text, exactly as the platform writes it."""

    created_by: Optional[str]
    """Who created it."""

    created_by_type: Optional[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]
    """What kind of identity created it. Rules: known values: User, Application, ManagedIdentity, Key."""

    last_modified_at: Optional[str]
    """When it was last changed, in UTC. A text, exactly as the platform writes it."""

    last_modified_by: Optional[str]
    """Who changed it last."""

    last_modified_by_type: Optional[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]
    """What kind of identity changed it last. Rules: known values: User, Application, ManagedIdentity, Key."""


class SystemDataOutput(ObjectOutput[SystemData]):
    """Who created and last changed the connection, and when."""

    @property
    def created_at(self) -> Output[Optional[str]]:
        """When it was created, in UTC. A text, exactly as the platform writes it."""
        return self._field(Output, "createdAt")

    @property
    def created_by(self) -> Output[Optional[str]]:
        """Who created it."""
        return self._field(Output, "createdBy")

    @property
    def created_by_type(self) -> Output[Optional[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]]:
        """What kind of identity created it. Rules: known values: User, Application, ManagedIdentity, Key."""
        return self._field(Output, "createdByType")

    @property
    def last_modified_at(self) -> Output[Optional[str]]:
        """When it was last changed, in UTC. A text, exactly as the platform writes it."""
        return self._field(Output, "lastModifiedAt")

    @property
    def last_modified_by(self) -> Output[Optional[str]]:
        """Who changed it last."""
        return self._field(Output, "lastModifiedBy")

    @property
    def last_modified_by_type(self) -> Output[Optional[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]]:
        """What kind of identity changed it last. Rules: known values: User, Application, ManagedIdentity, Key."""
        return self._field(Output, "lastModifiedByType")


class SystemDataState(TypedDict, total=False):
    """Qualifies: Who created and last changed the connection, and when."""

    created_at: Input[str]
    """When it was created, in UTC. A text, exactly as the platform writes it."""

    created_by: Input[str]
    """Who created it."""

    created_by_type: Input[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]
    """What kind of identity created it. Rules: known values: User, Application, ManagedIdentity, Key."""

    last_modified_at: Input[str]
    """When it was last changed, in UTC. A text, exactly as the platform writes it."""

    last_modified_by: Input[str]
    """Who changed it last."""

    last_modified_by_type: Input[Union[Literal["User", "Application", "ManagedIdentity", "Key"], str]]
    """What kind of identity changed it last. Rules: known values: User, Application, ManagedIdentity, Key."""


class GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult(Record):
    """The result of `get_private_endpoint_connection_controller_private_endpoint_connection`."""

    _shape = ObjectShape(
        {
            "platform_api_version": ("platformApiVersion", None),
            "e_tag": ("eTag", None),
            "id": ("id", None),
            "name": ("name", None),
            "properties": ("properties", PrivateEndpointConnectionProperties._shape),
            "system_data": ("systemData", SystemData._shape),
            "type": ("type", None),
        }
    )

    platform_api_version: str
    """Interface version that the answer follows."""

    e_tag: str
    """Tag of the connection's version."""

    id: str
    """Relative URL of the connection."""

    name: str
    """Name of the connection."""

    properties: PrivateEndpointConnectionProperties
    """Properties of the connection."""

    system_data: SystemData
    """Who created and last changed the connection, and when."""

    type: str
    """Type of the resource, as the platform writes it."""


class GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultOutput(ObjectOutput[GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult]):
    """The result of `get_private_endpoint_connection_controller_private_endpoint_connection`."""

    @property
    def platform_api_version(self) -> Output[str]:
        """Interface version that the answer follows."""
        return self._field(Output, "platformApiVersion")

    @property
    def e_tag(self) -> Output[str]:
        """Tag of the connection's version."""
        return self._field(Output, "eTag")

    @property
    def id(self) -> Output[str]:
        """Relative URL of the connection."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Name of the connection."""
        return self._field(Output, "name")

    @property
    def properties(self) -> PrivateEndpointConnectionPropertiesOutput:
        """Properties of the connection."""
        return self._field(PrivateEndpointConnectionPropertiesOutput, "properties")

    @property
    def system_data(self) -> SystemDataOutput:
        """Who created and last changed the connection, and when."""
        return self._field(SystemDataOutput, "systemData")

    @property
    def type(self) -> Output[str]:
        """Type of the resource, as the platform writes it."""
        return self._field(Output, "type")


class GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultState(TypedDict, total=False):
    """Qualifies: The result of `get_private_endpoint_connection_controller_private_endpoint_connection`."""

    platform_api_version: Input[str]
    """Interface version that the answer follows. Required."""

    e_tag: Input[str]
    """Tag of the connection's version. Required."""

    id: Input[str]
    """Relative URL of the connection. Required."""

    name: Input[str]
    """Name of the connection. Required."""

    properties: Input[PrivateEndpointConnectionPropertiesState]
    """Properties of the connection. Required."""

    system_data: Input[SystemDataState]
    """Who created and last changed the connection, and when. Required."""

    type: Input[str]
    """Type of the resource, as the platform writes it. Required."""


_GET_PRIVATE_ENDPOINT_CONNECTION_CONTROLLER_PRIVATE_ENDPOINT_CONNECTION = ObjectShape(
    {
        "migrate_project_name": ("migrateProjectName", None),
        "pe_connection_name": ("peConnectionName", None),
        "resource_group_name": ("resourceGroupName", None),
    }
)


def get_private_endpoint_connection_controller_private_endpoint_connection(
    migrate_project_name: str,
    pe_connection_name: str,
    resource_group_name: str,
    opts: Optional[InvokeOptions[Literal["azure"]]] = None,
) -> GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult:
    """Looks up a private endpoint connection of a migration project by its name.

    Section 2.4 of the specification. Interface version 2020-05-01. Reads at once, while the program runs.
    Other versions: 2023-01-01.

    Args:
        migrate_project_name: Name of the migration project. Rules: must be a single name: not empty and without
            slashes; must not be `.` or `..`; the vendor names migration projects with 3 to 24 letters, digits and
            hyphens. A change replaces the object. Required.
        pe_connection_name: Name of the private endpoint connection. Rules: must be a single name: not empty and
            without slashes; must not be `.` or `..`. A change replaces the object. Required.
        resource_group_name: Name of the resource group that holds the project. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90
            characters. A change replaces the object. Required.
        opts: What is said besides the arguments.
    """
    return invoke(
        "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
        "azure",
        _GET_PRIVATE_ENDPOINT_CONNECTION_CONTROLLER_PRIVATE_ENDPOINT_CONNECTION,
        {
            "migrate_project_name": migrate_project_name,
            "pe_connection_name": pe_connection_name,
            "resource_group_name": resource_group_name,
        },
        GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult,
        opts,
    )


def get_private_endpoint_connection_controller_private_endpoint_connection_output(
    migrate_project_name: Input[str],
    pe_connection_name: Input[str],
    resource_group_name: Input[str],
    opts: Optional[InvokeOptions[Literal["azure"]]] = None,
) -> GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultOutput:
    """Looks up a private endpoint connection of a migration project by its name.

    Section 2.4 of the specification. Interface version 2020-05-01. Part of the declaration: takes outputs, and
    gives the result as an output.
    Other versions: 2023-01-01.

    Args:
        migrate_project_name: Name of the migration project. Rules: must be a single name: not empty and without
            slashes; must not be `.` or `..`; the vendor names migration projects with 3 to 24 letters, digits and
            hyphens. A change replaces the object. Required.
        pe_connection_name: Name of the private endpoint connection. Rules: must be a single name: not empty and
            without slashes; must not be `.` or `..`. A change replaces the object. Required.
        resource_group_name: Name of the resource group that holds the project. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`; the vendor takes resource group names of up to 90
            characters. A change replaces the object. Required.
        opts: What is said besides the arguments.
    """
    return invoke_output(
        "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
        "azure",
        "privateEndpointConnection",
        _GET_PRIVATE_ENDPOINT_CONNECTION_CONTROLLER_PRIVATE_ENDPOINT_CONNECTION,
        {
            "migrate_project_name": migrate_project_name,
            "pe_connection_name": pe_connection_name,
            "resource_group_name": resource_group_name,
        },
        GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResultOutput,
        GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult._shape,
        opts,
    )


get_private_endpoint_connection = get_private_endpoint_connection_controller_private_endpoint_connection
get_private_endpoint_connection_output = get_private_endpoint_connection_controller_private_endpoint_connection_output
