"""Outputs of other stacks."""

from __future__ import annotations

from typing import Any, FrozenSet, Mapping

from .errors import ProgramError, guess
from .output import Output, secret
from .program import current_program


class StackReference:
    """The outputs of another stack of the same store, as they are now.

    `stack` is its name: `network` in the same project, or `platform/network` in another one.
    """

    def __init__(self, stack: str) -> None:
        answer = current_program().ask({"ask": "outputs", "stack": stack})
        self._stack = stack
        self._outputs: Mapping[str, Any] = answer["result"]
        self._secrets: FrozenSet[str] = frozenset(answer.get("secrets", ()))

    def get_output(self, name: str) -> "Output[Any]":
        """An output; one that has no value where the stack has none of that name."""
        value = self._outputs.get(name)
        return secret(value) if name in self._secrets else Output.from_input(value)

    def require_output(self, name: str) -> "Output[Any]":
        """An output that must be there."""
        if name not in self._outputs:
            said = f"the stack `{self._stack}` has no output `{name}`{guess(name, self._outputs)}"
            raise ProgramError(said, code="output-missing")
        return self.get_output(name)
