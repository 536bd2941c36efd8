"""Requests to a plumb service, and its answers."""

from __future__ import annotations

import json
import random
import time
import uuid
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, TypeVar, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

_loopback = ("localhost", "127.0.0.1", "::1")
_worth_repeating = (429, 502, 503, 504)
_most_attempts = 5


class ApiError(Exception):
    """The service's refusal, or its failure. `document` is its problem document (RFC 9457)."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = document
        self.code = str(document.get("code", ""))
        """A code that stays the same from version to version; `plumb explain` knows it."""
        self.problems: List[Mapping[str, Any]] = list(document.get("problems", ()))
        detail = document.get("detail") or document.get("title") or "no reason was given"
        super().__init__(f"{status} {self.code}: {detail}")


class Unreachable(Exception):
    """The service did not answer. Whether a request that changes something had an effect is not known."""


class Document(Dict[str, Any]):
    """A document of the service, with the tag of its version."""

    etag: Optional[str] = None


def etag_of(document: Mapping[str, Any]) -> Optional[str]:
    """The version tag with which a document came, for `if_match`; None where it came without one."""
    return getattr(document, "etag", None)


Page = TypeVar("Page", bound=Mapping[str, Any])


def pages(list_page: Callable[..., Page], *args: Any, **kwargs: Any) -> Iterator[Page]:
    """All pages of a list, one after the other: `pages(client.list_runs, "prod", limit=100)`."""
    cursor: Optional[str] = None
    while True:
        page = list_page(*args, **kwargs, cursor=cursor)
        yield page
        cursor = page.get("nextCursor")
        if cursor is None:
            return


class _NoRedirects(HTTPRedirectHandler):
    """A token goes to the address that was given, and nowhere else."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


class Transport:
    """Sends requests to one service. What is safe to repeat is repeated when the service is busy or away."""

    def __init__(
        self,
        url: str,
        *,
        token: Optional[str] = None,
        timeout: float = 60.0,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """`url` is the service's address, `token` what it knows the caller by, `timeout` in seconds for each answer."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is no address of a service: it begins with https:// or http://")
        is_secret = token is not None or any(name.lower() == "authorization" for name in headers or {})
        if is_secret and parts.scheme == "http" and parts.hostname not in _loopback:
            raise ValueError("a token is sent over https only, or to this machine")
        self._base = url.rstrip("/")
        self._timeout = timeout
        self._headers = {**(headers or {}), **({} if token is None else {"Authorization": f"Bearer {token}"})}
        # What goes to this machine goes through no proxy, which would read the token.
        direct = [ProxyHandler({})] if parts.hostname in _loopback else []
        self._opener: OpenerDirector = build_opener(_NoRedirects, *direct)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, Optional[str]]] = None,
        keyed: bool = False,
    ) -> Any:
        """The document of an answer; None where there is none. `keyed`: repeating it has one effect."""
        with self._send(method, path, query, body, headers, keyed, "application/json") as response:
            text = response.read()
            if not text:
                return None
            if "json" not in response.headers.get("Content-Type", ""):
                return text.decode("utf-8")
            found = json.loads(text)
            if not isinstance(found, dict):
                return found
            document = Document(found)
            document.etag = response.headers.get("ETag")
            return document

    def _stream(self, path: str, *, query: Optional[Mapping[str, Any]] = None) -> Iterator[Any]:
        """The documents of an answer that comes line by line."""
        with self._send("GET", path, query, None, None, False, "application/x-ndjson") as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def _send(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Any,
        headers: Optional[Mapping[str, Optional[str]]],
        keyed: bool,
        accept: str,
    ) -> HTTPResponse:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base + path + (f"?{urlencode(given)}" if given else "")
        sent = {"Accept": f"{accept}, application/problem+json", **self._headers}
        sent.update((name, value) for name, value in (headers or {}).items() if value is not None)
        if keyed:
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
            sent["Content-Type"] = "application/json"
        is_safe = keyed or method == "GET"
        attempt = 0
        while True:
            attempt += 1
            try:
                request = Request(url, data, sent, method=method)
                return cast(HTTPResponse, self._opener.open(request, timeout=self._timeout))
            except HTTPError as error:
                with error:
                    refusal = _refusal(error)
                is_passing = error.code in _worth_repeating or refusal.code == "key-in-use"
                if not (is_safe and is_passing and attempt < _most_attempts):
                    raise refusal from None
                time.sleep(_pause(attempt, error.headers.get("Retry-After")))
            except (URLError, HTTPException, OSError) as error:
                if not (is_safe and attempt < _most_attempts):
                    raise Unreachable(f"{self._base} did not answer: {error}") from error
                time.sleep(_pause(attempt, None))


def segment(value: str) -> str:
    """A value as a single part of a path. What an address would resolve away, or leave nothing of, is refused."""
    if value == "":
        raise ValueError("a name can't be empty: nothing was sent")
    if value in (".", ".."):
        raise ValueError(f"`{value}` can't be a name: nothing was sent")
    return quote(value, safe="")


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _refusal(error: HTTPError) -> ApiError:
    if 300 <= error.code < 400:
        to = error.headers.get("Location", "another address")
        detail = f"the service answers with a redirect to {to}, which is not followed; if you trust that address, give it"
        return ApiError(error.code, {"detail": detail})
    try:
        document = json.loads(error.read())
    except ValueError:
        document = {}
    return ApiError(error.code, document if isinstance(document, dict) else {})


def _pause(attempt: int, retry_after: Optional[str]) -> float:
    """Seconds to wait: what the service asks for, at most half a minute, else longer each time, and never in step with others."""
    if retry_after is not None and retry_after.isdigit():
        return min(float(retry_after), 30.0)
    return random.uniform(0, min(0.2 * 2**attempt, 10.0))
