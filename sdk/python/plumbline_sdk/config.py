"""The configuration of the stack."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .errors import ProgramError
from .expressions import Knowledge, PathStep, Reference, root_text
from .knowledge_of_inputs import value_at
from .output import ListOutput, MapOutput, Output
from .plain import plain_json
from .program import DeclaredConfig, current_program, is_function
from .sites import Site

_absent: Any = object()


class ConfigKey(DeclaredConfig):
    """A config value, which is given beside the program or in its environment."""

    def __init__(self, key: str, declared: Dict[str, Any], site: Optional[Site]) -> None:
        self.key = key
        self.declared = declared
        self._site = site
        self._reference_root = root_text("config", key)
        self._is_secret = bool(declared.get("secret", False))

    def value(self) -> Any:
        """What was given, in the environment too, or the default; `_absent` where there is neither."""
        given = given_value(self.key)
        if given is _absent:
            return self.declared.get("default", _absent)
        kind = self.declared["type"]
        if isinstance(given, str) and kind != "string":
            try:
                given = json.loads(given)
            except ValueError:
                pass
        if not _fits[kind](given):
            raise ProgramError(
                f"the config value `{self.key}` must be of type {kind}; the value given is not", self._site
            )
        return given

    def _knowledge_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        value = self.value()
        if value is _absent:
            raise missing_value(self.key, self._is_secret)
        return Knowledge(value_at(value, path)[1], self._is_secret)

    def _make_secret(self, path: Sequence[PathStep], text: str) -> None:
        if not self._is_secret:
            raise ProgramError(f"declare the config value `{self.key}` with `secret=True` to have it sealed")


class StackOutputs(DeclaredConfig):
    """The outputs of another stack; plumb is asked for them where the program computes with one."""

    def __init__(self, key: str, stack: str, site: Optional[Site]) -> None:
        self.key = key
        self.declared = {"stack": stack}
        self._site = site
        self._reference_root = root_text("config", key)
        self._program = current_program()
        self._answer: Optional[Mapping[str, Any]] = None

    def value(self) -> Any:
        if self._answer is None:
            self._answer = self._program.ask({"ask": "outputs", "stack": self.declared["stack"]})
        return self._answer["result"]

    def _knowledge_at(self, path: Sequence[PathStep], text: str) -> Knowledge:
        if self._program.is_alone:
            return Knowledge(None, waits=(text,))
        value = value_at(self.value(), path)[1]
        secrets = (self._answer or {}).get("secrets", ())
        return Knowledge(value, bool(secrets) if not path else path[0] in secrets)


_fits = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: is_number(value) and float(value).is_integer(),
    "number": lambda value: is_number(value),
    "boolean": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
    "map": lambda value: isinstance(value, dict),
}


def is_number(value: Any) -> bool:
    """Whether a value is a number, and no boolean."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def given_value(key: str) -> Any:
    """What was given for a key beside the program; the environment gives nothing to a function of this process."""
    program = current_program()
    if key in program.given:
        return program.given[key]
    return _absent if is_function() else os.environ.get(variable_of(key), _absent)


def variable_of(key: str) -> str:
    """The environment variable that gives a config value."""
    return f"PLUMB_CONFIG_{key.upper().replace('-', '_')}"


class Config:
    """Declares config values and reads them.

    `string`, `integer` and the like declare a value and give an output, which stands in the declaration as a reference.
    `get...` and `require...` give plain values, for the program itself to decide by.
    """

    def string(
        self, key: str, *, default: Optional[str] = None, secret: bool = False, description: Optional[str] = None
    ) -> "Output[str]":
        """A text. Without a default a value must be given."""
        return Output(_reference(key, "string", default, secret, description))

    def integer(
        self, key: str, *, default: Optional[int] = None, secret: bool = False, description: Optional[str] = None
    ) -> "Output[int]":
        """A whole number. Without a default a value must be given."""
        return Output(_reference(key, "integer", default, secret, description))

    def number(
        self, key: str, *, default: Optional[float] = None, secret: bool = False, description: Optional[str] = None
    ) -> "Output[float]":
        """A number. Without a default a value must be given."""
        return Output(_reference(key, "number", default, secret, description))

    def boolean(
        self, key: str, *, default: Optional[bool] = None, secret: bool = False, description: Optional[str] = None
    ) -> "Output[bool]":
        """True or false. Without a default a value must be given."""
        return Output(_reference(key, "boolean", default, secret, description))

    def list(
        self,
        key: str,
        *,
        default: Optional[Sequence[Any]] = None,
        secret: bool = False,
        description: Optional[str] = None,
    ) -> "ListOutput[Any]":
        """A list. Without a default a value must be given."""
        return ListOutput(_reference(key, "list", default, secret, description))

    def map(
        self,
        key: str,
        *,
        default: Optional[Mapping[str, Any]] = None,
        secret: bool = False,
        description: Optional[str] = None,
    ) -> "MapOutput[Any]":
        """A map. Without a default a value must be given."""
        return MapOutput(_reference(key, "map", default, secret, description))

    def stack(self, key: str, stack: str) -> "MapOutput[Any]":
        """The outputs of another stack, `network` or `platform/network`, as references in the declaration.

        A plan is bound to them. What is secret there comes to the program only where it computes with it.
        """
        program = current_program()
        made = program.config.get(key)
        if made is None:
            made = program.config[key] = StackOutputs(key, stack, program.new_site(f"the config value {key!r}"))
        elif made.declared.get("stack") != stack:
            raise declared_already(key, made, f"stack {stack}")
        return MapOutput(Reference(made, ()))

    def get(self, key: str) -> "Optional[str]":
        """The value where one is given, or was declared as the default."""
        found: Optional[str] = _plain(key, "string")
        return found

    def require(self, key: str) -> "str":
        """The value, which must be given."""
        found: str = _required(key, _plain(key, "string"))
        return found

    def get_integer(self, key: str) -> "Optional[int]":
        """The value where one is given, or was declared as the default."""
        found: Optional[int] = _plain(key, "integer")
        return found

    def require_integer(self, key: str) -> "int":
        """The value, which must be given."""
        found: int = _required(key, _plain(key, "integer"))
        return found

    def get_number(self, key: str) -> "Optional[float]":
        """The value where one is given, or was declared as the default."""
        found: Optional[float] = _plain(key, "number")
        return found

    def require_number(self, key: str) -> "float":
        """The value, which must be given."""
        found: float = _required(key, _plain(key, "number"))
        return found

    def get_boolean(self, key: str) -> "Optional[bool]":
        """The value where one is given, or was declared as the default."""
        found: Optional[bool] = _plain(key, "boolean")
        return found

    def require_boolean(self, key: str) -> "bool":
        """The value, which must be given."""
        found: bool = _required(key, _plain(key, "boolean"))
        return found

    def get_list(self, key: str) -> "Optional[List[Any]]":
        """The value where one is given, or was declared as the default."""
        found: Optional[List[Any]] = _plain(key, "list")
        return found

    def require_list(self, key: str) -> "List[Any]":
        """The value, which must be given."""
        found: List[Any] = _required(key, _plain(key, "list"))
        return found

    def get_map(self, key: str) -> "Optional[Dict[str, Any]]":
        """The value where one is given, or was declared as the default."""
        found: Optional[Dict[str, Any]] = _plain(key, "map")
        return found

    def require_map(self, key: str) -> "Dict[str, Any]":
        """The value, which must be given."""
        found: Dict[str, Any] = _required(key, _plain(key, "map"))
        return found

    def get_secret(self, key: str) -> "Optional[Output[str]]":
        """A secret text where one is given."""
        return None if given_value(key) is _absent else self.string(key, secret=True)

    def require_secret(self, key: str) -> "Output[str]":
        """A secret text, which must be given."""
        if given_value(key) is _absent:
            raise missing_value(key, secret=True)
        return self.string(key, secret=True)


def _reference(key: str, kind: str, default: Any, secret: bool, description: Optional[str]) -> Reference:
    return Reference(_key(key, kind, default, secret, description), ())


def _plain(key: str, kind: str) -> Any:
    """A plain value; a key without one is not declared, so that it need not be given."""
    declared = current_program().config.get(key)
    if declared is None:
        if given_value(key) is _absent:
            return None
        declared = _key(key, kind, None, False, None)
    elif declared.declared.get("type") != kind:
        raise declared_already(key, declared, kind)
    found = declared.value()
    return None if found is _absent else found


def _required(key: str, value: Any) -> Any:
    if value is None:
        raise missing_value(key)
    return value


def _key(key: str, kind: str, default: Any, secret: bool, description: Optional[str]) -> DeclaredConfig:
    program = current_program()
    site = program.new_site(f"the config value {key!r}")
    before = program.config.get(key)
    if before is not None:
        if before.declared.get("type") != kind:
            raise declared_already(key, before, kind)
        return before
    declared: Dict[str, Any] = {"type": kind}
    if default is not None:
        declared["default"] = plain_json(default)
    if secret:
        declared["secret"] = True
    if description is not None:
        declared["description"] = description
    program.config[key] = made = ConfigKey(key, declared, site)
    return made


def declared_already(key: str, before: DeclaredConfig, wanted: str) -> ProgramError:
    """The message for a config value that is declared twice, and differently."""
    found = before.declared.get("type") or f"stack {before.declared['stack']}"
    return ProgramError(f"the config value `{key}` is declared as {found} already, not {wanted}")


def missing_value(key: str, secret: bool = False) -> ProgramError:
    """The message for a config value that is missing."""
    variable = variable_of(key)
    if is_function():
        way = "give it one in `config`"
    elif secret:
        way = f"keep one with `plumb config set {key} --secret`, or give it in {variable}"
    else:
        way = f"keep one with `plumb config set {key} VALUE`, or give it with --config {key}=... or in {variable}"
    return ProgramError(f"the config key `{key}` has no value: {way}", code="config-missing")
