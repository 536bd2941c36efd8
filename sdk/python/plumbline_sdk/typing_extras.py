"""Types that type checkers need to refuse what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Protocol

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # Where nothing says for which resource options are, they are for any.
    KindT = TypeVar("KindT", bound=str, default=Any)
    KindT_co = TypeVar("KindT_co", bound=str, covariant=True, default=Any)
    FieldT = TypeVar("FieldT", bound=str, default=Any)
    OutT = TypeVar("OutT", bound=str, default=Any)
else:
    from typing import TypeVar

    KindT = TypeVar("KindT", bound=str)
    KindT_co = TypeVar("KindT_co", bound=str, covariant=True)
    FieldT = TypeVar("FieldT", bound=str)
    OutT = TypeVar("OutT", bound=str)

T_co = TypeVar("T_co", covariant=True)


class FieldPath(str):
    """The way to something inside a field, for options that take fields: `FieldPath("labels.team")`, `FieldPath("rules[0]")`."""


class Listing(Protocol[T_co]):
    """A list or tuple. A text is a sequence of texts to a type checker; it is no Listing."""

    # A text takes only texts here, which is how a type checker tells it from a list.
    def __contains__(self, value: object, /) -> bool: ...

    def __getitem__(self, index: int, /) -> T_co: ...

    def __iter__(self) -> Iterator[T_co]: ...

    def __len__(self) -> int: ...

    def __reversed__(self) -> Iterator[T_co]: ...
