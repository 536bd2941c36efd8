"""Plain values: the text that one has inside another text, and the forms that JSON has for it."""

from __future__ import annotations

import json
import math
from enum import Enum
from typing import Any, Mapping

from .errors import ValueMistake
from .shapes import Args, Record

largest_integer = 2**53 - 1


def plain_json(value: Any) -> Any:
    """A plain value as JSON has it: field names as in a declaration, nothing escaped."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return plain_json(value.value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (int, float)):
        return plain_number(value)
    if isinstance(value, (Args, Record)):
        fields = value._shape.fields
        return {
            fields[name][0]: plain_json(member)
            for name, member in value.__dict__.items()
            if member is not None and name in fields
        }
    if isinstance(value, Mapping):
        return {str(key): plain_json(member) for key, member in value.items() if member is not None}
    if isinstance(value, (list, tuple)):
        return [plain_json(member) for member in value]
    raise ValueMistake(f"a value of type {type(value).__name__} has no form in a declaration")


def plain_number(value: Any) -> Any:
    """A number that JSON can hold exactly; an integer wherever it is integral."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueMistake(f"a declaration can't hold the number {value}")
        if not value.is_integer():
            return value
    whole = int(value)
    if abs(whole) > largest_integer:
        raise ValueMistake(f"{whole} is too large for a number; give it as text")
    return whole


def plain_text(value: Any) -> str:
    """What a plain value is inside a text."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return value
    form = plain_json(value)
    return form if isinstance(form, str) else compact_json(form)


def compact_json(value: Any) -> str:
    """JSON without white space."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
