"""Makes the calls that arrive as a JSON list on standard input, by Google's own client; prints what each came to."""

import json
import sys

from google.api_core.exceptions import GoogleAPICallError
from google.cloud import compute_v1
from google.cloud.compute_v1.services.reservations.transports import ReservationsRestTransport
from google.oauth2.credentials import Credentials


def plain(value):
    """A message as the wire has it, a pager as the list of its items."""
    if hasattr(value, "pages"):
        return [plain(item) for item in value]
    return json.loads(type(value).to_json(value, including_default_value_fields=False))


def outcome(host, order):
    credentials = Credentials(order.get("token", "any-token"))
    transport = ReservationsRestTransport(host=host, credentials=credentials, url_scheme="http")
    client = compute_v1.ReservationsClient(transport=transport)
    try:
        return {"result": plain(getattr(client, order["call"])(request=order["request"]))}
    except GoogleAPICallError as error:
        return {"refusal": {"type": type(error).__name__, "status": int(error.code)}}


print(json.dumps([outcome(sys.argv[1], order) for order in json.load(sys.stdin)]))
