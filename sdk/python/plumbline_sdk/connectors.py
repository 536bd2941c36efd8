# Generated from the definitions of plumb: `npm run generate`.
"""Types of the namespace `connectors`: Endpoint attachment."""

from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, TypedDict, Union, overload

from .options import ResourceOptions
from .output import Input, MapOutput, Output
from .resource import CustomResource
from .shapes import Args, ObjectShape

__all__ = [
    "EndpointAttachment",
    "EndpointAttachmentArgs",
    "EndpointAttachmentArgsDict",
]


class EndpointAttachmentArgs(Args):
    """Fields of `EndpointAttachment`. Attaches a published service to a project and location, so that connectors
    reach it over a private address.

    Args:
        endpoint_attachment_id: Identifier of the attachment, unique within its project and location. It is never
            chosen for you. Rules: must be a single name: not empty and without slashes; must not be `.` or `..`;
            the vendor takes up to 63 lower-case letters, digits and hyphens that start with a letter and do not end
            with a hyphen. A change replaces the object. Required.
        service_attachment: Path of the service attachment,
            `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the vendor takes
            `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as not
            updatable. Required.
        description: What the attachment is for. Absent means "".
        labels: Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63
            lower-case letters, digits, underscores and hyphens that start with a letter. Each value: the vendor
            takes label values of up to 63 lower-case letters, digits, underscores and hyphens.
        location: Location of the attachment; the provider's region when left out. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces
            the object.
        project: Id of the project that owns the attachment; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
    """

    _shape = ObjectShape(
        {
            "endpoint_attachment_id": ("endpointAttachmentId", None),
            "service_attachment": ("serviceAttachment", None),
            "description": ("description", None),
            "labels": ("labels", None),
            "location": ("location", None),
            "project": ("project", None),
        }
    )

    def __init__(
        self,
        *,
        endpoint_attachment_id: Input[str],
        service_attachment: Input[str],
        description: Input[Optional[str]] = None,
        labels: Input[Optional[Mapping[str, Input[str]]]] = None,
        location: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
    ) -> None:
        self.endpoint_attachment_id = endpoint_attachment_id
        self.service_attachment = service_attachment
        self.description = description
        self.labels = labels
        self.location = location
        self.project = project


class _EndpointAttachmentArgsDictRequired(TypedDict):
    endpoint_attachment_id: Input[str]
    """Identifier of the attachment, unique within its project and location. It is never chosen for you. Rules: must
    be a single name: not empty and without slashes; must not be `.` or `..`; the vendor takes up to 63
    lower-case letters, digits and hyphens that start with a letter and do not end with a hyphen. A change
    replaces the object. Required.
    """

    service_attachment: Input[str]
    """Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the
    vendor takes `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as
    not updatable. Required.
    """


class EndpointAttachmentArgsDict(_EndpointAttachmentArgsDictRequired, total=False):
    """Fields of `EndpointAttachment`. Attaches a published service to a project and location, so that connectors
    reach it over a private address.
    """

    description: Input[Optional[str]]
    """What the attachment is for. Absent means ""."""

    labels: Input[Optional[Mapping[str, Input[str]]]]
    """Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63
    lower-case letters, digits, underscores and hyphens that start with a letter. Each value: the vendor takes
    label values of up to 63 lower-case letters, digits, underscores and hyphens.
    """

    location: Input[Optional[str]]
    """Location of the attachment; the provider's region when left out. Rules: must be a single name: not empty and
    without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces the object.
    """

    project: Input[Optional[str]]
    """Id of the project that owns the attachment; the provider's project when left out. Rules: must be a single
    name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change
    replaces the object.
    """


_EndpointAttachmentOptions = ResourceOptions[
    Literal["google"],
    Literal["endpoint_attachment_id", "service_attachment", "description", "labels", "location", "project"],
    Literal["create_time", "endpoint_ip", "name", "update_time"],
]


class EndpointAttachment(CustomResource):
    """Attaches a published service to a project and location, so that connectors reach it over a private address.

    Section 2.3 of the specification. Interface version v1.
    Needs a provider of kind google. Destroying it deletes the object.
    Auto-naming is not supported for endpoint attachments: give `endpoint_attachment_id`.

    Args:
        resource_name: The logical name, unique in the stack.
        endpoint_attachment_id: Identifier of the attachment, unique within its project and location. It is never
            chosen for you. Rules: must be a single name: not empty and without slashes; must not be `.` or `..`;
            the vendor takes up to 63 lower-case letters, digits and hyphens that start with a letter and do not end
            with a hyphen. A change replaces the object. Required.
        service_attachment: Path of the service attachment,
            `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the vendor takes
            `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as not
            updatable. Required.
        description: What the attachment is for. Absent means "".
        labels: Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63
            lower-case letters, digits, underscores and hyphens that start with a letter. Each value: the vendor
            takes label values of up to 63 lower-case letters, digits, underscores and hyphens.
        location: Location of the attachment; the provider's region when left out. Rules: must be a single name: not
            empty and without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces
            the object.
        project: Id of the project that owns the attachment; the provider's project when left out. Rules: must be a
            single name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A
            change replaces the object.
        opts: What is declared besides the fields.

    Ids that `get` and the option `import_` take:

        projects/<project>/locations/<location>/endpointAttachments/<endpointAttachmentId>
        <project>/<location>/<endpointAttachmentId>
        <location>/<endpointAttachmentId>

    Example:

        import plumbline_sdk as plumb
        from plumbline_sdk import connectors, google

        plumb.project("gateway")

        google.Provider("google", project="acme-prod", region="europe-west1")

        gateway = connectors.EndpointAttachment(
            "gateway",
            endpoint_attachment_id="portal-gateway",
            service_attachment="projects/acme-network/regions/europe-west1/serviceAttachments/portal",
            description="Sign-in traffic of the portal",
            labels={"team": "identity"},
        )

        plumb.export("address", gateway.endpoint_ip)
    """

    _type = "connectors:EndpointAttachment"
    _kind = "google"
    _inputs = ObjectShape(
        {
            "endpoint_attachment_id": ("endpointAttachmentId", None),
            "service_attachment": ("serviceAttachment", None),
            "description": ("description", None),
            "labels": ("labels", None),
            "location": ("location", None),
            "project": ("project", None),
        }
    )
    _outputs = ObjectShape(
        {
            "endpoint_attachment_id": ("endpointAttachmentId", None),
            "service_attachment": ("serviceAttachment", None),
            "description": ("description", None),
            "labels": ("labels", None),
            "location": ("location", None),
            "project": ("project", None),
            "create_time": ("createTime", None),
            "endpoint_ip": ("endpointIp", None),
            "id": ("id", None),
            "name": ("name", None),
            "update_time": ("updateTime", None),
        }
    )

    @overload
    def __init__(
        self,
        resource_name: str,
        args: Union[EndpointAttachmentArgs, EndpointAttachmentArgsDict],
        opts: Optional[_EndpointAttachmentOptions] = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        resource_name: str,
        *,
        endpoint_attachment_id: Input[str],
        service_attachment: Input[str],
        description: Input[Optional[str]] = None,
        labels: Input[Optional[Mapping[str, Input[str]]]] = None,
        location: Input[Optional[str]] = None,
        project: Input[Optional[str]] = None,
        opts: Optional[_EndpointAttachmentOptions] = None,
    ) -> None: ...

    def __init__(
        self,
        resource_name: str,
        args: Any = None,
        opts: Optional[_EndpointAttachmentOptions] = None,
        **fields: Any,
    ) -> None:
        super().__init__(resource_name, args, opts, fields)

    @staticmethod
    def get(
        resource_name: str,
        id: Input[str],
        opts: Optional[_EndpointAttachmentOptions] = None,
        *,
        endpoint_attachment_id: Optional[Input[str]] = None,
        service_attachment: Optional[Input[str]] = None,
        description: Optional[Input[str]] = None,
        labels: Optional[Input[Mapping[str, Input[str]]]] = None,
        location: Optional[Input[str]] = None,
        project: Optional[Input[str]] = None,
        create_time: Optional[Input[str]] = None,
        endpoint_ip: Optional[Input[str]] = None,
        name: Optional[Input[str]] = None,
        update_time: Optional[Input[str]] = None,
    ) -> EndpointAttachment:
        """Reads what exists, without managing it. What is given beside the id must be as it is read.

        Args:
            resource_name: The logical name, unique in the stack.
            id: The id, in one of the forms that the class names.
            opts: Only `provider`, `depends_on`, `parent` and `version` have a meaning here.
            endpoint_attachment_id: Identifier of the attachment, unique within its project and location. It is
                never chosen for you.
            service_attachment: Path of the service attachment,
                `projects/<project>/regions/<region>/serviceAttachments/<name>`.
            description: What the attachment is for.
            labels: Labels of your own.
            location: Location of the attachment; the provider's region when left out.
            project: Id of the project that owns the attachment; the provider's project when left out.
            create_time: When the attachment was created.
            endpoint_ip: Private address at which the attached service answers.
            name: Full name of the attachment on the platform.
            update_time: When the attachment was last changed.
        """
        return EndpointAttachment._get(
            resource_name,
            id,
            opts,
            {
                "endpoint_attachment_id": endpoint_attachment_id,
                "service_attachment": service_attachment,
                "description": description,
                "labels": labels,
                "location": location,
                "project": project,
                "create_time": create_time,
                "endpoint_ip": endpoint_ip,
                "name": name,
                "update_time": update_time,
            },
        )

    @property
    def endpoint_attachment_id(self) -> Output[str]:
        """Identifier of the attachment, unique within its project and location. It is never chosen for you. Rules:
        must be a single name: not empty and without slashes; must not be `.` or `..`; the vendor takes up to 63
        lower-case letters, digits and hyphens that start with a letter and do not end with a hyphen. A change
        replaces the object.
        """
        return self._field(Output, "endpointAttachmentId")

    @property
    def service_attachment(self) -> Output[str]:
        """Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules:
        the vendor takes `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents
        it as not updatable.
        """
        return self._field(Output, "serviceAttachment")

    @property
    def description(self) -> Output[Optional[str]]:
        """What the attachment is for. Absent means ""."""
        return self._field(Output, "description")

    @property
    def labels(self) -> MapOutput[str]:
        """Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63
        lower-case letters, digits, underscores and hyphens that start with a letter. Each value: the vendor
        takes label values of up to 63 lower-case letters, digits, underscores and hyphens.
        """
        return self._field(MapOutput, "labels")

    @property
    def location(self) -> Output[str]:
        """Location of the attachment; the provider's region when left out. Rules: must be a single name: not empty
        and without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces the
        object.
        """
        return self._field(Output, "location")

    @property
    def project(self) -> Output[str]:
        """Id of the project that owns the attachment; the provider's project when left out. Rules: must be a single
        name: not empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change
        replaces the object.
        """
        return self._field(Output, "project")

    @property
    def create_time(self) -> Output[str]:
        """When the attachment was created. A text, exactly as the platform writes it."""
        return self._field(Output, "createTime")

    @property
    def endpoint_ip(self) -> Output[str]:
        """Private address at which the attached service answers."""
        return self._field(Output, "endpointIp")

    @property
    def id(self) -> Output[str]:
        """Id under which the attachment can be imported."""
        return self._field(Output, "id")

    @property
    def name(self) -> Output[str]:
        """Full name of the attachment on the platform."""
        return self._field(Output, "name")

    @property
    def update_time(self) -> Output[str]:
        """When the attachment was last changed. A text, exactly as the platform writes it."""
        return self._field(Output, "updateTime")
