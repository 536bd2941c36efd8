"""Runs calls of azure-mgmt-authorization for a test: one order a line in, one answer a line out, both JSON.

An order names the interface version, the operation (`role_management_policies.get`) and its arguments; an object
with `$model` becomes that model of the client. `pages` gathers a list page by page.
"""

import importlib
import json
import sys
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import AzureError
from azure.mgmt.authorization import AuthorizationManagementClient

endpoint, certificate = sys.argv[1:3]


class Credential:
    """A credential that issues a token which the order names."""

    def __init__(self, token):
        self._token = token

    def get_token(self, *scopes, **_options):
        assert scopes == ("https://management.azure.com/.default",), scopes
        return AccessToken(self._token, int(time.time()) + 3600)


def modelled(value, models):
    if isinstance(value, list):
        return [modelled(each, models) for each in value]
    if not isinstance(value, dict):
        return value
    fields = {name: modelled(each, models) for name, each in value.items() if name != "$model"}
    return getattr(models, value["$model"])(**fields) if "$model" in value else fields


def shown(value):
    if value is None or isinstance(value, (str, int)):
        return value
    return value.as_dict() if hasattr(value, "as_dict") else [shown(each) for each in value]


def carry_out(order):
    version = order["version"]
    models = importlib.import_module("azure.mgmt.authorization.v" + version.replace("-", "_") + ".models")
    client = AuthorizationManagementClient(
        Credential(order.get("token", "any")),
        "129ff972-28f8-46b8-a726-e497be039368",
        api_version=version,
        base_url=endpoint,
        credential_scopes=["https://management.azure.com/.default"],
        connection_verify=certificate,
        retry_total=0,
    )
    group, operation = order["operation"].split(".")
    answer = getattr(getattr(client, group), operation)(*modelled(order["arguments"], models))
    return [shown(page) for page in answer.by_page()] if order.get("pages") else shown(answer)


for line in sys.stdin:
    try:
        answer = {"result": carry_out(json.loads(line))}
    except AzureError as error:
        answer = {
            "refusal": {
                "kinds": [kind.__name__ for kind in type(error).__mro__],
                "status": getattr(error, "status_code", None),
                "code": getattr(getattr(error, "error", None), "code", None),
                "message": error.message,
            }
        }
    print(json.dumps(answer), flush=True)
