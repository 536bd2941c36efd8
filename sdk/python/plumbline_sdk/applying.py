"""Whether a function given to `apply` runs: nothing may be constructed inside one."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Iterator

_applying: ContextVar[bool] = ContextVar("plumbline_applying", default=False)


@contextmanager
def applying() -> Iterator[None]:
    """While a function given to `apply` runs, in this thread."""
    with _set_to(True):
        yield


@contextmanager
def outside_of_apply() -> Iterator[None]:
    """While another program runs, to which it does not matter what runs around it."""
    with _set_to(False):
        yield


def is_applying() -> bool:
    """Whether such a function runs."""
    return _applying.get()


@contextmanager
def _set_to(is_applying: bool) -> Iterator[None]:
    before = _applying.set(is_applying)
    try:
        yield
    finally:
        _applying.reset(before)
