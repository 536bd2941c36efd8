"""A type for lists that a text is not."""

from __future__ import annotations

from typing import Iterator, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Listing(Protocol[T_co]):
    """A list or tuple. A text is a sequence of texts to a type checker; it is no Listing."""

    # A text takes only texts here, which is how a type checker tells it from a list.
    def __contains__(self, value: object, /) -> bool: ...

    def __getitem__(self, index: int, /) -> T_co: ...

    def __iter__(self) -> Iterator[T_co]: ...

    def __len__(self) -> int: ...

    def __reversed__(self) -> Iterator[T_co]: ...
