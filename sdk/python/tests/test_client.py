from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, List, Mapping, Tuple
from unittest import mock

from plumbline_sdk.automation import InlineStack
from plumbline_sdk.client import ApiError, Client, Unreachable, etag_of, pages

Answer = Tuple[int, Mapping[str, str], str]


class Service:
    """A service that answers as it is told, one answer after the other, and keeps what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: List[Dict[str, Any]] = []
        left = list(answers)
        service = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length).decode("utf-8")
                asked = {"method": self.command, "path": self.path, "headers": dict(self.headers.items()), "body": body}
                service.asked.append(asked)
                status, headers, text = left.pop(0)
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode("utf-8"))

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(value: Any, status: int = 200, **headers: str) -> Answer:
    return status, {name.replace("_", "-"): text for name, text in headers.items()}, json.dumps(value)


class Clients(unittest.TestCase):
    def serving(self, *answers: Answer) -> Service:
        service = Service(*answers)
        self.addCleanup(service.close)
        return service

    def setUp(self) -> None:
        self.pauses: List[float] = []
        patch = mock.patch("plumbline_sdk.transport.time.sleep", self.pauses.append)
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_request_and_its_document(self) -> None:
        service = self.serving(answer({"version": "1"}, ETag='"7"'))
        client = Client(service.url + "/", token="t", headers={"Request-Id": "r"})
        found = client.get_version()
        self.assertEqual(found, {"version": "1"})
        self.assertEqual(etag_of(found), '"7"')
        [asked] = service.asked
        self.assertEqual((asked["method"], asked["path"]), ("GET", "/v1/version"))
        self.assertEqual((asked["headers"]["Authorization"], asked["headers"]["Request-Id"]), ("Bearer t", "r"))

    def test_paths_queries_bodies_and_headers(self) -> None:
        service = self.serving(answer({}), answer({}, 202), (204, {}, ""))
        client = Client(service.url)
        client.get_object("iam:OAuthClient", "projects/a b/x", live=True)
        client.start_run("portal", "dev", {"plan": "sha256:ü"}, wait=5, idempotency_key="k")
        client.delete_provider("google", if_match='"1"')
        one, two, three = service.asked
        self.assertIn("/iam%3AOAuthClient/", one["path"])
        self.assertTrue(one["path"].endswith("/projects%2Fa%20b%2Fx?live=true"))
        runs = "/v1/projects/portal/stacks/dev/runs"
        self.assertEqual((two["path"], json.loads(two["body"])), (runs, {"plan": "sha256:ü"}))
        self.assertEqual((two["headers"]["Idempotency-Key"], two["headers"]["Prefer"]), ("k", "wait=5"))
        self.assertEqual((three["method"], three["headers"]["If-Match"]), ("DELETE", '"1"'))

    def test_a_name_that_an_address_would_resolve_away_is_refused_before_anything_is_sent(self) -> None:
        service = self.serving(answer({}))
        client = Client(service.url)
        for name in ("..", "."):
            for ask in (
                lambda: client.remove_stack_role("portal", name, "user:x"),
                lambda: client.forget_resource("portal", "dev", name),
                lambda: client.get_stack(name, "dev"),
                lambda: list(client.follow_run("portal", "dev", name)),
            ):
                with self.assertRaisesRegex(ValueError, "can't be a name"):
                    ask()
        with self.assertRaisesRegex(ValueError, "can't be empty"):
            client.forget_resource("portal", "dev", "")
        self.assertEqual(service.asked, [])
        client.get_stack("portal", "a..b")
        self.assertEqual(service.asked[0]["path"], "/v1/projects/portal/stacks/a..b")

    def test_a_refusal_is_raised_with_its_problems(self) -> None:
        problem = {
            "title": "No",
            "detail": "not so",
            "status": 422,
            "code": "unknown-type",
            "problems": [{"code": "x"}],
        }
        service = self.serving((422, {"Content-Type": "application/problem+json"}, json.dumps(problem)))
        with self.assertRaises(ApiError) as caught:
            Client(service.url).get_type("iam:Nothing")
        error = caught.exception
        self.assertEqual((error.status, error.code, error.problems), (422, "unknown-type", [{"code": "x"}]))
        self.assertEqual(str(error), "422 unknown-type: not so")

    def test_what_is_safe_is_repeated_with_the_same_key(self) -> None:
        busy: Answer = (503, {"Retry-After": "3"}, "{}")
        service = self.serving(busy, (429, {}, "not json"), answer({"stack": "portal/dev"}, 201))
        Client(service.url).create_stack("portal", {"name": "dev"})
        keys = {asked["headers"]["Idempotency-Key"] for asked in service.asked}
        self.assertEqual((len(service.asked), len(keys)), (3, 1))
        self.assertEqual(self.pauses[0], 3.0)

    def test_what_may_have_been_taken_up_is_repeated_with_the_same_key(self) -> None:
        unknown: Answer = (504, {"Retry-After": "1"}, json.dumps({"code": "outcome-unknown"}))
        going_on: Answer = (409, {"Retry-After": "5"}, json.dumps({"code": "key-in-use"}))
        service = self.serving(unknown, going_on, answer({"stack": "portal/dev"}, 201))
        Client(service.url).create_stack("portal", {"name": "dev"})
        keys = {asked["headers"]["Idempotency-Key"] for asked in service.asked}
        self.assertEqual((len(service.asked), len(keys)), (3, 1))
        self.assertEqual(self.pauses, [1.0, 5.0])

    def test_what_is_not_safe_is_not(self) -> None:
        service = self.serving((503, {}, "{}"))
        with self.assertRaises(ApiError):
            Client(service.url).replace_declaration("portal", "dev", {"text": "", "file": "a"}, if_match="*")
        self.assertEqual(len(service.asked), 1)

    def test_nobody_answers(self) -> None:
        with self.assertRaises(Unreachable):
            Client("http://127.0.0.1:9").get_version()
        self.assertEqual(len(self.pauses), 4)

    def test_a_stream(self) -> None:
        events = [{"event": "started", "run": "r"}, {"event": "summary", "run": "r"}]
        text = "\n".join(map(json.dumps, events)) + "\n\n"
        service = self.serving((200, {"Content-Type": "application/x-ndjson"}, text))
        self.assertEqual(
            [event["event"] for event in Client(service.url).follow_run("portal", "dev", "r")], ["started", "summary"]
        )
        self.assertIn("application/x-ndjson", service.asked[0]["headers"]["Accept"])

    def test_a_stack_follows_a_run_to_its_end_though_streams_end_before_it(self) -> None:
        def lines(*events: str) -> Answer:
            text = "".join(json.dumps({"event": event}) + "\n" for event in events)
            return 200, {"Content-Type": "application/x-ndjson"}, text

        service = self.serving(lines("started", "step"), lines(), lines("summary"), *[lines()] * 8)
        stack = InlineStack(lambda: None, Client(service.url), project="portal")
        self.assertEqual([event["event"] for event in stack.follow("r")], ["started", "step", "summary"])
        queries = [asked["path"].partition("?")[2] for asked in service.asked]
        self.assertEqual(queries, ["", "after=2", "after=2"])
        self.assertEqual(list(stack.follow("r")), [])

    def test_a_stack_follows_a_run_over_streams_that_break_off(self) -> None:
        events = {"Content-Type": "application/x-ndjson"}
        chunked = {**events, "Transfer-Encoding": "chunked", "Connection": "close"}
        broken: Answer = (200, chunked, '14\r\n{"event":"started"}\n\r\n14\r\n{"ev')
        busy: Answer = (503, {}, "{}")
        service = self.serving(broken, *[busy] * 5, (200, events, '{"event":"summary"}\n'), answer({}, 404))
        stack = InlineStack(lambda: None, Client(service.url), project="portal")
        self.assertEqual([event["event"] for event in stack.follow("r")], ["started", "summary"])
        queries = [asked["path"].partition("?")[2] for asked in service.asked]
        self.assertEqual(queries, ["", *["after=1"] * 6])
        with self.assertRaises(ApiError):
            list(stack.follow("r"))
        self.assertEqual(len(service.asked), 8)
        service.close()
        with self.assertRaises(Unreachable):
            list(stack.follow("r"))

    def test_pages(self) -> None:
        service = self.serving(answer({"stacks": [1], "nextCursor": "c"}), answer({"stacks": [2]}))
        client = Client(service.url)
        rows = [row for page in pages(client.list_stacks, limit=1) for row in page["stacks"]]
        self.assertEqual((rows, service.asked[1]["path"]), ([1, 2], "/v1/stacks?limit=1&cursor=c"))

    def test_a_token_goes_nowhere_else(self) -> None:
        with self.assertRaisesRegex(ValueError, "https only"):
            Client("http://plumb.example", token="t")
        with self.assertRaisesRegex(ValueError, "no address"):
            Client("plumb.example")
        other = self.serving(answer({}))
        service = self.serving((302, {"Location": other.url + "/v1/version"}, ""))
        with self.assertRaises(ApiError):
            Client(service.url, token="t").get_version()
        self.assertEqual(other.asked, [])


if __name__ == "__main__":
    unittest.main()
