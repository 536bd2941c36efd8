"""Components: groups of resources."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from .errors import ProgramError
from .options import Resource, ResourceOptions, checked_options
from .program import current_program


class ComponentResource(Resource):
    """A group of resources under one name. Subclasses construct them with `ResourceOptions(parent=self)`.

    A component is not in the declaration. What belongs to it takes its provider, protection, retention and transforms
    unless it says so itself, and depends on what the component depends on.
    """

    def __init__(self, type_: str, resource_name: str, opts: Optional[ResourceOptions] = None) -> None:
        """`type_` says what kind of component this is, such as `acme:Portal`."""
        program = current_program()
        self._type = type_
        self._name = resource_name
        self._site = program.new_site(f"the component {resource_name!r}")
        given = ResourceOptions() if opts is None else checked_options(opts, ResourceOptions)
        unfit = [name for name, value in given.__dict__.items() if value is not None and name not in _component_options]
        if unfit:
            raise ProgramError(f"a component can't have the option `{unfit[0]}`: give it to the resources inside")
        self._options = given
        self._inside: List[str] = []
        self._parent = given.parent

    def register_outputs(self, outputs: Mapping[str, Any]) -> None:
        """Keeps values as attributes of the component, for those who use it."""
        for name, value in outputs.items():
            setattr(self, name, value)

    def _names(self) -> List[str]:
        return self._inside


def name_in_stack(name: str, parent: Optional[Resource]) -> str:
    """The name that something has in the stack.

    Those of the components that it is inside of stand before its own, with hyphens between, unless it begins with them
    already.
    """
    for component in components_above(parent):
        if name != component._name and not name.startswith(f"{component._name}-"):
            name = f"{component._name}-{name}"
    return name


_component_options = frozenset(
    (
        "depends_on",
        "provider",
        "providers",
        "parent",
        "protect",
        "retain_on_delete",
        "deleted_with",
        "transforms",
    )
)


def components_above(parent: Optional[Resource]) -> List[ComponentResource]:
    """The components that something belongs to, from the inside out, up to one that belongs to a resource."""
    found: List[ComponentResource] = []
    while isinstance(parent, ComponentResource):
        found.append(parent)
        parent = parent._parent
    return found
