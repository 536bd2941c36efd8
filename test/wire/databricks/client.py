"""Carries out calls on the official Python client: a JSON line in, a JSON line out."""

import importlib
import json
import sys

from databricks.sdk import AccountClient, WorkspaceClient
from databricks.sdk.config import Config
from databricks.sdk.errors import DatabricksError


def built(value):
    """Arguments as the client takes them: {"$class": "jobs.JobSettings", ...} becomes one of its dataclasses."""
    if isinstance(value, list):
        return [built(item) for item in value]
    if isinstance(value, dict) and "$class" in value:
        module, name = value["$class"].split(".")
        fields = {key: item for key, item in value.items() if key != "$class"}
        return getattr(importlib.import_module(f"databricks.sdk.service.{module}"), name).from_dict(fields)
    return value


def told(value):
    """What a call gave, as JSON."""
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if hasattr(value, "__iter__") and not isinstance(value, (str, dict)):
        return [told(item) for item in value]
    return value


def refused(error):
    """A typed error of the client: its class and all classes above it up to the client's own base."""
    kinds = [kind.__name__ for kind in type(error).__mro__ if issubclass(kind, DatabricksError)]
    information = error.get_error_details().error_info if hasattr(error, "get_error_details") else None
    return {
        "kinds": kinds,
        "message": str(error),
        "code": error.error_code,
        "metadata": dict(information.metadata) if information is not None else None,
    }


def carried_out(order):
    client = AccountClient if order["account"] else WorkspaceClient
    target = client(config=Config(retry_timeout_seconds=5, **order["config"]))
    for name in order["call"].split("."):
        target = getattr(target, name)
    return told(target(**{name: built(value) for name, value in order["arguments"].items()}))


for line in sys.stdin:
    try:
        answer = {"result": carried_out(json.loads(line))}
    except DatabricksError as error:
        answer = {"refusal": refused(error)}
    except Exception as error:
        answer = {"failure": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
