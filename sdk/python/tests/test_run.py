from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from typing import Any, Dict, List, Mapping

from .plumb_side import package_folder, run_program


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def program(self, text: str, name: str = "plumb.py") -> str:
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(text).lstrip())
        return path

    def failure(self, text: str, **more: Any) -> Dict[str, Any]:
        run = run_program(self.program(text), **more)
        self.assertEqual(run.code, 0, run.said)
        found: Dict[str, Any] = run.last["failed"]
        return found

    def test_the_last_line(self) -> None:
        self.program("name = 'Grüße'\n", "words.py")
        file = self.program(
            """
            import plumbline_sdk as plumb
            from plumbline_sdk import connectors, google
            from words import name

            print("said by the program")
            google.Provider("google", project=plumb.get_project())
            gate = connectors.EndpointAttachment(
                "gate", endpoint_attachment_id="gate", service_attachment="s", description=name,
            )
            plumb.export("täg", plumb.secret(name)); plumb.export("stack", plumb.get_stack())
            """
        )
        run = run_program(file, {"stack": "prod"})
        self.assertEqual((run.code, run.said), (0, "said by the program\n"))
        self.assertEqual(len(run.lines), 1)
        self.assertEqual(
            run.last,
            {
                "declaration": {
                    "name": "here",
                    "config": {"secret-1": {"type": "string", "secret": True}},
                    "providers": {"google": {"kind": "google", "project": "here"}},
                    "resources": {
                        "gate": {
                            "type": "connectors:EndpointAttachment",
                            "properties": {
                                "endpointAttachmentId": "gate",
                                "serviceAttachment": "s",
                                "description": "Grüße",
                            },
                        }
                    },
                    "outputs": {"täg": '${config["secret-1"]}', "stack": "prod"},
                },
                "config": {"secret-1": "Grüße"},
                "used": [],
                "spans": {"files": [file], "at": run.last["spans"]["at"]},
            },
        )
        at = run.last["spans"]["at"]
        self.assertEqual([at[key][1] for key in ("/providers/google", "/resources/gate")], [6, 7])
        if sys.version_info >= (3, 11):
            self.assertEqual([at[key] for key in ("/resources/gate", "/outputs/stack")], [[0, 7, 8], [0, 10, 42]])

    def test_questions_and_answers(self) -> None:
        asked: List[Mapping[str, Any]] = []

        def answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
            asked.append({"ask": question["ask"], "id": question["id"]})
            return {"result": {"portal": {"endpointIp": "10.0.0.1"}} if question["ask"] == "known" else {"eTag": "x"}}

        run = run_program(
            self.program(
                """
                import plumbline_sdk as plumb
                from plumbline_sdk import connectors, migrate

                portal = connectors.EndpointAttachment("portal", endpoint_attachment_id="e", service_attachment="s")
                plumb.export("ip", portal.endpoint_ip.apply(str))
                plumb.export("again", portal.endpoint_ip.apply(len))
                plumb.export("tag", migrate.get_private_endpoint_connection("m", "p", "r").e_tag)
                """
            ),
            answer=answer,
        )
        self.assertEqual(run.last["declaration"]["outputs"], {"ip": "10.0.0.1", "again": 8, "tag": "x"})
        self.assertEqual(run.last["used"], ["portal"])
        self.assertEqual(asked, [{"ask": "known", "id": 1}, {"ask": "lookup", "id": 2}])

    def test_an_error_of_plumb_is_raised_where_it_was_asked(self) -> None:
        failed = self.failure(
            """
            from plumbline_sdk import migrate

            def find():
                return migrate.get_private_endpoint_connection("m", "p", "r")

            find()
            """,
            answer=lambda _: {"error": {"code": "not-found", "detail": "there is no such project"}},
        )
        self.assertEqual(failed["type"], "ProgramError")
        self.assertEqual(failed["message"], "there is no such project")
        self.assertEqual(
            [(frame["line"], frame["function"]) for frame in failed["frames"]], [(4, "find"), (6, "<module>")]
        )

    def test_an_exception_has_the_user_s_own_frames_only(self) -> None:
        failed = self.failure(
            """
            import json
            from plumbline_sdk import iam

            def build(name):
                iam.OAuthClient(name, display_nam="x")

            build("portal")
            """
        )
        self.assertEqual(failed["type"], "TypeError")
        self.assertIn("did you mean `display_name`", failed["message"])
        self.assertEqual(failed["word"], "display_nam")
        self.assertEqual(
            [(frame["line"], frame["function"]) for frame in failed["frames"]], [(5, "build"), (7, "<module>")]
        )
        self.assertTrue(all(frame["file"].endswith("plumb.py") for frame in failed["frames"]))

        failed = self.failure("import json\njson.loads('{')\n")
        self.assertEqual(
            (failed["type"], failed["frames"][0]["line"], len(failed["frames"])), ("JSONDecodeError", 2, 1)
        )

    def test_a_misspelt_option_is_named(self) -> None:
        failed = self.failure("from plumbline_sdk import ResourceOptions\nResourceOptions(ignore_change=[])\n")
        self.assertEqual((failed["word"], failed["frames"][0]["line"]), ("ignore_change", 2))
        if sys.version_info >= (3, 10):
            self.assertIn("ignore_changes", failed["message"])

    def test_a_syntax_error(self) -> None:
        failed = self.failure("x = 1\ny = = 2\n")
        self.assertEqual(
            (failed["type"], failed["frames"][0]["line"], failed["frames"][0]["column"]), ("SyntaxError", 2, 5)
        )

    def test_a_value_that_can_not_be_declared_is_told_where_it_was_given(self) -> None:
        failed = self.failure(
            """
            from plumbline_sdk import connectors

            connectors.EndpointAttachment("a", endpoint_attachment_id="e", service_attachment="s", labels={"x": object()})
            print("never the place")
            """
        )
        self.assertIn("`a`: labels.x: a value of type object", failed["message"])
        self.assertEqual(failed["frames"][0]["line"], 3)

    def test_a_program_that_ends_itself(self) -> None:
        failed = self.failure("import sys\nsys.exit('enough')\n")
        self.assertEqual((failed["type"], failed["message"]), ("SystemExit", "the program ended itself with 'enough'"))
        run = run_program(self.program("import sys\nsys.exit(0)\n"))
        self.assertEqual(run.code, 0)

    def test_without_plumb_it_says_how_to_run_it(self) -> None:
        file = self.program(
            """
            import plumbline_sdk as plumb
            from plumbline_sdk import google

            plumb.project("alone")
            google.Provider("google")
            """
        )
        for command in ([file], ["-m", "plumbline_sdk.run", file]):
            done = subprocess.run(
                [sys.executable, *command],
                env={**os.environ, "PYTHONPATH": package_folder},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                check=True,
            )
            self.assertIn("alone: 0 resources declared. To apply them: plumb up -f", done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
