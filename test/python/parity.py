"""The same as parity.ts.txt: what the two SDKs could do differently."""

from typing import Any, Dict

import plumbline_sdk as plumb
from plumbline_sdk import authorization, azure, connectors, google, iam, migrate

plumb.project("parity")
config = plumb.Config()
env = config.string("env", default="dev")
token = config.string("token", secret=True, default="t0k")
count = config.integer("count", default=3)
taken = config.string("secret-1", default="taken")
plain = config.get("plain")

gcp = google.Provider("google", project=plumb.Output.concat("acme-", env))
gcp2 = google.Provider("second", project="other", default=False)
arm = azure.Provider("azure", subscription_id="s")

attachment = "projects/p/regions/r/serviceAttachments/s"


def gate(name: str, opts: "plumb.ResourceOptions | None" = None, **more: Any) -> connectors.EndpointAttachment:
    fields: Any = {"endpoint_attachment_id": f"id-{name}", "service_attachment": attachment, **more}
    return connectors.EndpointAttachment(name, fields, opts)


base = gate("base", description="Base")
secret = plumb.secret("hush")
texts = {
    "dollar": plumb.Output.concat("a$", base.endpoint_ip, "$", "${x}", "$$", base.name),
    "scalars": plumb.Output.concat(1, " ", True, " ", 1.5, " ", base.id),
    "plain": plumb.Output.concat("only ", "text ${y}"),
    "nested": plumb.Output.format("<{}>", plumb.Output.format("[{}]", base.endpoint_ip)),
    "secret": plumb.Output.concat("Bearer ", secret),
    "token": plumb.Output.concat("Bearer ", token),
    "mixed": plumb.Output.concat(secret, base.endpoint_ip),
    "both": plumb.Output.concat(env, "-", count),
    "known": plumb.Output.concat(base.description, base.endpoint_ip.apply(str.upper)),
    "cel": plumb.cel("size({}) + {}", base.labels, count),
    "celText": plumb.Output.concat("n=", plumb.cel("{} * 2", plumb.cel("1 + {}", 2))),
}
results: "Dict[str, Any]" = {f"text-{key}": value for key, value in texts.items()}

results["all"] = plumb.Output.all(base.id, [base.name, 1], {"k": secret})
results["applied"] = env.apply(lambda value: {"upper": value.upper(), "ref": base.endpoint_ip})
results["input"] = base.description.apply(lambda value: f"{value}!")
results["later"] = {"a": base.update_time.apply(len), "b": [1, base.update_time.apply(len)], "c": "kept"}
results["recorded"] = base.endpoint_ip.apply(lambda value: value.split("."))
results["secretApplied"] = secret.apply(len)
results["secretAgain"] = secret
results["secretMap"] = plumb.secret({"x": [1, "two"], "y": True})
results["json"] = plumb.Output.json_dumps({"said": base.description, "list": [1.0, None, "é"], "gone": None})
results["jsonSecret"] = plumb.Output.json_dumps({"x": [secret]})
results["nulls"] = [None, {"gone": None, "kept": 1}]
results["numbers"] = [1.0, 1.5, -0.25, 1e3]
results["labels"] = base.labels["a b"]


class Site(plumb.ComponentResource):
    def __init__(self, name: str, opts: "plumb.ResourceOptions | None" = None) -> None:
        super().__init__("acme:Site", name, opts)
        self.gate = gate(f"{name}-gate", plumb.ResourceOptions(parent=self, depends_on=[base]), description=env)
        self.link = migrate.get_private_endpoint_connection_output(
            "project", "connection", "group", plumb.InvokeOptions(parent=self)
        )


def louder(args: plumb.TransformArgs) -> "plumb.TransformResult | None":
    if args.name != "outer-inner-gate":
        return None
    return plumb.TransformResult({**args.properties, "labels": {"by": "transform"}}, args.options)


outer = Site(
    "outer",
    plumb.ResourceOptions(
        providers=[gcp2, arm], protect=True, retain_on_delete=False, depends_on=[base], transforms=[louder]
    ),
)
inner = Site("inner", plumb.ResourceOptions(parent=outer, protect=False, provider=gcp))
gate("after", plumb.ResourceOptions(depends_on=[inner, outer], deleted_with=base, parent=base))

portal = iam.OAuthClient(
    "my-portal",
    oauth_client_id="web-portal",
    location="global",
    allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
    allowed_redirect_uris=[outer.gate.endpoint_ip],
    allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
    description=secret,
    opts=plumb.ResourceOptions(ignore_changes=["display_name"], additional_secret_outputs=["expire_time"]),
)
plumb.secret(portal.client_id)
results["ignored"] = portal.display_name.apply(lambda value: value or "none")
results["odd"] = portal.allowed_scopes[0]

legacy = iam.OAuthClient.get("legacy", "global/legacy", plumb.ResourceOptions(provider=gcp), display_name="Legacy")
results["legacy"] = legacy.client_id.apply(str.lower)
results["looked"] = inner.link.properties.private_endpoint.id.apply(len)
role = authorization.RoleManagementPolicyAssignment("role", scope=inner.link.id)
results["rule"] = role.effective_rules[0].target.operations[1]
network = plumb.StackReference("network")
results["network"] = [network.require_output("host"), network.require_output("password")]
results["plainConfig"] = plain
plumb.export("results", results)
