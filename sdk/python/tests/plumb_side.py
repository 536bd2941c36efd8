"""Runs a program as plumb does: as a child process, with two pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Callable, Dict, List, Mapping, Optional

package_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Run:
    """How a program ended, and all that it said."""

    def __init__(self, code: int, lines: List[Dict[str, Any]], said: str) -> None:
        self.code = code
        self.lines = lines
        self.said = said

    @property
    def last(self) -> Dict[str, Any]:
        return self.lines[-1]


def run_program(file: str, first: Optional[Mapping[str, Any]] = None, answer: Optional[Answer] = None) -> Run:
    """Runs a file with `python -m plumbline_sdk.run`; `answer` answers what it asks."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    environment = {
        **os.environ,
        "PLUMB_PROGRAM_IN": str(theirs_in),
        "PLUMB_PROGRAM_OUT": str(theirs_out),
        "PYTHONPATH": package_folder,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "plumbline_sdk.run", file],
        env=environment,
        cwd=os.path.dirname(file),
        pass_fds=(theirs_in, theirs_out),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    lines: List[Dict[str, Any]] = []
    with os.fdopen(ours_out, "w", encoding="utf-8") as out, os.fdopen(ours_in, encoding="utf-8") as reading:
        start = {"protocol": 1, "stack": "dev", "project": "here", "file": file, "config": {}, **(first or {})}
        out.write(json.dumps(start) + "\n")
        out.flush()
        for line in reading:
            lines.append(json.loads(line))
            if "ask" in lines[-1]:
                given = {"result": {}} if answer is None else answer(lines[-1])
                out.write(json.dumps({"id": lines[-1]["id"], **given}) + "\n")
                out.flush()
        said, _ = process.communicate()
    return Run(process.returncode, lines, said)
