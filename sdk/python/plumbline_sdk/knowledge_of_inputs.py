"""What is known of a place inside a resource's inputs."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Tuple

from .expressions import Knowledge, PathStep, Reference
from .output import Output
from .shapes import Args, FieldShape, ListShape, MapShape, ObjectShape, Record


def input_at(value: Any, shape: FieldShape, path: Sequence[PathStep]) -> Optional[Knowledge]:
    """The text, number or boolean at a path of specification names; None where there is none that is known."""
    if isinstance(value, Output):
        expression = value._expression
        if isinstance(expression, Reference):
            known = expression.owner._knowledge_at((*expression.path, *path), "")
            return known if known.is_known and is_scalar(known.value) else None
        known = expression.knowledge()
        found = input_at(known.value, shape, path) if known.is_known else None
        return None if found is None else Knowledge(found.value, found.is_secret or known.is_secret)
    if not path:
        return Knowledge(value) if is_scalar(value) else None
    step, rest = path[0], path[1:]
    if isinstance(value, (Args, Record)):
        return field_at(value.__dict__, value._shape, step, rest)
    if isinstance(value, Mapping):
        if isinstance(shape, ObjectShape):
            return field_at(value, shape, step, rest)
        return input_at(value.get(step), shape.item if isinstance(shape, MapShape) else None, rest)
    if isinstance(value, (list, tuple)) and isinstance(step, int) and step < len(value):
        return input_at(value[step], shape.item if isinstance(shape, ListShape) else None, rest)
    return None


def field_at(
    members: Mapping[str, Any], shape: ObjectShape, step: PathStep, rest: Sequence[PathStep]
) -> Optional[Knowledge]:
    """The same inside an object's fields."""
    named = shape.names.get(step) if isinstance(step, str) else None
    return None if named is None else input_at(members.get(named[0]), named[1], rest)


def is_scalar(value: Any) -> bool:
    """Whether a value is a text, a number or a boolean."""
    return isinstance(value, (str, int, float))


def value_at(value: Any, path: Sequence[PathStep]) -> Tuple[bool, Any]:
    """Whether there is something at a path of a JSON value, and what. What a platform leaves out is null, and so is all below."""
    for step in path:
        if value is None:
            return True, None
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return False, None
    return True, value


def holds_sealed(value: Any) -> bool:
    """Whether anything inside a JSON value is sealed."""
    if isinstance(value, dict):
        return "$secret" in value or any(map(holds_sealed, value.values()))
    return isinstance(value, list) and any(map(holds_sealed, value))
