"""Look-ups: functions that read something that exists."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Type, TypeVar

from .component import components_above, name_in_stack
from .errors import ProgramError
from .expressions import Knowledge, Owner, PathStep, Reference, root_text, waiting
from .knowledge_of_inputs import holds_sealed, value_at
from .options import InvokeOptions, Resource, as_list, checked_options
from .output import Output, OutputType, _expression_of
from .program import Declared, current_program
from .resource import plain_fields, provider_for
from .shapes import ObjectShape, Record
from .writing import Writer
from .written_options import dependency_names

RecordType = TypeVar("RecordType", bound=Record)


class Lookup(Owner, Declared):
    """A look-up in the declaration."""

    def __init__(
        self, token: str, kind: str, short_name: str, shape: ObjectShape, fields: Dict[str, Any], opts: InvokeOptions
    ) -> None:
        program = current_program()
        self._program = program
        self._token = with_version(token, opts.version)
        self._site = program.new_site(f"the look-up {opts.name or short_name!r}")
        self._name = program.claim_name(name_in_stack(opts.name or free_name(short_name, opts.parent), opts.parent), self._site)
        self._reference_root = root_text("lookups", self._name)
        self._shape = shape
        self._fields = fields
        above = components_above(opts.parent)
        self._provider = provider_among(kind, opts, above)
        self._depends_on = [*as_list(opts.depends_on)]
        for component in above:
            self._depends_on += as_list(component._options.depends_on)
            component._inside.append(self._name)
        self._answer: Optional[Mapping[str, Any]] = None
        program.lookups[self._name] = self

    def _knowledge_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        if self._answer is None:
            given = _expression_of(self._fields)
            known = given.knowledge()
            leant_on = dependency_names(self._depends_on)
            if not known.is_known or not current_program().may_read(given, leant_on):
                return waiting([text])
            self._answer = ask_lookup(self._token, plain_fields(known.value, self._shape), self._provider)
        is_there, value = value_at(self._answer, path)
        return Knowledge(value) if is_there and not holds_sealed(value) else waiting([text])

    def _written(self, writer: Writer) -> Dict[str, Any]:
        written: Dict[str, Any] = {"function": self._token, "arguments": writer.fields(self._fields, self._shape)}
        depends_on = dependency_names(self._depends_on)
        options: Dict[str, Any] = {}
        if depends_on:
            options["dependsOn"] = depends_on
        if self._provider is not None:
            options["provider"] = self._provider._name
        if options:
            written["options"] = options
        return written


def invoke(
    token: str,
    kind: str,
    shape: ObjectShape,
    fields: Dict[str, Any],
    record: Type[RecordType],
    opts: Optional[InvokeOptions],
) -> RecordType:
    """Looks up at once, and gives what was found."""
    opts = InvokeOptions() if opts is None else checked_options(opts, InvokeOptions)
    for name, value in fields.items():
        if isinstance(value, Output):
            raise TypeError(f"`{name}` is an output here: use the function whose name ends in `_output`")
    provider = provider_among(kind, opts, components_above(opts.parent))
    return record(ask_lookup(with_version(token, opts.version), plain_fields(fields, shape), provider))


def invoke_output(
    token: str,
    kind: str,
    short_name: str,
    shape: ObjectShape,
    fields: Dict[str, Any],
    view: Type[OutputType],
    result: ObjectShape,
    opts: Optional[InvokeOptions],
) -> OutputType:
    """Declares a look-up; its result and the fields of it are outputs."""
    given = InvokeOptions() if opts is None else checked_options(opts, InvokeOptions)
    lookup = Lookup(token, kind, short_name, shape, fields, given)
    return view(Reference(lookup, ()), result)


def ask_lookup(token: str, fields: Dict[str, Any], provider: Any) -> Mapping[str, Any]:
    """The answer of the platform."""
    program = current_program()
    question: Dict[str, Any] = {"ask": "lookup", "function": token, "arguments": fields}
    if provider is not None:
        question["provider"] = provider._name
    question["context"] = program.context()
    found: Mapping[str, Any] = program.ask(question)["result"]
    return found


def provider_among(kind: str, opts: InvokeOptions, above: Sequence[Resource]) -> Any:
    """The provider that a look-up names, or that the components around it give."""
    found = opts.provider
    for component in above:
        if found is None:
            found = provider_for(kind, component._options)
    return found


def with_version(token: str, version: Optional[str]) -> str:
    """A token for an interface version."""
    if version is None:
        return token
    name, _, own = token.partition("@")
    if own not in ("", version):
        raise ProgramError(f"this package is for version {own} of {name}, not {version}")
    return f"{name}@{version}"


def free_name(short_name: str, parent: Optional[Resource]) -> str:
    """A logical name for a look-up that was given none."""
    program = current_program()
    count = 1
    name = short_name
    while any(name_in_stack(name, parent) in taken for taken in (program.resources, program.lookups)):
        count += 1
        name = f"{short_name}{count}"
    return name
