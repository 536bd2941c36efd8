"""Tests of programs with real outputs: plumb and its cloud run in memory, in a process of their own.

    from plumbline_sdk.testing import emulated_stack

    with emulated_stack(build, config={"environment": "test"}) as stack:
        assert stack.outputs()["address"].startswith("10.")
        assert stack.resources()["portal"]["state"] == "ACTIVE"
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import Any, Callable, Iterator, List, Mapping, Optional, Sequence
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from .automation import InlineStack, StackProblem
from .client import Client, RunSummary
from .errors import ProgramError
from .program import export

__all__ = ["EmulatedStack", "StackProblem", "emulated_stack"]


class EmulatedStack(InlineStack):
    """A program as a run has left it; `runs` says what each round did. Its outputs are in the clear."""

    runs: List[RunSummary]

    def outputs(self, *, reveal: bool = True) -> Mapping[str, Any]:
        """The outputs of the last run, secret ones in the clear unless `reveal` is False."""
        return super().outputs(reveal=reveal)

    def change(self, build: Callable[[], object]) -> None:
        """Brings the same stack to another program, in the same cloud."""
        self._build = build
        self.runs = self.up(allow_replacing=True)


@contextmanager
def emulated_stack(
    build: Callable[[], object],
    *,
    project: str = "test",
    stack: str = "test",
    config: Optional[Mapping[str, Any]] = None,
    seed: Sequence[Mapping[str, Any]] = (),
    stacks: Optional[Mapping[str, Mapping[str, Any]]] = None,
) -> "Iterator[EmulatedStack]":
    """Runs a program as `plumb up` does, against plumb and a cloud in memory that no other test shares.

    Functions given to `apply` run, look-ups and stack references are answered, ids and values are checked. Nothing
    leaves this machine, and no credential is looked for. `seed` has objects that exist in the cloud, as `plumb cloud
    seed` takes them; `stacks` the outputs of other stacks, by `network` or `platform/network`. Raises StackProblem or
    ProgramError where `plumb up` would refuse or fail.
    """
    with throw_away() as url:
        client = Client(url)
        if seed:
            put_there(url, seed)
        for name, outputs in (stacks or {}).items():
            of_project, _, own_name = name.rpartition("/")
            InlineStack(exporting(outputs), client, project=of_project or project, stack=own_name).up()
        made = EmulatedStack(build, client, project=project, stack=stack, config=config)
        made.runs = made.up(allow_replacing=True)
        yield made


@contextmanager
def throw_away() -> Iterator[str]:
    """The address of a plumb in memory, which ends with this process if not before."""
    command = [plumb_command(), "serve", "--throw-away", "--port", "0", "--json"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = ""
        while not said.endswith("}\n"):
            line = process.stdout.readline()
            if not line:
                raise ProgramError(f"{command[0]} does not serve: install the version of this package", code="plumb-missing")
            said += line
        yield str(json.loads(said)["url"])
    finally:
        process.communicate()


def plumb_command() -> str:
    """The plumb of the project where it has one, else the one on the `PATH`."""
    folder = os.getcwd()
    while True:
        beside = shutil.which("plumb", path=os.path.join(folder, "node_modules", ".bin"))
        above = os.path.dirname(folder)
        if beside is not None or above == folder:
            break
        folder = above
    found = beside or shutil.which("plumb")
    if found is None:
        message = "this runs on plumb, which is neither in node_modules nor on the PATH: install it first"
        raise ProgramError(message, code="plumb-missing")
    return found


def put_there(url: str, seed: Sequence[Mapping[str, Any]]) -> None:
    """Puts objects into the cloud."""
    request = Request(f"{url}/_local/seed", json.dumps(list(seed)).encode("utf-8"), method="POST")
    try:
        build_opener(ProxyHandler({})).open(request).close()
    except HTTPError as error:
        with error:
            raise ValueError(f"the cloud does not take the seed: {error.read().decode('utf-8')}") from None


def exporting(outputs: Mapping[str, Any]) -> Callable[[], None]:
    """A program that has these outputs and nothing else."""

    def build() -> None:
        for name, value in outputs.items():
            export(name, value)

    return build
