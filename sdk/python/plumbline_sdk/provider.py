"""Providers: who a platform is asked as, and with which defaults."""

from __future__ import annotations

from typing import Any, Dict, Generic, Optional

from .errors import ProgramError
from .program import Declared, current_program
from .shapes import ObjectShape
from .sites import Site
from .typing_extras import KindT_co
from .writing import Writer


class ProviderResource(Declared, Generic[KindT_co]):
    """A provider. The classes `Provider` in the packages `google`, `azure` and `databricks` say what fields they have."""

    _kind: str
    _inputs: ObjectShape

    def __init__(self, resource_name: str, default: Optional[bool], fields: Dict[str, Any]) -> None:
        program = current_program()
        self._site: Optional[Site] = program.new_site(f"the provider {resource_name!r}")
        taken = program.providers.get(resource_name)
        if taken is not None:
            raise ProgramError(f"the name {resource_name!r} is taken already, at {taken._site}", self._site)
        self._name = resource_name
        self._default = default
        self._fields = fields
        program.providers[resource_name] = self

    def _written(self, writer: Writer) -> Dict[str, Any]:
        written: Dict[str, Any] = {"kind": self._kind}
        if self._default is not None:
            written["default"] = self._default
        written.update(writer.fields(self._fields, self._inputs))
        return written

    def __repr__(self) -> str:
        return f"{self._kind}.Provider({self._name!r})"
