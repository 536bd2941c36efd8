"""Places in the user's own files."""

from __future__ import annotations

import linecache
import os
import sys
from types import CodeType, FrameType
from typing import Dict, List, Optional, Tuple

_own_packages = ("plumbline_sdk.", "plumbline_sdk_")


class Site:
    """Where something was constructed: a call in the user's code."""

    __slots__ = ("code", "instruction", "line")

    def __init__(self, code: CodeType, instruction: int, line: int) -> None:
        self.code = code
        self.instruction = instruction
        self.line = line

    @property
    def file(self) -> str:
        return os.path.abspath(self.code.co_filename)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def is_ours(module: object) -> bool:
    """Whether a module belongs to the SDK or to a package generated for it."""
    return isinstance(module, str) and (module == "plumbline_sdk" or module.startswith(_own_packages))


_known_sites: Dict[Tuple[CodeType, int], Site] = {}


def calling_site() -> Optional[Site]:
    """The innermost call that is not the SDK's own."""
    frame: Optional[FrameType] = sys._getframe(1)
    while frame is not None:
        if not is_ours(frame.f_globals.get("__name__")):
            key = (frame.f_code, frame.f_lasti)
            site = _known_sites.get(key)
            if site is None:
                site = _known_sites[key] = Site(frame.f_code, frame.f_lasti, frame.f_lineno)
            return site
        frame = frame.f_back
    return None


_positions: Dict[CodeType, List[Tuple[Optional[int], Optional[int], Optional[int], Optional[int]]]] = {}


def place_of(site: Site) -> Tuple[int, int]:
    """Line and column of a call, from 1; the column counts UTF-16 units. Before Python 3.11 that of the line's text."""
    if sys.version_info >= (3, 11):
        positions = _positions.get(site.code)
        if positions is None:
            positions = _positions[site.code] = list(site.code.co_positions())
        line, _, column, _ = positions[site.instruction // 2]
        if line is not None and column is not None:
            return line, column_of(site.code.co_filename, line, column)
    text = linecache.getline(site.code.co_filename, site.line)
    return site.line, len(text) - len(text.lstrip()) + 1


def column_of(file: str, line: int, byte: int) -> int:
    """The column of a place that Python counts in bytes of UTF-8."""
    text = linecache.getline(file, line)
    if text.isascii():
        return byte + 1
    before = text.encode("utf-8")[:byte].decode("utf-8", "replace")
    return len(before.encode("utf-16-le")) // 2 + 1
