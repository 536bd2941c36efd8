"""How fields are called here and in a declaration: `oauth_client_id` here, `oauthClientId` there."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Type, Union

FieldShape = Union["ObjectShape", "ListShape", "MapShape", "UnionShape", None]
"""What a field holds; None for texts, numbers and booleans."""


class ObjectShape:
    """An object with known fields: the name here of each, with its name in a declaration and what it holds."""

    __slots__ = ("fields", "names", "record")

    def __init__(self, fields: Mapping[str, Tuple[str, FieldShape]]) -> None:
        self.fields = fields
        self.names = {name: (own_name, shape) for own_name, (name, shape) in fields.items()}
        self.record: Optional[Type["Record"]] = None

    def read(self, value: Any) -> Any:
        """The object as the program sees it: a record whose attributes have the names of this language."""
        if not isinstance(value, dict) or self.record is None:
            return value
        return self.record(value)


class ListShape:
    """A list; `item` is the shape of each member."""

    __slots__ = ("item",)

    def __init__(self, item: FieldShape) -> None:
        self.item = item

    def read(self, value: Any) -> Any:
        if self.item is None or not isinstance(value, list):
            return value
        return [self.item.read(each) for each in value]


class MapShape:
    """A map with free keys, which stay as they are."""

    __slots__ = ("item",)

    def __init__(self, item: FieldShape) -> None:
        self.item = item

    def read(self, value: Any) -> Any:
        if self.item is None or not isinstance(value, dict):
            return value
        return {key: self.item.read(each) for key, each in value.items()}


class UnionShape:
    """One of several objects, told apart by the text in one of their fields; an unknown one stays as it came."""

    __slots__ = ("own_discriminator", "discriminator", "variants", "names")

    def __init__(self, own_discriminator: str, discriminator: str, variants: Mapping[str, ObjectShape]) -> None:
        self.own_discriminator = own_discriminator
        self.discriminator = discriminator
        self.variants = variants
        self.names = {name: field for variant in variants.values() for name, field in variant.names.items()}

    def read(self, value: Any) -> Any:
        variant = self.variants.get(str(value.get(self.discriminator))) if isinstance(value, dict) else None
        return value if variant is None else variant.read(value)


class Record:
    """An object that was read: attributes for its fields, None where the platform has no value. It can't be changed."""

    _shape: ObjectShape

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._shape.record = cls

    def __init__(self, value: Mapping[str, Any]) -> None:
        members: Dict[str, Any] = self.__dict__
        for own_name, (name, shape) in self._shape.fields.items():
            member = value.get(name)
            members[own_name] = member if shape is None or member is None else shape.read(member)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} was read and can't be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({members})"


class Args:
    """The fields of an object that is declared. The generated classes beneath it say which."""

    _shape: ObjectShape

    def __repr__(self) -> str:
        members = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items() if value is not None)
        return f"{type(self).__name__}({members})"
