"""Writing values into a declaration."""

from __future__ import annotations

from enum import Enum
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple, Union

from .errors import ProgramError, ValueMistake, guess
from .expressions import KnownLater, Owner, Secret, escaped
from .output import Output
from .plain import plain_json, plain_number
from .shapes import Args, FieldShape, ListShape, MapShape, ObjectShape, Record, UnionShape

_config_types = {str: "string", bool: "boolean", int: "integer", float: "number", list: "list", dict: "map"}


class Writer:
    """Writes one declaration; keeps the config keys of the secrets it meets, and whether it left values that are known after apply."""

    def __init__(self, is_taken: Callable[[str], bool]) -> None:
        self._is_taken = is_taken
        self._keys: Dict[int, str] = {}
        self._count = 0
        self.secrets: Dict[str, Secret] = {}
        self.has_unknown = False

    def hidden_key(self, secret: Secret) -> str:
        """How the config value of a secret is referred to, without `${}`."""
        key = self._keys.get(id(secret))
        if key is None:
            self._count += 1
            while self._is_taken(f"secret-{self._count}"):
                self._count += 1
            key = self._keys[id(secret)] = f"secret-{self._count}"
            self.secrets[key] = secret
        return f'config["{key}"]'

    def write(self, value: Any, shape: FieldShape = None) -> Any:
        """The form of a value; None where it is left out, a KnownLater where it is not known."""
        kind = type(value)
        if kind is str:
            return escaped(value) if "${" in value else value
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if -9007199254740991 <= value <= 9007199254740991 else plain_number(value)
        if kind is list or kind is tuple:
            return self._listing(value, shape)
        if kind is dict:
            return self._mapping(value, shape)
        if isinstance(value, Output):
            written = value._expression.write(self)
            if isinstance(written, KnownLater):
                self.has_unknown = True
            return written
        if isinstance(value, (Args, Record)):
            return self.fields(value.__dict__, value._shape)
        if isinstance(value, Mapping):
            return self._mapping(value, shape)
        if isinstance(value, (list, tuple)):
            return self._listing(value, shape)
        if isinstance(value, Enum):
            return self.write(value.value, shape)
        if isinstance(value, Owner):
            raise ValueMistake("a resource is no value: give one of its fields, such as its id")
        return self.write(str(value)) if isinstance(value, str) else plain_json(value)

    def fields(self, members: Mapping[str, Any], shape: ObjectShape) -> Dict[str, Any]:
        """An object's fields under the names that they have in a declaration; what is None is left out."""
        known = shape.fields
        written: Dict[str, Any] = {}
        for own_name, member in members.items():
            if member is None:
                continue
            field = known.get(own_name)
            if field is None:
                raise ValueMistake(unknown_field(own_name, shape))
            name, inner = field
            if type(member) is str:
                written[name] = escaped(member) if "${" in member else member
                continue
            form = self._member(own_name, member, inner)
            if form is not None:
                written[name] = form
        return written

    def _listing(self, value: Sequence[Any], shape: FieldShape) -> List[Any]:
        item = shape.item if isinstance(shape, ListShape) else None
        return [
            (escaped(member) if "${" in member else member)
            if type(member) is str
            else self._member(index, member, item)
            for index, member in enumerate(value)
        ]

    def _mapping(self, value: Mapping[Any, Any], shape: FieldShape) -> Dict[str, Any]:
        if isinstance(shape, ObjectShape):
            return self.fields(value, shape)
        if isinstance(shape, UnionShape):
            word = value.get(shape.own_discriminator)
            variant = shape.variants.get(word) if isinstance(word, str) else None
            if variant is not None:
                return self.fields(value, variant)
        item = shape.item if isinstance(shape, MapShape) else None
        written = {}
        for key, member in value.items():
            if not isinstance(key, str):
                raise ValueMistake(f"keys must be text, and {key!r} is not")
            form = self._member(key, member, item)
            if form is not None:
                written[key] = form
        return written

    def _member(self, step: Union[str, int], value: Any, shape: FieldShape) -> Any:
        try:
            return self.write(value, shape)
        except ValueMistake as mistake:
            raise mistake.within(step) from None

    def config_of_secrets(self) -> "Tuple[Dict[str, Any], Dict[str, Any]]":
        """The declarations of the hidden config keys, and their values."""
        values = {key: plain_json(secret.value) for key, secret in self.secrets.items()}
        for value in values.values():
            if type(value) not in _config_types:
                raise ProgramError(f"a secret can't be {value!r}")
        declared = {key: {"type": _config_types[type(value)], "secret": True} for key, value in values.items()}
        return declared, values


def fill_unknown(value: Any, pointer: str, unknown: Dict[str, str]) -> Any:
    """The value with null for every value that is known after apply, whose places are told in `unknown`."""
    if isinstance(value, KnownLater):
        unknown[pointer] = value.why
        return None
    if isinstance(value, dict):
        return {key: fill_unknown(each, f"{pointer}/{pointer_step(key)}", unknown) for key, each in value.items()}
    if isinstance(value, list):
        filled: List[Any] = [fill_unknown(each, f"{pointer}/{index}", unknown) for index, each in enumerate(value)]
        return filled
    return value


def pointer_step(key: str) -> str:
    """A key as a JSON pointer has it."""
    return key.replace("~", "~0").replace("/", "~1")


def unknown_field(name: Any, shape: ObjectShape) -> str:
    """What to say of a field that the shape has not."""
    meant = shape.names.get(name) if isinstance(name, str) else None
    hint = f"; here it is called `{meant[0]}`" if meant is not None else guess(str(name), shape.fields)
    return f"there is no field `{name}`{hint}"
