"""The program that runs: all that it declares, and what plumb tells it."""

from __future__ import annotations

import builtins
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from .applying import is_applying, outside_of_apply
from .errors import ProgramError, ValueMistake
from .expressions import Expression, KnownLater, Owner, Reference, references_in
from .knowledge_of_inputs import value_at
from .output import Output
from .sites import Site, calling_site, place_of
from .writing import Writer, fill_unknown, pointer_step

Ask = Callable[[Dict[str, Any]], Mapping[str, Any]]
"""Puts a question to plumb and gives the answer, as PROTOCOL.md has both."""


class Result:
    """The result of a program: the last line that it sends."""

    def __init__(
        self, declaration: Dict[str, Any], config: Dict[str, Any], used: List[str], spans: Dict[str, Any]
    ) -> None:
        self.declaration = declaration
        self.config = config
        self.used = used
        self.spans = spans


class Program:
    """One run of a program. Lives until its declaration is written."""

    def __init__(
        self,
        *,
        project: str = "program",
        stack: str = "dev",
        config: Optional[Mapping[str, Any]] = None,
        ask: Optional[Ask] = None,
    ) -> None:
        self.project = project
        self.stack = stack
        self.given: Mapping[str, Any] = config or {}
        self.config: Dict[str, DeclaredConfig] = {}
        self.providers: Dict[str, Declared] = {}
        self.resources: Dict[str, Declared] = {}
        self.lookups: Dict[str, Declared] = {}
        self.outputs: Dict[str, Tuple[Any, Optional[Site]]] = {}
        self.transforms: List[Callable[[Any], Any]] = []
        self.used: Set[str] = set()
        self._ask = ask
        print_outputs()
        self._known: Optional[Mapping[str, Any]] = None

    def new_site(self, what: str) -> Optional[Site]:
        """The place of something that is being constructed."""
        if is_applying():
            raise ProgramError(
                f"{what} is constructed inside apply: in a round that does not call the function it would be missing;"
                " construct it outside and give it what apply makes"
            )
        return calling_site()

    def claim_name(self, name: object, site: Optional[Site]) -> str:
        """A logical name, unique over resources and look-ups."""
        if not isinstance(name, str):
            raise ProgramError(f"a resource's name is text, and {name!r} is not", site)
        taken: Optional[Declared] = self.resources.get(name) or self.lookups.get(name)
        if taken is not None:
            raise ProgramError(f"the name {name!r} is taken already, at {taken._site}", site)
        return name

    def ask(self, question: Dict[str, Any]) -> Mapping[str, Any]:
        """An answer from plumb."""
        if self._ask is None:
            raise ProgramError("this needs an answer of plumb, which is not there: run the program with `plumb`")
        return self._ask(question)

    @property
    def is_alone(self) -> bool:
        """Whether there is no plumb that could answer."""
        return self._ask is None

    def known_outputs(self, name: str) -> Optional[Mapping[str, Any]]:
        """What may be believed of a resource's outputs; None where nothing is known."""
        known = self._known
        if known is None:
            known = self._known = {} if self._ask is None else self._ask({"ask": "known"})["result"]
        return known.get(name)

    def may_read(self, given: Expression, depends_on: Sequence[str]) -> bool:
        """Whether what a question leans on is made, as it is declared now: only then does its answer hold."""
        named = [(getattr(each.owner, "_name", ""), each) for each in references_in(given)]
        for name, reference in [*named, *((each, None) for each in depends_on)]:
            resource = self.resources.get(name)
            if resource is None or getattr(resource, "_id", None) is not None:
                continue
            outputs = self.known_outputs(name)
            if outputs is None:
                return False
            self.used.add(name)
            before = None if reference is None else value_at(outputs, reference.path)[1]
            if reference is not None and isinstance(before, (str, int)) and reference.knowledge().value != before:
                return False
        return True

    def context(self) -> Dict[str, Any]:
        """What a question is put in: the declaration so far without resources, and without what is not known yet."""
        writer = Writer(self.config.__contains__)
        declaration: Dict[str, Any] = {"name": self.project}
        if self.config:
            declaration["config"] = {key: each.declared for key, each in self.config.items()}
        providers = {name: each._written(writer) for name, each in self.providers.items()}
        if providers:
            declaration["providers"] = {
                name: {
                    key: value for key, value in fields.items() if not isinstance(value, KnownLater) and key not in secrets
                }
                for name, fields in providers.items()
                for secrets in (secret_fields(fields, writer),)
            }
        return declaration

    def result(self) -> Result:
        """The declaration of all that was constructed, and what goes with it."""
        writer = Writer(self.config.__contains__)
        sections: Dict[str, Dict[str, Any]] = {"config": {key: each.declared for key, each in self.config.items()}}
        places: List[Tuple[str, Optional[Site]]] = [
            (f"/config/{pointer_step(key)}", each._site) for key, each in self.config.items()
        ]
        members: "Tuple[Tuple[str, Mapping[str, Declared]], ...]" = (
            ("providers", self.providers),
            ("resources", self.resources),
            ("lookups", self.lookups),
        )
        for section, declared in members:
            written = sections[section] = {}
            for name, each in declared.items():
                site = each._site
                try:
                    written[name] = each._written(writer)
                except (ValueMistake, ProgramError) as mistake:
                    raise told_at(name, site, mistake) from None
                places.append((f"/{section}/{pointer_step(name)}", site))
        written = sections["outputs"] = {}
        for name, (value, site) in self.outputs.items():
            try:
                form = writer.write(value)
            except (ValueMistake, ProgramError) as mistake:
                raise told_at(name, site, mistake) from None
            if form is not None:
                written[name] = form
            places.append((f"/outputs/{pointer_step(name)}", site))
        hidden, values = writer.config_of_secrets()
        sections["config"].update(hidden)

        declaration: Dict[str, Any] = {"name": self.project}
        declaration.update((section, entries) for section, entries in sections.items() if entries)
        if writer.has_unknown:
            unknown: Dict[str, str] = {}
            declaration = fill_unknown(declaration, "", unknown)
            declaration["unknown"] = unknown
        return Result(declaration, values, sorted(self.used), spans_of(places))


class DeclaredConfig(Owner):
    """A config value that the stack declares."""

    declared: Dict[str, Any]
    _site: Optional[Site]

    def value(self) -> Any:
        """What was given for it, or its default."""
        raise NotImplementedError


class Declared:
    """Something that stands in the declaration under a name."""

    _site: Optional[Site]

    def _written(self, writer: Writer) -> Dict[str, Any]:
        raise NotImplementedError


def told_at(name: str, site: Optional[Site], mistake: Exception) -> ProgramError:
    """A mistake in a value, told where the resource was constructed."""
    if isinstance(mistake, ValueMistake):
        return ProgramError(f"`{name}`: {mistake.told()}", site)
    told = mistake if isinstance(mistake, ProgramError) else ProgramError(str(mistake))
    told.at = told.at or site
    return told


def secret_fields(fields: Mapping[str, Any], writer: Writer) -> Set[str]:
    """Fields whose values only the last line carries."""
    hidden = [f'${{config["{key}"]}}' for key in writer.secrets]
    return {key for key, value in fields.items() if isinstance(value, str) and any(each in value for each in hidden)}


def spans_of(places: "List[Tuple[str, Optional[Site]]]") -> Dict[str, Any]:
    """Where everything was constructed, file names written once."""
    files: Dict[str, int] = {}
    known: Dict[Site, List[int]] = {}
    at: Dict[str, List[int]] = {}
    for pointer, site in places:
        if site is None:
            continue
        place = known.get(site)
        if place is None:
            line, column = place_of(site)
            place = known[site] = [files.setdefault(site.file, len(files)), line, column]
        at[pointer] = place
    return {"files": list(files), "at": at}


_inside: "ContextVar[Optional[Program]]" = ContextVar("plumbline.program", default=None)
_whole_process: Optional[Program] = None


def current_program() -> Program:
    """The program that runs: that of the function around, else that of the process.

    Without plumb there is one that only builds its declaration.
    """
    global _whole_process
    program = _inside.get() or _whole_process
    if program is None:
        program = _whole_process = Program()
        tell_how_to_run(program)
    return program


def is_function() -> bool:
    """Whether the program is a function of this process: a unit test, or a stack of this process."""
    return _inside.get() is not None


@contextmanager
def running(program: Program) -> Iterator[Program]:
    """Makes a program that of the process, with all its threads."""
    global _whole_process
    before = _whole_process
    _whole_process = program
    try:
        with outside_of_apply():
            yield program
    finally:
        _whole_process = before


def print_outputs() -> None:
    """Has `print` show outputs by their `repr`, which says where they come from and nothing of a secret.

    Whatever else makes a text of an output is refused: the text would end up in a declaration.
    """
    print_ = builtins.print
    if getattr(print_, "shows_outputs", False):
        return

    def show(*values: Any, **options: Any) -> None:
        print_(*(repr(each) if isinstance(each, Output) else each for each in values), **options)

    show.shows_outputs = True  # type: ignore[attr-defined]
    builtins.print = show


@contextmanager
def inside(program: Program) -> Iterator[Program]:
    """Makes a program the current one for what runs here: other threads and tasks keep theirs."""
    token = _inside.set(program)
    try:
        with outside_of_apply():
            yield program
    finally:
        _inside.reset(token)


def tell_how_to_run(program: Program) -> None:
    """Has a program that was started without plumb say at its end what it would have declared."""
    import atexit

    atexit.register(lambda: say_how_to_run(program, sys.argv[0] or "plumb.py"))


def say_how_to_run(program: Program, file: str) -> None:
    """Says what the program declares, and how to have it applied."""
    count = len(program.result().declaration.get("resources", {}))
    sys.stderr.write(f"{program.project}: {count} resources declared. To apply them: plumb up -f {file}\n")


def export(name: str, value: Any) -> None:
    """Makes a value an output of the stack, which `plumb outputs` and other stacks can read."""
    program = current_program()
    site = program.new_site(f"the output {name!r}")
    if name in program.outputs:
        raise ProgramError(f"the output {name!r} is there already, from {program.outputs[name][1]}", site)
    program.outputs[name] = (value, site)


def project(name: str) -> None:
    """Names the project; otherwise it has the name that plumb gives it, that of the program's folder."""
    current_program().project = name


def get_stack() -> str:
    """The name of the stack that is being declared."""
    return current_program().stack


def get_project() -> str:
    """The name of the project."""
    return current_program().project


def synthesize(
    build: Callable[[], object],
    *,
    project: str = "program",
    stack: str = "dev",
    config: Optional[Mapping[str, Any]] = None,
    known: Optional[Mapping[str, Mapping[str, Any]]] = None,
    answer: Optional[Ask] = None,
) -> Result:
    """Runs a program inside this process, for tests: what `build` declares, with `known` outputs of an earlier run.

    `answer` answers look-ups: it takes the question of PROTOCOL.md and gives `{"result": ...}`.
    """

    def ask(question: Dict[str, Any]) -> Mapping[str, Any]:
        if question["ask"] == "known":
            return {"result": known or {}}
        if answer is None:
            raise ProgramError(f"there is no answer to the question {question}")
        return answer(question)

    program = Program(project=project, stack=stack, config=config, ask=ask)
    with inside(program):
        build()
        return program.result()
