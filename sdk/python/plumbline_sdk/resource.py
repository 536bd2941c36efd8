"""Resources."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, TypeVar

from .component import ComponentResource, components_above, name_in_stack
from .expressions import Knowledge, Owner, PathStep, Reference, root_text, together, waiting
from .knowledge_of_inputs import field_at, holds_sealed, value_at
from .options import (
    Resource,
    ResourceOptions,
    ResourceTransform,
    TransformArgs,
    TransformResult,
    as_list,
    checked_options,
)
from .output import OutputType, _expression_of
from .plain import plain_json
from .program import Declared, Program, current_program
from .shapes import Args, FieldShape, ListShape, MapShape, ObjectShape, UnionShape
from .sites import Site
from .writing import Writer, unknown_field
from .written_options import computed_names, dependency_names, written_options

_tags = frozenset(("etag", "eTag"))

ResourceType = TypeVar("ResourceType", bound="CustomResource")


class CustomResource(Resource, Owner, Declared):
    """An object on a platform. The classes in the packages beneath say which there are, and what fields they have."""

    _type: str
    _kind: str
    _inputs: ObjectShape
    _outputs: ObjectShape

    _fields: Dict[str, Any]
    _id: Any
    _program: Program
    _reference_root: str
    _secret_outputs: List[str]
    _answer: Optional[Knowledge]

    def __init__(self, resource_name: str, args: Any, opts: Optional[ResourceOptions], fields: Dict[str, Any]) -> None:
        if args is not None:
            if isinstance(args, ResourceOptions):
                raise TypeError("options come after the fields: give them as `opts=...`")
            if fields:
                raise TypeError("the fields come either as `args` or by name, not both")
            fields = dict(args.__dict__ if isinstance(args, Args) else args)
        known = self._inputs.fields
        for name in fields:
            if name not in known:
                raise TypeError(f"{type(self).__name__}: {unknown_field(name, self._inputs)}")
        self._id = None
        self._declare(resource_name, opts, fields)

    @classmethod
    def _get(
        cls: Type[ResourceType], resource_name: str, id: Any, opts: Optional[ResourceOptions], state: Dict[str, Any]
    ) -> ResourceType:
        made = cls.__new__(cls)
        if id is None:
            raise TypeError("an id is needed to read what exists")
        made._id = id
        made._declare(resource_name, opts, state)
        return made

    def _declare(self, name: str, opts: Optional[ResourceOptions], fields: Dict[str, Any]) -> None:
        program = current_program()
        site = program.new_site(f"the resource {name!r}")
        self._site = site
        options = ResourceOptions() if opts is None else checked_options(opts, ResourceOptions)
        if options.parent is not None and isinstance(name, str):
            name = name_in_stack(name, options.parent)
        self._name = program.claim_name(name, site)
        self._program = program
        self._reference_root = root_text("resources", name)
        self._secret_outputs = []
        self._answer = None
        above = components_above(options.parent) if options.parent is not None else []
        transforms: Sequence[ResourceTransform] = program.transforms
        if above or options.transforms:
            if above:
                options = self._inherit(options, above)
            own = as_list(options.transforms)
            transforms = [*own, *(each for one in above for each in as_list(one._options.transforms)), *transforms]
        for transform in transforms if self._id is None else ():
            result = transform(TransformArgs(self._type, name, fields, options.copy()))
            if result is None:
                continue
            if not isinstance(result, TransformResult):
                raise TypeError(f"a transform gives a TransformResult or nothing, not {type(result).__name__}")
            fields, options = dict(result.properties), checked_options(result.options, ResourceOptions)
        self._fields = fields
        self._options = options
        for component in above:
            component._inside.append(name)
        program.resources[name] = self

    def _inherit(self, options: ResourceOptions, above: "List[ComponentResource]") -> ResourceOptions:
        """The options with what the components give that the resource does not say itself."""
        made = options.copy()
        for component in above:
            theirs = component._options
            if made.provider is None:
                made.provider = provider_for(self._kind, theirs)
            if made.protect is None:
                made.protect = theirs.protect
            if made.retain_on_delete is None:
                made.retain_on_delete = theirs.retain_on_delete
            if made.deleted_with is None:
                made.deleted_with = theirs.deleted_with
            if theirs.depends_on is not None:
                made.depends_on = [*as_list(made.depends_on), *as_list(theirs.depends_on)]
        return made

    def _names(self) -> List[str]:
        return [self._name]

    def _field(self, view: "Type[OutputType]", name: str) -> OutputType:
        return view(Reference(self, (name,)), self._outputs.names[name][1])

    def _knowledge_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        if self._id is not None:
            return self._read_at(path, text)
        found = field_at(self._fields, self._inputs, path[0], path[1:]) if self._is_as_declared(path) else None
        if found is not None:
            return found
        outputs = self._program.known_outputs(self._name)
        is_there, value = (False, None) if outputs is None else value_at(outputs, path)
        if not is_there or holds_sealed(value):
            return waiting([text])
        self._program.used.add(self._name)
        return Knowledge(value)

    def _is_as_declared(self, path: Sequence[PathStep]) -> bool:
        """Whether an input is what the output will be: tags change with every write, and ignored fields keep old values."""
        if not path or path[0] in _tags:
            return False
        ignored = [re.split(r"[.\[]", each)[0] for each in as_list(self._options.ignore_changes)]
        return not ignored or self._inputs.names.get(str(path[0]), ("",))[0] not in ignored and path[0] not in ignored

    def _read_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        if self._answer is None:
            known = [_expression_of(each).knowledge() for each in (self._id, self._fields)]
            given, leant_on = _expression_of([self._id, self._fields]), dependency_names(self._options.depends_on or ())
            if not together(known).is_known or not self._program.may_read(given, leant_on):
                return waiting([text])
            question = {"ask": "get", "type": self._type, "of": known[0].value}
            question["state"] = plain_fields(known[1].value, self._outputs)
            if self._options.provider is not None:
                question["provider"] = self._options.provider._name
            question["context"] = self._program.context()
            self._answer = Knowledge(self._program.ask(question)["result"])
        is_there, value = value_at(self._answer.value, path)
        return Knowledge(value) if is_there and not holds_sealed(value) else waiting([text])

    def _make_secret(self, path: Sequence[PathStep], text: str) -> None:
        if self._id is not None or len(path) != 1 or not isinstance(path[0], str):
            super()._make_secret(path, text)
        elif path[0] not in self._secret_outputs:
            self._secret_outputs.append(path[0])

    def _written(self, writer: Writer) -> Dict[str, Any]:
        if self._id is None:
            written: Dict[str, Any] = {"type": self._type, "properties": writer.fields(self._fields, self._inputs)}
        else:
            got = {"id": writer.write(self._id)}
            state = writer.fields(self._fields, self._outputs)
            if state:
                got["state"] = state
            written = {"type": self._type, "get": got}
        is_read = self._id is not None
        computed = [] if is_read else computed_names(self._fields)
        options = written_options(
            self._options, self._inputs, self._outputs, self._secret_outputs, computed, is_read=is_read
        )
        if options:
            written["options"] = options
        return written

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r})"


def register_transform(transform: ResourceTransform) -> None:
    """Has a function look at every resource that is declared from now on, after its own transforms and its parents'."""
    current_program().transforms.append(transform)


def plain_fields(value: Mapping[str, Any], shape: ObjectShape) -> Dict[str, Any]:
    """Known fields under the names of the specification."""
    return {
        shape.fields[name][0]: plain_shaped(member, shape.fields[name][1])
        for name, member in value.items()
        if member is not None
    }


def plain_shaped(value: Any, shape: FieldShape) -> Any:
    """A known value under the names of the specification."""
    if isinstance(value, Mapping):
        if isinstance(shape, UnionShape):
            shape = shape.variants.get(str(value.get(shape.own_discriminator)))
        if isinstance(shape, ObjectShape):
            return plain_fields(value, shape)
        if isinstance(shape, MapShape):
            return {key: plain_shaped(member, shape.item) for key, member in value.items() if member is not None}
    if isinstance(value, (list, tuple)) and isinstance(shape, ListShape):
        return [plain_shaped(member, shape.item) for member in value]
    return plain_json(value)


def provider_for(kind: str, options: ResourceOptions) -> Any:
    """The provider of a kind among those that options name."""
    for each in (options.provider, *as_list(options.providers)):
        if each is not None and each._kind == kind:
            return each
    return None
