"""The options that every declaration carries beside its fields."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, List, Literal, Mapping, Optional, Tuple, Type, TypeVar, Union

from .output import Output
from .provider import ProviderResource
from .sites import Site
from .typing_extras import FieldPath, FieldT, KindT, Listing, OutT

OptionsType = TypeVar("OptionsType")

OnDestroy = Literal["delete", "restore", "retain"]
OnDrift = Literal["enforce", "warn", "ignore"]

Dependency = Union["Resource", Output[Any]]
"""A resource, a component (all that is inside it), or an output of a resource or look-up (what gives it)."""


class Resource:
    """A resource or a component: something that others can belong to."""

    _name: str
    _options: "ResourceOptions"
    _site: Optional[Site]

    def _names(self) -> List[str]:
        """Logical names of what this stands for."""
        raise NotImplementedError


class CustomTimeouts:
    """How long a step may wait for the platform: `30s`, `5m`, `1h`."""

    def __init__(
        self, *, create: Optional[str] = None, update: Optional[str] = None, delete: Optional[str] = None
    ) -> None:
        self.create = create
        self.update = update
        self.delete = delete


class ResourceOptions(Generic[KindT, FieldT, OutT]):
    """What a declaration says besides the fields of the resource.

    A type checker holds them against the resource that they are given to: its kind of provider, its fields and its
    outputs. Options that several kinds share are annotated: `shared: ResourceOptions = ResourceOptions(...)`.

    depends_on: Made after these and deleted before them, where no reference says so.
    provider: The provider; otherwise the default one of the kind, or the only one.
    providers: On a component: providers that its children take, each the one of the kind that it needs.
    parent: The resource or component that this one belongs to. Children take provider and protection from it.
    protect: Refuses delete and replace.
    ignore_changes: Inputs whose old value stands in for the declared one, on every plan after the first.
    replace_on_changes: Inputs whose change replaces the object instead of updating it.
    delete_before_replace: The old object goes before the new one comes.
    retain_on_delete: A delete only forgets.
    on_destroy: What a delete does; `restore` writes back what stood there before.
    deleted_with: Where that one is deleted in the same plan, this one makes no call.
    custom_timeouts: How long a step may wait for the platform.
    aliases: Former logical names.
    import_: Id of an existing object to take into management.
    version: The interface version.
    additional_secret_outputs: Outputs that are sealed like the fields that are secret by definition.
    on_drift: What is done if a declared field has changed on the platform.
    transforms: Called with the resource before it is declared; may change its fields and options.
    """

    def __init__(
        self,
        *,
        depends_on: Union[Dependency, Listing[Dependency], None] = None,
        provider: Optional[ProviderResource[KindT]] = None,
        providers: Optional[Listing[ProviderResource[Any]]] = None,
        parent: "Optional[Resource]" = None,
        protect: Optional[bool] = None,
        ignore_changes: Optional[Listing[Union[FieldT, FieldPath]]] = None,
        replace_on_changes: Optional[Listing[Union[FieldT, FieldPath]]] = None,
        delete_before_replace: Optional[bool] = None,
        retain_on_delete: Optional[bool] = None,
        on_destroy: Optional[OnDestroy] = None,
        deleted_with: "Optional[Resource]" = None,
        custom_timeouts: Optional[CustomTimeouts] = None,
        aliases: Optional[Listing[str]] = None,
        import_: Optional[str] = None,
        version: Optional[str] = None,
        additional_secret_outputs: Optional[Listing[OutT]] = None,
        on_drift: Optional[OnDrift] = None,
        transforms: "Optional[Listing[ResourceTransform]]" = None,
    ) -> None:
        self.depends_on = depends_on
        self.provider = provider
        self.providers = providers
        self.parent = parent
        self.protect = protect
        self.ignore_changes = ignore_changes
        self.replace_on_changes = replace_on_changes
        self.delete_before_replace = delete_before_replace
        self.retain_on_delete = retain_on_delete
        self.on_destroy = on_destroy
        self.deleted_with = deleted_with
        self.custom_timeouts = custom_timeouts
        self.aliases = aliases
        self.import_ = import_
        self.version = version
        self.additional_secret_outputs = additional_secret_outputs
        self.on_drift = on_drift
        self.transforms = transforms

    def copy(self) -> "ResourceOptions":
        """The same options, to be changed apart."""
        made = ResourceOptions.__new__(ResourceOptions)
        made.__dict__.update(self.__dict__)
        return made

    @staticmethod
    def merge(first: "Optional[ResourceOptions]", second: "Optional[ResourceOptions]") -> "ResourceOptions":
        """Both together: what the second says counts where both say something, lists of both are joined."""
        made = ResourceOptions() if first is None else first.copy()
        for name, value in () if second is None else second.__dict__.items():
            if value is None:
                continue
            before = getattr(made, name)
            is_joined = before is not None and name in _joined
            setattr(made, name, [*as_list(before), *as_list(value)] if is_joined else value)
        return made


_joined = frozenset(
    (
        "depends_on",
        "providers",
        "ignore_changes",
        "replace_on_changes",
        "aliases",
        "additional_secret_outputs",
        "transforms",
    )
)


class InvokeOptions(Generic[KindT]):
    """What a look-up takes besides its arguments.

    provider: The provider that is asked; otherwise the default one of the kind, or the only one.
    parent: A component that the look-up belongs to.
    depends_on: Looked up after these. Only for look-ups that give outputs.
    name: The logical name. Only for look-ups that give outputs; otherwise it is made of the function's name.
    version: The interface version.
    """

    def __init__(
        self,
        *,
        provider: Optional[ProviderResource[KindT]] = None,
        parent: "Optional[Resource]" = None,
        depends_on: Union[Dependency, Listing[Dependency], None] = None,
        name: Optional[str] = None,
        version: Optional[str] = None,
    ) -> None:
        self.provider = provider
        self.parent = parent
        self.depends_on = depends_on
        self.name = name
        self.version = version


class TransformArgs:
    """A resource about to be declared. `properties` has the fields by the names that they have in Python."""

    def __init__(self, type_: str, name: str, properties: Mapping[str, Any], options: ResourceOptions) -> None:
        self.type = type_
        self.name = name
        self.properties = dict(properties)
        self.options = options


class TransformResult:
    """The fields and options that a resource is to have instead."""

    def __init__(self, properties: Mapping[str, Any], options: ResourceOptions) -> None:
        self.properties = properties
        self.options = options


ResourceTransform = Callable[[TransformArgs], Optional[TransformResult]]


def _is_resource(value: Any) -> bool:
    return hasattr(value, "_names")


def _is_dependency(value: Any) -> bool:
    return _is_resource(value) or isinstance(value, Output)


def _is_provider(value: Any) -> bool:
    return hasattr(value, "_kind") and not _is_resource(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


# What an option takes, in words; several of them where it says so.
_takes: Dict[str, "Tuple[str, bool, Callable[[Any], bool]]"] = {
    "depends_on": ("resources, components and outputs", True, _is_dependency),
    "provider": ("a provider", False, _is_provider),
    "providers": ("providers", True, _is_provider),
    "parent": ("a resource or component", False, _is_resource),
    "protect": ("True or False", False, _is_flag),
    "ignore_changes": ("names of fields", True, _is_text),
    "replace_on_changes": ("names of fields", True, _is_text),
    "delete_before_replace": ("True or False", False, _is_flag),
    "retain_on_delete": ("True or False", False, _is_flag),
    "on_destroy": ("a text", False, _is_text),
    "deleted_with": ("a resource", False, _is_resource),
    "custom_timeouts": ("CustomTimeouts", False, lambda value: isinstance(value, CustomTimeouts)),
    "aliases": ("logical names", True, _is_text),
    "import_": ("a text", False, _is_text),
    "name": ("a text", False, _is_text),
    "version": ("a text", False, _is_text),
    "additional_secret_outputs": ("names of fields", True, _is_text),
    "on_drift": ("a text", False, _is_text),
    "transforms": ("functions", True, callable),
}


def checked_options(options: Any, wanted: "Type[OptionsType]") -> "OptionsType":
    """The options, if they are what they must be: not every program is seen by a type checker."""
    if not isinstance(options, wanted):
        raise TypeError(f"options are given as {wanted.__name__}, not as {type(options).__name__}")
    for name, value in options.__dict__.items():
        if value is None:
            continue
        words, takes_several, fits = _takes[name]
        for each in as_list(value) if takes_several else (value,):
            if not fits(each):
                raise TypeError(f"the option `{name}` takes {words}, not {type(each).__name__}")
    return options


def as_list(value: Any) -> "List[Any]":
    """One or several as a list."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def written_timeouts(timeouts: CustomTimeouts) -> Dict[str, str]:
    """Timeouts as a declaration has them."""
    return {name: value for name, value in timeouts.__dict__.items() if value is not None}
