"""Runs a program for plumb: `python3 -m plumbline_sdk.run FILE`. The protocol is in sdk/PROTOCOL.md."""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import IO, Any, Dict, List, Mapping, Optional

from . import program as programs
from .errors import ProgramError
from .failure import failure_of
from .passed_over import awaited, demand_called, watched_threads


class Channel:
    """The two pipes to plumb."""

    def __init__(self, reading: IO[str], writing: IO[str]) -> None:
        self._reading = reading
        self._writing = writing
        self._last_id = 0

    def receive(self) -> Dict[str, Any]:
        """The next line."""
        line = self._reading.readline()
        if not line:
            raise ProgramError("plumb went away")
        document: Dict[str, Any] = json.loads(line)
        return document

    def send(self, document: Mapping[str, Any]) -> None:
        """A line to plumb."""
        self._writing.write(json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n")
        self._writing.flush()

    def ask(self, question: Dict[str, Any]) -> Mapping[str, Any]:
        """The answer to a question; an error of plumb's is raised where it was asked."""
        self._last_id += 1
        self.send({"id": self._last_id, **question})
        answer = self.receive()
        error = answer.get("error")
        if error is not None:
            raise ProgramError(str(error.get("detail")), code=str(error.get("code")))
        return answer


def open_channel() -> Optional[Channel]:
    """The pipes that plumb opened; None where it did not start this program."""
    # Programs that this one starts are none of plumb's.
    numbers = [os.environ.pop(name, None) for name in ("PLUMB_PROGRAM_IN", "PLUMB_PROGRAM_OUT")]
    if numbers[0] is None or numbers[1] is None:
        return None
    reading = open(int(numbers[0]), encoding="utf-8", newline="\n")
    return Channel(reading, open(int(numbers[1]), "w", encoding="utf-8", newline="\n"))


def main(arguments: List[str]) -> int:
    """Runs the file named by the arguments, and tells plumb what it declares."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python3 -m plumbline_sdk.run FILE\n")
        return 2
    file = os.path.abspath(arguments[0])
    channel = open_channel()
    # The process lives briefly and frees little: looking for cycles among 10 000 resources costs more than it gives.
    gc.disable()
    if channel is None:
        program = programs.Program(project=os.path.basename(os.path.dirname(file)) or "program")
    else:
        first = channel.receive()
        if first.get("protocol") != 1:
            raise SystemExit(
                f"plumb speaks protocol {first.get('protocol')}, this package protocol 1: update one of them"
            )
        project, stack = first.get("project", "program"), first.get("stack", "dev")
        program = programs.Program(project=project, stack=stack, config=first.get("config"), ask=channel.ask)
    try:
        with programs.running(program):
            run_to_its_end(file)
            result = program.result()
        last = {
            "declaration": result.declaration,
            "config": result.config,
            "used": result.used,
            "spans": result.spans,
        }
        if channel is not None:
            channel.send(last)
            return 0
    except SystemExit as end:
        if end.code in (None, 0) or channel is None:
            raise
        channel.send({"failed": failure_of(end)})
        return 0
    except BaseException as error:
        if channel is None:
            raise
        channel.send({"failed": failure_of(error)})
        return 0
    programs.say_how_to_run(program, arguments[0])
    return 0


def run_to_its_end(file: str) -> None:
    """Runs a file and whatever it began; refuses what would be passed over."""
    with awaited() as coroutines:
        with watched_threads() as threads:
            run_file(file)
            threads.wait()
        coroutines.look()
    with open(file, "rb") as source:
        demand_called("main", source.read(), file)


def run_file(file: str) -> None:
    """Runs a file as Python does itself."""
    import types

    folder = os.path.dirname(file)
    sys.argv[:] = [file]
    if sys.path[:1] != [folder]:
        sys.path.insert(0, folder)
    main_module = types.ModuleType("__main__")
    main_module.__dict__.update(__file__=file, __builtins__=__builtins__)
    sys.modules["__main__"] = main_module
    with open(file, "rb") as source:
        code = compile(source.read(), file, "exec", dont_inherit=True)
    exec(code, main_module.__dict__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
