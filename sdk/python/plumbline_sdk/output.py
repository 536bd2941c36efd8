"""Values that may not be known while the program runs, and what can be done with them."""

from __future__ import annotations

import json
from string import Formatter
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    Generic,
    List,
    Mapping,
    Optional,
    Type,
    TypeVar,
    Union,
    cast,
    overload,
)

from .applying import applying
from .errors import ProgramError
from .expressions import (
    Collection,
    Computation,
    Expression,
    Interpolation,
    Knowledge,
    PathStep,
    Plain,
    Reference,
    Secret,
    Unknown,
    sources_of,
)
from .plain import compact_json, plain_json, plain_text
from .shapes import FieldShape, ListShape, MapShape, ObjectShape, UnionShape

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)
OutputType = TypeVar("OutputType", bound="Output[Any]")


class Output(Generic[T_co]):
    """A value that a resource, a look-up or the configuration gives, maybe only when the stack is applied.

    Hand it on as it is: fields take outputs as well as plain values, and what stands in the declaration is a reference.
    `apply` computes with it, `Output.format` and `Output.concat` put it into a text, `Output.all` gathers several.
    """

    __slots__ = ("_expression", "_shape")

    def __init__(self, expression: Expression, shape: FieldShape = None) -> None:
        self._expression = expression
        self._shape = shape

    def apply(self, fn: "Callable[[T_co], Union[Output[U], U]]") -> "Output[U]":
        """What `fn` makes of the value.

        `fn` is called at once where the value is known: a plain value, a config value, a look-up, or an output of an
        earlier run that this one leaves alone. Otherwise the result is not known yet, and all that stands on it is
        declared in the next round. Nothing may be constructed inside `fn`.
        """
        known = self._knowledge()
        sources = sources_of(self._expression)
        if not known.is_known:
            return Output(Unknown(known.waits).as_computed_from(sources))
        with applying():
            result = fn(known.value)
        made = Output.from_input(result)
        if known.is_secret:
            made = _as_secret(made)
        return type(made)(made._expression.as_computed_from(sources), made._shape)

    @staticmethod
    def from_input(value: "Union[Output[U], U]") -> "Output[U]":
        """An output that has this value; maps and lists may hold outputs."""
        if isinstance(value, Output):
            return cast("Output[U]", value)
        return Output(_expression_of(value))

    @overload
    @staticmethod
    def all(*values: Any) -> "Output[List[Any]]": ...

    @overload
    @staticmethod
    def all(**values: Any) -> "Output[Dict[str, Any]]": ...

    @staticmethod
    def all(*values: Any, **named: Any) -> "Output[Any]":
        """Several outputs as one: a list of them or, given by name, a dict."""
        if values and named:
            raise ProgramError("Output.all takes values or named values, not both")
        if named:
            return Output(Collection({name: _expression_of(value) for name, value in named.items()}))
        return Output(Collection([_expression_of(value) for value in values]))

    @staticmethod
    def concat(*parts: Any) -> "Output[str]":
        """A text made of texts, other plain values and outputs: `Output.concat("https://", client.name, "/callback")`."""
        return Output(Interpolation([_expression_of(part) for part in parts]))

    @staticmethod
    def format(template: str, *args: Any, **kwargs: Any) -> "Output[str]":
        """A text with values put in, as `str.format` has it: `Output.format("https://{}/callback", client.name)`."""
        return Output(
            Interpolation([Plain(part) if isinstance(part, str) else part for part in _parts(template, args, kwargs)])
        )

    @staticmethod
    def json_dumps(value: Any, indent: Optional[int] = None) -> "Output[str]":
        """The value as JSON, outputs inside it too; as secret as what it holds.

        Fields have the names that a declaration has. Where a part is not known yet, what depends on the text is
        planned in a later round.
        """

        def written(known: Any) -> str:
            plain = plain_json(known)
            return compact_json(plain) if indent is None else json.dumps(plain, ensure_ascii=False, indent=indent)

        return Output.from_input(value).apply(written)

    @staticmethod
    def secret(value: U) -> "Output[U]":
        """The same as `plumbline_sdk.secret`."""
        return secret(value)

    def required(self: "Output[Union[V, None]]") -> "Output[V]":
        """The same output for a type checker that can't know that the platform has a value here."""
        return cast("Output[V]", self)

    def _knowledge(self) -> Knowledge:
        known = self._expression.knowledge()
        shape = self._shape
        if shape is None or known.waits or known.value is None:
            return known
        return Knowledge(shape.read(known.value), known.is_secret)

    def __repr__(self) -> str:
        return f"Output({_shown(self._expression)})"

    def __str__(self) -> str:
        raise TypeError(
            "an output can't become part of a text directly: use Output.format(...), Output.concat(...) or apply; "
            "repr(...) shows where it comes from"
        )

    def __format__(self, spec: str) -> str:
        return str(self)

    def __bool__(self) -> bool:
        raise TypeError("whether an output is true is known only when it has a value: use apply")

    __iter__: ClassVar[None] = None


class ObjectOutput(Output[T_co]):
    """An object that a resource or look-up gives; its fields are outputs too."""

    __slots__ = ()

    def _field(self, view: "Type[OutputType]", name: str) -> OutputType:
        shape = self._shape
        found = shape.names.get(name) if isinstance(shape, (ObjectShape, UnionShape)) else None
        return view(_step(self._expression, name), None if found is None else found[1])


class ListOutput(Output[List[U]]):
    """A list that a resource or look-up gives; its items are outputs too."""

    __slots__ = ()

    def __getitem__(self, index: int) -> "Output[U]":
        return self._item(Output, index)

    def _item(self, view: "Type[OutputType]", index: int) -> OutputType:
        return view(_step(self._expression, index), self._shape.item if isinstance(self._shape, ListShape) else None)


class MapOutput(Output[Mapping[str, U]]):
    """A map that a resource or look-up gives; its values are outputs too."""

    __slots__ = ()

    def __getitem__(self, key: str) -> "Output[U]":
        return Output(_step(self._expression, key), self._shape.item if isinstance(self._shape, MapShape) else None)


Input = Union[T, Output[T]]
"""A value, or an output that will have one."""


@overload
def secret(value: "Output[U]") -> "Output[U]": ...


@overload
def secret(value: U) -> "Output[U]": ...


def secret(value: Any) -> "Output[Any]":
    """The value as one that is sealed wherever it is stored and masked wherever it is shown.

    Of a plain value the declaration holds a reference to a config value of its own. Of an output of a resource, such as
    `secret(client.client_id)`, the resource gets it among its `additional_secret_outputs`.
    """
    made = Output.from_input(value)
    expression = made._expression
    if isinstance(expression, Secret):
        return made
    if isinstance(expression, Reference):
        expression.owner._make_secret(expression.path, expression.text)
        return made
    known = made._knowledge()
    if not known.is_known:
        names = ", ".join(f"`{name}`" for name in known.waits)
        raise ProgramError(f"only what is known can be made secret, and this waits for {names}")
    return Output(Secret(known.value).as_computed_from(sources_of(expression)))


def _as_secret(made: "Output[Any]") -> "Output[Any]":
    """The result of computing with something secret."""
    expression = made._expression
    if isinstance(expression, (Secret, Reference)):
        return made
    known = made._knowledge()
    return Output(Secret(known.value).as_computed_from(sources_of(expression))) if known.is_known else made


def cel(template: str, *args: Any, **kwargs: Any) -> "Output[Any]":
    """An expression that plumb evaluates when the values are there: `cel("size({})", assignment.effective_rules)`.

    Its language is CEL, as in `${...}` of a YAML declaration. Unlike `apply` it needs no second round.
    """
    return Output(Computation(_parts(template, args, kwargs)))


def _parts(template: str, args: Any, kwargs: Any) -> "List[Union[str, Expression]]":
    """A format's texts, and the values put in."""
    parts: List[Union[str, Expression]] = []
    formatter = Formatter()
    position = 0
    for literal, field, spec, conversion in formatter.parse(template):
        if literal:
            parts.append(literal)
        if field is None:
            continue
        if field == "" or field[0] in ".[":
            field = f"{position}{field}"
            position += 1
        value, _ = formatter.get_field(field, args, kwargs)
        if spec or conversion:
            if isinstance(value, Output):
                raise ProgramError(f"`{{{field}}}` is an output, which can't be formatted further: use apply")
            value = format(formatter.convert_field(value, cast(Any, conversion)), spec or "")
        parts.append(_expression_of(value))
    return parts


def _shown(expression: Expression) -> str:
    """Where a value comes from, for people to see; nothing of a secret."""
    if isinstance(expression, Reference):
        return f"${{{expression.text}}}"
    if isinstance(expression, Plain):
        return repr(expression.value)
    if isinstance(expression, Interpolation):
        parts = expression.parts
        return repr("".join(plain_text(each.value) if isinstance(each, Plain) else _shown(each) for each in parts))
    if isinstance(expression, Collection):
        members = expression.members
        if isinstance(members, list):
            return f"[{', '.join(map(_shown, members))}]"
        return f"{{{', '.join(f'{key!r}: {_shown(each)}' for key, each in members.items())}}}"
    return f"<{type(expression).__name__.lower()}>"


def _step(expression: Expression, step: PathStep) -> Expression:
    if isinstance(expression, Reference):
        return Reference(expression.owner, (*expression.path, step)).as_computed_from(expression.computed_from)
    raise ProgramError("only outputs of resources and look-ups have fields; use apply on others")


def _expression_of(value: Any) -> Expression:
    if isinstance(value, Output):
        return value._expression
    if isinstance(value, Mapping) and _holds_output(value):
        return Collection({key: _expression_of(member) for key, member in value.items()})
    if isinstance(value, (list, tuple)) and _holds_output(value):
        return Collection([_expression_of(member) for member in value])
    return Plain(value)


def _holds_output(value: Any) -> bool:
    if isinstance(value, Output):
        return True
    if isinstance(value, Mapping):
        return any(_holds_output(member) for member in value.values())
    return isinstance(value, (list, tuple)) and any(_holds_output(member) for member in value)
