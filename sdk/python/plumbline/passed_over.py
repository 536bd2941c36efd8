"""What a program declares where nothing reaches it: its stack would lose that, so it is refused."""

from __future__ import annotations

import ast
import re
import threading
import warnings
from contextlib import contextmanager
from types import CoroutineType
from typing import Any, Iterable, Iterator, List

from .errors import ProgramError


def demand_called(name: str, source: bytes, file: str) -> None:
    """Refuses a function of the program that by its name is its main part, and that the program never mentions again."""
    tree = ast.parse(source, file)
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    if not any(isinstance(each, functions) and each.name == name and not each.decorator_list for each in tree.body):
        return
    if not any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(tree)):
        raise ProgramError(f"nothing calls the program's function `{name}`, so what it declares would be missing: call it")


def wait_for_threads() -> None:
    """What the program has begun without waiting for it is part of it; Python itself waits for such threads as well."""
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


class Coroutines:
    """Names of the coroutine functions that were called and whose coroutines nothing awaited."""

    def __init__(self) -> None:
        self.forgotten: List[str] = []

    def look_at(self, values: Iterable[object]) -> None:
        """Notes coroutines that are kept and have not begun."""
        kept = [value for value in values if isinstance(value, CoroutineType)]
        if not kept:
            return
        import inspect

        for value in kept:
            if inspect.getcoroutinestate(value) == inspect.CORO_CREATED:
                self.forgotten.append(value.__qualname__)
                value.close()


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
