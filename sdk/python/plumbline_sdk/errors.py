"""What is wrong with a program, for people to mend."""

from __future__ import annotations

import difflib
from typing import Iterable, List, Optional, Union

Step = Union[str, int]


class ProgramError(Exception):
    """A mistake in the program. `at` is the place to blame where it is not the place that raised the error.

    `code` says what went wrong, for a program that catches it: the code of plumb's answer, such as `not-found` or
    `stack-not-found` (`plumb explain CODE`); `config-missing`, `output-missing`; `program-failed` for all else.
    """

    def __init__(self, message: str, at: "Optional[object]" = None, code: str = "program-failed") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.code = code


class ValueMistake(Exception):
    """A value that can't stand in a declaration; `path` leads to it from the object that holds it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path: List[Step] = []

    def within(self, step: Step) -> "ValueMistake":
        """The same mistake seen from one level further out."""
        self.path.insert(0, step)
        return self

    def told(self) -> str:
        """The path and the message as one sentence part."""
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")
        return f"{path}: {self.message}" if path else self.message


def guess(word: str, known: Iterable[str]) -> str:
    """`; did you mean ...?` where a known word is near, else nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean `{near[0]}`?" if near else ""
