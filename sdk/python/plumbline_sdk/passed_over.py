"""What a program declares where nothing reaches it: its stack would lose that, so it is refused."""

from __future__ import annotations

import ast
import gc
import re
import sys
import threading
import warnings
from contextlib import contextmanager
from types import CoroutineType
from typing import Any, Iterator, List

from .errors import ProgramError
from .failure import is_library


def demand_called(name: str, source: bytes, file: str) -> None:
    """Refuses a function of the program that by its name is its main part, and that the program never mentions again."""
    tree = ast.parse(source, file)
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    if not any(isinstance(each, functions) and each.name == name and not each.decorator_list for each in tree.body):
        return
    if not any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(tree)):
        raise ProgramError(f"nothing calls the program's function `{name}`, so what it declares would be missing: call it")


class Threads:
    """What the program has begun in threads without waiting for it: it is part of the program."""

    def __init__(self) -> None:
        self._raised: List[BaseException] = []

    def note(self, raised: Any) -> None:
        """Takes the place of `threading.excepthook`, which only prints. A thread may end itself well, as a program may."""
        if raised.exc_value is None or (issubclass(raised.exc_type, SystemExit) and raised.exc_value.code in (None, 0)):
            return
        self._raised.append(raised.exc_value)

    def wait(self) -> None:
        """Waits for threads as Python itself does, and raises what one of them has raised."""
        while True:
            # The idle threads of a pool end only when the pool is told to; before that it does all that it was given.
            close_pools()
            ours = threading.current_thread()
            threads = [each for each in threading.enumerate() if each is not ours and not each.daemon]
            if not threads:
                break
            # A thread may begin a pool of its own.
            for thread in threads:
                thread.join(0.1)
        if self._raised:
            raise self._raised[0]


def close_pools() -> None:
    """Closes the pools that the program left open, when their work is done."""
    futures = sys.modules.get("concurrent.futures")
    if futures is None:
        return
    for each in gc.get_objects():
        if isinstance(each, futures.Executor):
            each.shutdown()


@contextmanager
def watched_threads() -> Iterator[Threads]:
    """Notes what threads raise meanwhile."""
    threads = Threads()
    before = threading.excepthook
    threading.excepthook = threads.note
    try:
        yield threads
    finally:
        threading.excepthook = before


class Coroutines:
    """Names of the coroutine functions that were called and whose coroutines nothing awaited."""

    def __init__(self) -> None:
        self.forgotten: List[str] = []

    def look(self) -> None:
        """Notes the program's own coroutines that are kept, by whatever, and have not run to their ends."""
        kept = [each for each in gc.get_objects() if isinstance(each, CoroutineType)]
        if not kept:
            return
        import inspect

        for each in kept:
            if inspect.getcoroutinestate(each) == inspect.CORO_CLOSED or is_library(each.cr_code.co_filename):
                continue
            self.forgotten.append(each.__qualname__)
            each.close()


@contextmanager
def awaited() -> Iterator[Coroutines]:
    """Refuses a program whose coroutines nothing awaits. Python only warns of them, when they are thrown away."""
    coroutines = Coroutines()
    with warnings.catch_warnings():
        warnings.filterwarnings("always", message="coroutine .* was never awaited", category=RuntimeWarning)
        shown = warnings.showwarning

        def show(message: Any, category: Any, filename: Any, lineno: Any, file: Any = None, line: Any = None) -> None:
            found = re.fullmatch(r"coroutine '(.*)' was never awaited", str(message))
            if found is None or category is not RuntimeWarning:
                shown(message, category, filename, lineno, file, line)
            else:
                coroutines.forgotten.append(found.group(1))

        warnings.showwarning = show
        yield coroutines
    if coroutines.forgotten:
        name = coroutines.forgotten[0].rpartition(".")[2]
        raise ProgramError(
            f"nothing awaits the coroutine `{name}`, so what it declares would be missing: "
            f"`asyncio.run({name}())` runs it to its end"
        )
