"""What one does with the client: keeps a declaration, plans it, runs the plan, and watches what comes of it."""

import json
import os
from typing import Any, Dict

from plumbline_sdk.client import ApiError, Client, etag_of, pages

client = Client(os.environ["PLUMB_URL"], token=os.environ["PLUMB_TOKEN"])
text = """name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
outputs: { ip: "${a.endpointIp}" }
"""
said: Dict[str, Any] = {}

kept = client.replace_declaration("test", "dev", {"file": "plumb.yaml", "text": text, "config": {}}, if_none_match="*")
said["tag"] = etag_of(kept) is not None
try:
    client.replace_declaration("test", "dev", {"file": "plumb.yaml", "text": text, "config": {}}, if_match='"other"')
except ApiError as error:
    said["conflict"] = error.status

try:
    wrong = text.replace("Id: a", "Id: [a]")
    client.replace_declaration(
        "test", "dev", {"file": "plumb.yaml", "text": wrong, "config": {}}, if_match=etag_of(kept)
    )
except ApiError as error:
    said["problems"] = [problem["code"] for problem in error.problems]

plan = client.create_plan("test", "dev", {"kind": "apply", "refresh": True})
said["create"] = plan["summary"]["create"]
run = client.start_run("test", "dev", {"plan": plan["digest"]})
events = list(client.follow_run("test", "dev", run["run"]))
last = events[-1]
assert last["event"] == "summary"
said["status"] = last["status"]
said["output"] = "ip" in client.get_stack_outputs("test", "dev")["outputs"]
rows = [row for page in pages(client.list_resources, "test", "dev", limit=1) for row in page["resources"]]
said["names"] = [row["name"] for row in rows]
for event in client.watch_resources("test", "dev"):
    said["watched"] = event["type"]
    break
said["types"] = client.get_type("iam:OAuthClient")["title"]
print(json.dumps(said))
