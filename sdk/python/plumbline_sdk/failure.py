"""What went wrong in a program, with the places in the user's own files."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from pkgutil import iter_modules
from types import ModuleType, TracebackType
from typing import Any, Dict, List, Optional

from .errors import ProgramError, guess
from .options import ResourceOptions
from .sites import Site, column_of, is_ours, place_of


def failure_of(error: BaseException) -> Dict[str, Any]:
    """The error as the protocol has it: frames innermost first, the SDK's and the library's own left out."""
    frames = user_frames(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename is not None and error.lineno is not None:
        column = column_of(error.filename, error.lineno, len((error.text or "")[: (error.offset or 1) - 1].encode()))
        frames.insert(0, frame_at(error.filename, error.lineno, column, "<module>"))
    if isinstance(error, ProgramError) and isinstance(error.at, Site):
        line, column = place_of(error.at)
        blamed = frame_at(error.at.file, line, column, error.at.code.co_name)
        frames = [blamed, *(each for each in frames if (each["file"], each["line"]) != (blamed["file"], line))]
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, SystemExit):
        message = f"the program ended itself with {error.code!r}"
    told: Dict[str, Any] = {"type": type(error).__name__, "message": message + meant_by(error)}
    blamed_word = _word_to_blame.search(message)
    if blamed_word is not None:
        told["word"] = blamed_word[1]
    return {**told, "frames": frames}


_word_to_blame = re.compile(
    r"(?:there is no field|the option|got an unexpected keyword argument) [`'](\w+)[`']",
)
"""What in the call is to blame, in a message of this package or of Python."""


def meant_by(error: BaseException) -> str:
    """`; did you mean ...?` for a name that a module lacks, where one that it has is near; else nothing."""
    if isinstance(error, ImportError):
        found = re.match(r"cannot import name '(\w+)'", str(error))
        module = sys.modules.get(error.name or "")
        if found is None or module is None:
            return ""
        return guess(found[1], [*dir(module), *(each.name for each in iter_modules(getattr(module, "__path__", [])))])
    if isinstance(error, TypeError) and "ResourceOptions" in str(error) and "Did you mean" not in str(error):
        word = _word_to_blame.search(str(error))
        return "" if word is None else guess(word[1], vars(ResourceOptions()))
    owner = getattr(error, "obj", None)
    if isinstance(error, AttributeError) and isinstance(owner, ModuleType):
        return guess(str(getattr(error, "name", "")), dir(owner))
    return ""


def user_frames(traceback: Optional[TracebackType]) -> List[Dict[str, Any]]:
    """The frames of a traceback that belong to the user."""
    frames: List[Dict[str, Any]] = []
    while traceback is not None:
        frame = traceback.tb_frame
        if not is_ours(frame.f_globals.get("__name__")) and not is_library(frame.f_code.co_filename):
            site = Site(frame.f_code, traceback.tb_lasti, traceback.tb_lineno)
            line, column = place_of(site)
            frames.insert(0, frame_at(site.file, line, column, frame.f_code.co_name))
        traceback = traceback.tb_next
    return frames


def frame_at(file: str, line: int, column: int, function: str) -> Dict[str, Any]:
    """One frame as the protocol has it."""
    return {"file": os.path.abspath(file), "line": line, "column": column, "function": function}


def is_library(file: str) -> bool:
    """Whether a file belongs to Python itself, to this package or to an installed one."""
    if file.startswith("<"):
        return True
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders.add(os.path.dirname(os.path.abspath(__file__)))
    path = os.path.abspath(file)
    return any(path.startswith(folder + os.sep) for folder in folders if folder)
