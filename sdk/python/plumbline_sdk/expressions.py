"""What stands behind an output: how it is written into a declaration, and what is known of it while the program runs."""

from __future__ import annotations

import copy
import json
import re
from typing import Any, List, Mapping, Optional, Protocol, Sequence, Tuple, Union

from .errors import ProgramError
from .plain import compact_json, plain_json, plain_text

PathStep = Union[str, int]

_plain_name = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z", re.ASCII)
_not_after_a_dot = frozenset(("true", "false", "null", "in"))
_last_dollars = re.compile(r"\$+\Z")


class Knowledge:
    """What is known of a value: the value itself, or for which references it waits."""

    __slots__ = ("value", "is_secret", "waits")

    def __init__(self, value: Any, is_secret: bool = False, waits: Sequence[str] = ()) -> None:
        self.value = value
        self.is_secret = is_secret
        self.waits = tuple(waits)

    @property
    def is_known(self) -> bool:
        return not self.waits


def waiting(waits: Sequence[str]) -> Knowledge:
    """Knowledge of a value that waits for these references."""
    return Knowledge(None, False, waits)


def together(parts: Sequence[Knowledge]) -> Knowledge:
    """Whether several are known, and whether one of them is secret; its value has no meaning."""
    waits = list(dict.fromkeys(name for part in parts for name in part.waits))
    return Knowledge(None, any(part.is_secret for part in parts), waits)


class ExpressionWriter(Protocol):
    """What expressions need of the one who writes the declaration."""

    def write(self, value: Any) -> Any: ...

    def hidden_key(self, secret: "Secret") -> str: ...


class Expression:
    """One way in which an output gets its value."""

    __slots__ = ("_computed_from",)
    _computed_from: "Tuple[Owner, ...]"

    @property
    def computed_from(self) -> "Sequence[Owner]":
        """What `apply` has computed it from, which it may not tell itself (decision 0140)."""
        sources: Sequence[Owner] = getattr(self, "_computed_from", ())
        return sources

    def as_computed_from(self, sources: "Sequence[Owner]") -> "Expression":
        """The same, as computed from others as well."""
        if not sources:
            return self
        made = copy.copy(self)
        made._computed_from = tuple(dict.fromkeys((*self.computed_from, *sources)))
        return made

    @property
    def may_be_secret(self) -> bool:
        """Whether it is secret where it is known, as far as can be told without asking."""
        return False

    def knowledge(self) -> Knowledge:
        raise NotImplementedError

    def write(self, writer: "ExpressionWriter") -> Any:
        raise NotImplementedError

    def pieces(self, writer: "ExpressionWriter") -> "Sequence[Piece]":
        """Its part of a longer text."""
        raise NotImplementedError


class Piece:
    """A part of a text: plain text, or what stands between `${` and `}`, or nothing yet."""

    __slots__ = ("text", "is_expression")

    def __init__(self, text: str, is_expression: bool) -> None:
        self.text = text
        self.is_expression = is_expression


class KnownLater:
    """Stands in a declaration where a value is not known yet."""

    __slots__ = ("waits",)

    def __init__(self, waits: Sequence[str]) -> None:
        self.waits = tuple(waits)

    @property
    def why(self) -> str:
        names = [f"`{name}`" for name in self.waits]
        return f"computed from {' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}"


class Plain(Expression):
    """A value that is there, or a map or list that may hold outputs."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def knowledge(self) -> Knowledge:
        return Knowledge(self.value)

    def write(self, writer: "ExpressionWriter") -> Any:
        return writer.write(self.value)

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        return [Piece(plain_text(self.value), False)]


class Unknown(Expression):
    """A value that was to be computed from something not known yet."""

    __slots__ = ("waits",)

    def __init__(self, waits: Sequence[str]) -> None:
        self.waits = tuple(waits)

    def knowledge(self) -> Knowledge:
        return waiting(self.waits)

    def write(self, writer: "ExpressionWriter") -> Any:
        return KnownLater(self.waits)

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        raise NotKnownYet(self.waits)


class NotKnownYet(Exception):
    """Raised inside the writing of a text that can't be written yet."""

    def __init__(self, waits: Sequence[str]) -> None:
        super().__init__()
        self.waits = tuple(waits)


class Secret(Expression):
    """A plain secret value; it becomes a config key of its own."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def may_be_secret(self) -> bool:
        return True

    def knowledge(self) -> Knowledge:
        return Knowledge(self.value, True)

    def write(self, writer: "ExpressionWriter") -> Any:
        return "${" + writer.hidden_key(self) + "}"

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        return [Piece(writer.hidden_key(self), True)]


class Owner:
    """Something that references read from: a resource, a look-up or a config key."""

    _reference_root: str
    _is_secret = False

    def _knowledge_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        raise NotImplementedError

    def _make_secret(self, path: Sequence[PathStep], text: str) -> None:
        raise ProgramError(
            f"`{text}` can't be made secret here: only outputs that a managed resource itself has can be"
        )


class Reference(Expression):
    """A field of a resource or look-up, or a config value; always written as such, so that every round writes the same."""

    __slots__ = ("owner", "path")

    def __init__(self, owner: Owner, path: Tuple[PathStep, ...]) -> None:
        self.owner = owner
        self.path = path

    @property
    def may_be_secret(self) -> bool:
        return self.owner._is_secret

    @property
    def text(self) -> str:
        return self.owner._reference_root + "".join(map(step_text, self.path))

    def knowledge(self) -> Knowledge:
        return self.owner._knowledge_at(self.path, self.text)

    def write(self, writer: "ExpressionWriter") -> Any:
        return "${" + self.text + "}"

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        return [Piece(self.text, True)]


class Interpolation(Expression):
    """A text made of texts, other plain values and outputs."""

    __slots__ = ("parts", "_secret")

    def __init__(self, parts: Sequence[Expression]) -> None:
        self.parts = parts
        self._secret: Optional[Secret] = None

    @property
    def may_be_secret(self) -> bool:
        return any(part.may_be_secret for part in self.parts)

    def knowledge(self) -> Knowledge:
        known = [part.knowledge() for part in self.parts]
        whole = together(known)
        if whole.is_known:
            whole.value = "".join(plain_text(each.value) for each in known)
        return whole

    def write(self, writer: "ExpressionWriter") -> Any:
        # A text that is known and holds a secret is a secret as a whole: a longer text can't hold sealed values.
        if self._secret is None and self.may_be_secret:
            known = self.knowledge()
            if known.is_known and known.is_secret:
                self._secret = Secret(known.value)
        if self._secret is not None:
            return self._secret.write(writer)
        try:
            return join_pieces(self.pieces(writer))
        except NotKnownYet as unknown:
            # Every part is asked, so that the reason names all that it waits for.
            waits = [name for part in self.parts if isinstance(part, Unknown) for name in part.waits]
            return KnownLater(list(dict.fromkeys(waits)) or unknown.waits)

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        return [piece for part in self.parts for piece in part.pieces(writer)]


class Computation(Expression):
    """An expression in the language of declarations, which plumb evaluates."""

    __slots__ = ("parts",)

    def __init__(self, parts: "Sequence[Union[str, Expression]]") -> None:
        self.parts = parts

    def knowledge(self) -> Knowledge:
        waits = [name for part in self.parts if isinstance(part, Expression) for name in names_in(part)]
        return waiting(list(dict.fromkeys(waits)) or ["an expression"])

    def write(self, writer: "ExpressionWriter") -> Any:
        try:
            return join_pieces(self.pieces(writer))
        except NotKnownYet as unknown:
            return KnownLater(unknown.waits)

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        text = "".join(part if isinstance(part, str) else inside_expression(part, writer) for part in self.parts)
        return [Piece(text, True)]


def names_in(part: Expression) -> Sequence[str]:
    """The references that an expression of the user's own holds."""
    return [part.text] if isinstance(part, Reference) else part.knowledge().waits


def inside_expression(part: Expression, writer: "ExpressionWriter") -> str:
    """A value as an expression has it."""
    if isinstance(part, Computation):
        return f"({part.pieces(writer)[0].text})"
    if isinstance(part, (Reference, Secret)):
        return part.pieces(writer)[0].text
    known = part.knowledge()
    if not known.is_known:
        raise NotKnownYet(known.waits)
    if known.is_secret:
        return Secret(known.value).pieces(writer)[0].text
    return compact_json(plain_json(known.value))


class Collection(Expression):
    """A map or list of outputs, known when all of them are."""

    __slots__ = ("members",)

    def __init__(self, members: "Union[Mapping[str, Expression], List[Expression]]") -> None:
        self.members = members

    @property
    def may_be_secret(self) -> bool:
        return any(part.may_be_secret for part in self._parts())

    def _parts(self) -> Sequence[Expression]:
        return self.members if isinstance(self.members, list) else list(self.members.values())

    def knowledge(self) -> Knowledge:
        known = [part.knowledge() for part in self._parts()]
        whole = together(known)
        if whole.is_known:
            values = [each.value for each in known]
            whole.value = values if isinstance(self.members, list) else dict(zip(self.members, values))
        return whole

    def write(self, writer: "ExpressionWriter") -> Any:
        written = [part.write(writer) for part in self._parts()]
        unknown_parts = [each for each in written if isinstance(each, KnownLater)]
        if unknown_parts:
            return KnownLater(list(dict.fromkeys(name for unknown in unknown_parts for name in unknown.waits)))
        if isinstance(self.members, list):
            return written
        return {key: each for key, each in zip(self.members, written) if each is not None}

    def pieces(self, writer: "ExpressionWriter") -> Sequence[Piece]:
        known = self.knowledge()
        if not known.is_known:
            raise NotKnownYet(known.waits)
        if known.is_secret:
            return Secret(compact_json(plain_json(known.value))).pieces(writer)
        return [Piece(plain_text(known.value), False)]


def step_text(step: PathStep) -> str:
    """How one step of a path is written behind what it leads on from."""
    if isinstance(step, int):
        return f"[{step}]"
    if _plain_name.match(step) and step not in _not_after_a_dot:
        return f".{step}"
    return f"[{json.dumps(step, ensure_ascii=False)}]"


def root_text(section: str, name: str) -> str:
    """How the name of a resource, a look-up or a config key begins a reference."""
    if section == "config":
        return f"config{step_text(name)}"
    return name if _plain_name.match(name) else f"{section}[{json.dumps(name, ensure_ascii=False)}]"


def escaped(text: str) -> str:
    """A text in which nothing is an expression."""
    return text.replace("${", "$${") if "${" in text else text


def join_pieces(pieces: Sequence[Piece]) -> str:
    """The text that the pieces make, with `${...}` for those that are expressions."""
    text = ""
    plain = ""
    for piece in pieces:
        if not piece.is_expression:
            plain += piece.text
            continue
        dollars = _last_dollars.search(plain)
        if dollars is None:
            text += escaped(plain)
        else:
            # Right before an expression a dollar sign would make it a literal one.
            text += escaped(plain[: dollars.start()]) + '${"' + dollars.group() + '"}'
        text += "${" + piece.text + "}"
        plain = ""
    return text + escaped(plain)


def references_in(expression: Expression) -> "List[Reference]":
    """All references in an expression."""
    return [each for each in expressions_in(expression) if isinstance(each, Reference)]


def sources_of(expression: Expression) -> "List[Owner]":
    """All that an expression leans on: what it refers to, and what it was computed from."""
    return [
        source
        for each in expressions_in(expression)
        for source in (*each.computed_from, *((each.owner,) if isinstance(each, Reference) else ()))
    ]


def expressions_in(expression: Expression) -> "List[Expression]":
    """The expression and those inside it."""
    parts = expression._parts() if isinstance(expression, Collection) else getattr(expression, "parts", ())
    inner = [each for part in parts if isinstance(part, Expression) for each in expressions_in(part)]
    return [expression, *inner]
