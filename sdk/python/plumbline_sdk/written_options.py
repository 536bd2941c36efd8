"""Options as a declaration has them."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping

from .component import ComponentResource
from .errors import ProgramError
from .expressions import Owner, Plain, Reference, expressions_in
from .options import Resource, ResourceOptions, as_list, written_timeouts
from .output import Output
from .shapes import Args, FieldShape, ListShape, MapShape, ObjectShape, Record

# What something that is only read can have.
_for_reading = ("dependsOn", "provider", "version")


def written_options(
    options: ResourceOptions,
    inputs: ObjectShape,
    outputs: ObjectShape,
    secret_outputs: List[str],
    computed: List[str],
    *,
    is_read: bool,
) -> Dict[str, Any]:
    """The options of a resource, without those that say nothing; of one that is only read, those that reading takes.

    `computed`: the logical names from which `apply` has computed its fields, which it depends on as well.
    """
    if options.__dict__ == _nothing and not secret_outputs and not computed:
        return {}
    secrets = spelled_all(options.additional_secret_outputs, outputs)
    secrets += [name for name in secret_outputs if name not in secrets]
    written = {
        "dependsOn": list(dict.fromkeys([*dependency_names(options.depends_on or ()), *computed])),
        "provider": None if options.provider is None else options.provider._name,
        "parent": None if options.parent is None else parent_name(options.parent),
        "protect": options.protect,
        "ignoreChanges": spelled_all(options.ignore_changes, inputs),
        "replaceOnChanges": spelled_all(options.replace_on_changes, inputs),
        "deleteBeforeReplace": options.delete_before_replace,
        "retainOnDelete": options.retain_on_delete,
        "onDestroy": options.on_destroy,
        "deletedWith": None if options.deleted_with is None else one_name(options.deleted_with),
        "customTimeouts": None if options.custom_timeouts is None else written_timeouts(options.custom_timeouts),
        "aliases": as_list(options.aliases),
        "import": options.import_,
        "version": options.version,
        "additionalSecretOutputs": secrets,
        "onDrift": options.on_drift,
    }
    return {
        name: value
        for name, value in written.items()
        if value is not None and value != [] and value != {} and (not is_read or name in _for_reading)
    }


def computed_names(value: Any) -> List[str]:
    """The logical names from which `apply` has computed parts of a value."""
    names = (getattr(each, "_name", None) for each in _computed_sources(value))
    return list(dict.fromkeys(name for name in names if name is not None))


def _computed_sources(value: Any) -> Iterator[Owner]:
    if isinstance(value, Output):
        for each in expressions_in(value._expression):
            yield from each.computed_from
            if isinstance(each, Plain):
                yield from _computed_sources(each.value)
    elif isinstance(value, (Args, Record)):
        yield from _computed_sources(value.__dict__)
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _computed_sources(member)
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _computed_sources(member)


def dependency_names(depends_on: Any) -> List[str]:
    """The logical names that `depends_on` means."""
    names: Dict[str, None] = {}
    for each in as_list(depends_on):
        if isinstance(each, Output):
            expression = each._expression
            name = getattr(expression.owner, "_name", None) if isinstance(expression, Reference) else None
            if name is None:
                raise ProgramError("only outputs of resources and look-ups can be depended on")
            names[name] = None
        else:
            names.update(dict.fromkeys(each._names()))
    return list(names)


def parent_name(parent: "Any") -> "Any":
    """The nearest ancestor that is a resource."""
    while isinstance(parent, ComponentResource):
        parent = parent._parent
    return None if parent is None else parent._name


def one_name(resource: Resource) -> str:
    """The logical name of something that must be a single resource."""
    names = resource._names()
    if len(names) != 1:
        raise ProgramError(f"`deleted_with` takes a resource, and {resource._name!r} stands for {len(names)}")
    return names[0]


def spelled_all(paths: Any, shape: FieldShape) -> List[str]:
    """Several paths in the specification's spelling."""
    return [] if paths is None else [spelled(path, shape) for path in as_list(paths)]


def spelled(path: str, shape: FieldShape) -> str:
    """A path of field names, `properties.agent_properties`, in the specification's spelling."""
    steps = []
    for step in path.split("."):
        name, bracket, index = step.partition("[")
        if isinstance(shape, ObjectShape):
            found = shape.fields.get(name) or shape.names.get(name)
            if found is not None:
                steps.append((found[0] if name in shape.fields else name) + bracket + index)
                shape = found[1]
                if bracket and isinstance(shape, (ListShape, MapShape)):
                    shape = shape.item
                continue
        shape = shape.item if isinstance(shape, MapShape) else None
        steps.append(step)
    return ".".join(steps)


_nothing = ResourceOptions().__dict__
