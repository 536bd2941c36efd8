"""Whether a function given to `apply` runs: nothing may be constructed inside one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

_depth = 0


@contextmanager
def applying() -> Iterator[None]:
    """While a function given to `apply` runs."""
    with _at_depth(_depth + 1):
        yield


@contextmanager
def outside_of_apply() -> Iterator[None]:
    """While another program runs, to which it does not matter what runs around it."""
    with _at_depth(0):
        yield


def is_applying() -> bool:
    """Whether such a function runs."""
    return _depth > 0


@contextmanager
def _at_depth(depth: int) -> Iterator[None]:
    global _depth
    before = _depth
    _depth = depth
    try:
        yield
    finally:
        _depth = before
