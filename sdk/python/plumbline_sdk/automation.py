"""Stacks whose program is a function: plan, up, follow and destroy from code.

    from plumbline_sdk.automation import InlineStack
    from plumbline_sdk.client import Client

    stack = InlineStack(build, Client("https://plumb.example", token=token), project="portal")
    print(stack.plan()["summary"])
    stack.up(on_event=print)
"""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Set, Tuple, cast

from .client import Client, Plan, PlanRequest, RunEvent, RunSummary
from .errors import ProgramError
from .knowledge_of_inputs import holds_sealed
from .program import Program, Result, inside
from .transport import ApiError, Unreachable

__all__ = ["InlineStack", "StackProblem"]

# So many streams of a run's events in a row may end without one.
_most_idle = 8


class StackProblem(Exception):
    """Why a stack was not planned, or not brought to what its program declares.

    `code` is that of the first problem (`plumb explain` knows it), `problems` all that is wrong, each with the address
    or the pointer that it is about.
    """

    def __init__(self, code: str, problems: "List[Mapping[str, Any]]") -> None:
        told = (f"{each.get('address') or each.get('pointer') or code}: {each['detail']}" for each in problems)
        super().__init__("\n".join(told) or code)
        self.code = str(problems[0]["code"]) if problems else code
        self.problems = problems


class InlineStack:
    """A stack of a service whose program is a function of this process. Each call runs the function again."""

    def __init__(
        self,
        build: Callable[[], object],
        client: Client,
        *,
        project: str = "program",
        stack: str = "dev",
        config: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """`project` counts where the program names none itself. `config` gives values; the environment gives none."""
        self.client = client
        self.project = project
        self.stack = stack
        self._build = build
        self._config: Mapping[str, Any] = config or {}

    def plan(self) -> Plan:
        """What `up` would do first. Changes nothing. Raises StackProblem for a declaration that is refused."""
        return self._planned()[0]

    def up(
        self,
        *,
        plan: Optional[Plan] = None,
        on_event: Optional[Callable[[RunEvent], object]] = None,
        allow_replacing: bool = False,
    ) -> List[RunSummary]:
        """Brings the stack to what the program declares; gives the summary of each run.

        It goes in rounds where the program computes with values that come only then. `plan` is one that was looked at:
        exactly that is carried out first. `allow_replacing` lets later rounds replace and delete too. Raises
        StackProblem where something is refused or fails; what was done by then stays, and the next `up` goes on from
        there, after a crash too.
        """
        summaries: List[RunSummary] = []
        after: Optional[str] = None
        pending: Any = None
        while True:
            current, unknown = self._planned(after)
            if unknown and unknown == pending:
                raise ProgramError(f"the program still can't tell all of its declaration: {json.dumps(unknown)}")
            pending = unknown
            if after is not None and not allow_replacing:
                refuse_beyond(current)
            chosen = plan if plan is not None and after is None else current
            after = chosen["digest"]
            summaries.append(self._carry_out(chosen, on_event))
            if not unknown:
                return summaries

    def destroy(self, *, on_event: Optional[Callable[[RunEvent], object]] = None) -> RunSummary:
        """Removes all that the stack manages; gives the summary of the run. Raises StackProblem."""
        return self._carry_out(self._ask({"kind": "destroy"}), on_event)

    def follow(self, run: str) -> Iterator[RunEvent]:
        """The events of a run of this stack, from its first on, until it ends; of whichever process.

        A stream that ends or breaks off before its run, as where the service is started anew, is taken up after its
        last event. Raises why the last of several in a row broke off.
        """
        last = idle = 0
        is_over = False
        while not is_over and idle < _most_idle:
            idle += 1
            try:
                for event in self.client.follow_run(self.project, self.stack, run, after=last or None):
                    last += 1
                    idle = 0
                    is_over = event["event"] == "summary"
                    yield event
            except (ApiError, Unreachable, HTTPException, OSError, json.JSONDecodeError) as error:
                is_refused = isinstance(error, ApiError) and error.status < 500
                if is_refused or idle >= _most_idle:
                    raise

    def outputs(self, *, reveal: bool = False) -> Mapping[str, Any]:
        """The outputs of the last run; secret ones sealed unless `reveal`."""
        return self.client.get_stack_outputs(self.project, self.stack, reveal=reveal)["outputs"]

    def resources(self) -> Dict[str, Mapping[str, Any]]:
        """What is recorded of its resources: their outputs by logical name, secret values sealed."""
        try:
            records = self.client.export_state(self.project, self.stack)["records"]
        except ApiError as error:
            if error.status == 404:
                return {}
            raise
        # Objects on their way out come after the records of what took their place.
        return {str(each["address"]): cast(Mapping[str, Any], each["outputs"]) for each in reversed(records)}

    def _planned(self, after: Optional[str] = None) -> "Tuple[Plan, Any]":
        """Runs the program, again without what the plan puts in doubt, until it holds.

        `after` is the plan of the round before.
        """
        doubted: Set[str] = set()
        while True:
            made = self._declared(doubted)
            text = json.dumps(made.declaration, ensure_ascii=False)
            declaration = {"file": "program", "text": text, "config": {**self._config, **made.config}}
            told: Any = {"used": made.used} if after is None else {"used": made.used, "after": after}
            asked = {"kind": "apply", "newStack": True, "forRun": True, "declaration": declaration, "round": told}
            plan: Any = self._ask(asked)
            shaken = plan.get("round", {"doubted": made.used})["doubted"]
            if not shaken:
                return plan, made.declaration.get("unknown")
            doubted.update(shaken)

    def _declared(self, doubted: Set[str]) -> Result:
        while True:
            known = {name: outputs for name, outputs in self.resources().items() if name not in doubted}

            def ask(question: Dict[str, Any], known: Mapping[str, Any] = known) -> Mapping[str, Any]:
                return {"result": known} if question["ask"] == "known" else self._answer(question)

            program = Program(project=self.project, stack=self.stack, config=self._config, ask=ask)
            with inside(program):
                self._build()
                made = program.result()
            before, self.project = self.project, made.declaration["name"]
            # A program that names its project is asked again with what is recorded there.
            if self.project == before:
                return made

    def _answer(self, question: Dict[str, Any]) -> Mapping[str, Any]:
        try:
            if question["ask"] == "outputs":
                return self._outputs_of(question["stack"])
            context: Any = {"declaration": {"file": "program", "text": json.dumps(question["context"])}}
            if "provider" in question:
                context["provider"] = question["provider"]
            if question["ask"] == "lookup":
                context["arguments"] = question["arguments"]
                return {"result": self.client.call_function(question["function"], context)["result"]}
            context.update(id=question["of"], state=question["state"])
            return {"result": self.client.read_object(question["type"], context)["outputs"]}
        except ApiError as error:
            first = error.problems[0] if error.problems else error.document
            raise ProgramError(str(first.get("detail")), code=str(first.get("code"))) from None

    def _outputs_of(self, name: str) -> Mapping[str, Any]:
        project, _, stack = name.rpartition("/")
        place = (project or self.project, stack)
        masked = self.client.get_stack_outputs(*place)["outputs"]
        secrets = [each for each in masked if holds_sealed(masked[each])]
        plain = self.client.get_stack_outputs(*place, reveal=True)["outputs"] if secrets else masked
        return {"result": plain, "secrets": secrets}

    def _ask(self, body: Any) -> Plan:
        try:
            return self.client.create_plan(self.project, self.stack, cast(PlanRequest, body))
        except ApiError as error:
            raise stack_problem(error) from None

    def _carry_out(self, plan: Plan, on_event: Optional[Callable[[RunEvent], object]]) -> RunSummary:
        errors: Any = [each for each in plan["problems"] if each["severity"] == "error"]
        if errors:
            raise StackProblem("plan-refused", errors)
        failed: List[Mapping[str, Any]] = []
        request: Any = {"plan": plan["digest"]}
        if plan["kind"] == "destroy" and plan.get("removesAll"):
            request["allowEmpty"] = True
        try:
            run = self.client.start_run(self.project, self.stack, request)["run"]
            for event in self.follow(run):
                if on_event is not None:
                    on_event(event)
                told: Any = event
                if told["event"] == "step" and told["phase"] == "failed":
                    failed.append({**told["problem"], "address": told["name"]})
                if told["event"] == "summary":
                    if told["status"] == "done":
                        return cast(RunSummary, told)
                    # What refuses or ends the run as a whole is no step's.
                    raise StackProblem(f"run-{told['status']}", failed or told["problems"])
        except ApiError as error:
            raise stack_problem(error) from None
        raise StackProblem("run-unfinished", [])


def refuse_beyond(plan: Any) -> None:
    """A later round does what the plan before left open, and takes nothing away (decision 0119)."""
    problems = plan.get("round", {}).get("beyond")
    beyond = [f"review and run plan {plan['digest']}"] if problems is None else [each["detail"] for each in problems]
    if beyond:
        raise ProgramError(
            f"a later round would do more than the plan before left open: {'; '.join(beyond)}; "
            "call `up` again, or with allow_replacing=True",
            code="approval-needed",
        )


def stack_problem(error: ApiError) -> StackProblem:
    """What a service refuses, with its problems."""
    detail = error.document.get("detail") or str(error)
    return StackProblem(error.code, error.problems or [{"code": error.code, "detail": detail}])
