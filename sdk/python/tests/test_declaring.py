from __future__ import annotations

import os
import unittest
from functools import partial
from typing import Any, Dict, List, Mapping, Optional
from unittest import mock

import plumbline_sdk as plumb
from plumbline_sdk import azure, compute, connectors, databricks, google, iam, migrate, settings
from plumbline_sdk.errors import ProgramError

from .portal import portal, scope


def resources_of(build: Any, **surroundings: Any) -> Dict[str, Any]:
    found: Dict[str, Any] = plumb.synthesize(build, **surroundings).declaration["resources"]
    return found


class Computed(unittest.TestCase):
    def test_what_apply_computed_depends_on_what_it_came_from_whatever_it_was_made_into_since(self) -> None:
        uses: Dict[str, Any] = {
            "alone": lambda client, text: text,
            "in a text": lambda client, text: plumb.interpolate("a {}", text),
            "secret": lambda client, text: plumb.secret(text),
            "computed again": lambda client, text: plumb.Output.all([text]).apply(lambda each: each[0][0]),
            "json": lambda client, text: plumb.Output.json_dumps({"inner": [text]}),
            "not known yet": lambda client, text: client.client_id.apply(str),
            "an output": lambda client, text: client.oauth_client_id.apply(lambda _: client.name),
        }
        for name, use in uses.items():

            def program(use: Any = use) -> None:
                client = portal()
                text = client.oauth_client_id.apply(lambda name: f"of {name}")
                labels = {"use": use(client, text)}
                own = plumb.ResourceOptions(depends_on=[client])
                gate = partial(connectors.EndpointAttachment, endpoint_attachment_id="g", service_attachment="s")
                gate("gate", labels=labels, opts=own)
                gate("other", labels=labels, description=client.oauth_client_id)

            found = resources_of(program)
            for resource in ("gate", "other"):
                with self.subTest(name, resource=resource):
                    self.assertEqual(found[resource]["options"], {"dependsOn": ["portal"]})

    def test_references_and_config_values_add_no_dependency(self) -> None:
        def program() -> None:
            client, text = portal(), plumb.Config().string("a").apply(str.upper)
            connectors.EndpointAttachment(
                "gate", endpoint_attachment_id=text, service_attachment="s", description=client.client_id
            )

        self.assertNotIn("options", resources_of(program, config={"a": "b"})["gate"])


class Resources(unittest.TestCase):
    def test_fields_by_name_by_args_class_and_as_a_dict_are_the_same(self) -> None:
        def by_name() -> None:
            iam.OAuthClient(
                "a",
                oauth_client_id="web-portal",
                location="global",
                allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
                allowed_redirect_uris=("https://a.example",),
                allowed_scopes=[scope],
                disabled=False,
            )

        def by_class() -> None:
            iam.OAuthClient(
                "a",
                iam.OAuthClientArgs(
                    oauth_client_id="web-portal",
                    location="global",
                    allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
                    allowed_redirect_uris=["https://a.example"],
                    allowed_scopes=[scope],
                    disabled=False,
                ),
            )

        def by_dict() -> None:
            iam.OAuthClient(
                "a",
                {
                    "oauth_client_id": "web-portal",
                    "location": "global",
                    "allowed_grant_types": ["AUTHORIZATION_CODE_GRANT"],
                    "allowed_redirect_uris": ["https://a.example"],
                    "allowed_scopes": [scope],
                    "disabled": False,
                },
            )

        forms = [resources_of(build) for build in (by_name, by_class, by_dict)]
        self.assertEqual(forms[0], forms[1])
        self.assertEqual(forms[0], forms[2])
        self.assertEqual(forms[0]["a"]["type"], "iam:OAuthClient")
        self.assertIs(forms[0]["a"]["properties"]["disabled"], False)

    def test_nested_objects_in_both_forms(self) -> None:
        def build() -> None:
            spn = migrate.CollectorBodyAgentSpnPropertiesArgs(application_id="a", tenant_id="t")
            migrate.ServerCollector(
                "a",
                project_name="p",
                resource_group_name="rg",
                e_tag='"1"',
                properties=migrate.CollectorPropertiesArgs(
                    agent_properties=migrate.CollectorAgentPropertiesArgs(spn_details=spn), discovery_site_id="s"
                ),
            )
            migrate.ServerCollector(
                "b",
                project_name="p",
                resource_group_name="rg",
                e_tag='"1"',
                properties={
                    "agent_properties": {"spn_details": {"application_id": "a", "tenant_id": "t"}},
                    "discovery_site_id": "s",
                },
            )

        made = resources_of(build)
        self.assertEqual(made["a"], made["b"])
        self.assertEqual(made["a"]["properties"]["eTag"], '"1"')
        self.assertEqual(
            made["a"]["properties"]["properties"],
            {"agentProperties": {"spnDetails": {"applicationId": "a", "tenantId": "t"}}, "discoverySiteId": "s"},
        )

    def test_e_tag_and_etag_are_different_fields(self) -> None:
        def build() -> None:
            settings.RestrictWorkspaceAdmins("a", restrict_workspace_admins={"status": "ALLOW_ALL"}, etag="x")

        self.assertEqual(resources_of(build)["a"]["properties"]["etag"], "x")

    def test_keys_of_free_maps_stay_as_they_are(self) -> None:
        def build() -> None:
            connectors.EndpointAttachment(
                "a", endpoint_attachment_id="e", service_attachment="s", labels={"my_key": "1", "myKey": "2"}
            )

        self.assertEqual(resources_of(build)["a"]["properties"]["labels"], {"my_key": "1", "myKey": "2"})

    def test_a_field_that_is_not_there_is_told_with_a_guess(self) -> None:
        unknown: Any = {"display_nam": "x"}
        with self.assertRaisesRegex(TypeError, "`display_nam`; did you mean `display_name`"):
            plumb.synthesize(lambda: portal(**unknown))
        camel: Any = {"displayName": "x"}
        with self.assertRaisesRegex(TypeError, "here it is called `display_name`"):
            plumb.synthesize(lambda: portal(**camel))
        nested: Any = {"title": "t", "expresion": "e"}
        with self.assertRaisesRegex(
            ProgramError, "condition: there is no field `expresion`; did you mean `expression`"
        ):
            plumb.synthesize(
                lambda: compute.ReservationIamMember("m", member="m", name="n", role="r", condition=nested)
            )

    def test_a_name_is_taken_once_and_the_first_place_is_told(self) -> None:
        def build() -> None:
            portal()
            portal()

        with self.assertRaisesRegex(ProgramError, r"'portal' is taken already, at .*portal\.py:\d+"):
            plumb.synthesize(build)

    def test_get(self) -> None:
        def build() -> None:
            legacy = iam.OAuthClient.get("legacy", "global/legacy", display_name="Legacy")
            plumb.export("a", legacy.client_id)
            rules = plumb.ResourceOptions(protect=True, version="v1")
            settings.RestrictWorkspaceAdmins.get(
                "s", "global", rules, restrict_workspace_admins={"status": "ALLOW_ALL"}
            )

        made = resources_of(build)
        self.assertEqual(
            made["legacy"],
            {"type": "iam:OAuthClient", "get": {"id": "global/legacy", "state": {"displayName": "Legacy"}}},
        )
        self.assertEqual(made["s"]["get"]["state"], {"restrictWorkspaceAdmins": {"status": "ALLOW_ALL"}})
        self.assertEqual(made["s"]["options"], {"version": "v1"})

    def test_what_get_reads_is_known_when_it_is_wanted(self) -> None:
        asked: List[Mapping[str, Any]] = []

        def answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
            asked.append(question)
            return {"result": {"clientId": "abc", "displayName": "Legacy"}}

        def build() -> None:
            google.Provider("google", project="acme")
            legacy = iam.OAuthClient.get("legacy", "global/legacy", display_name="Legacy")
            plumb.export("a", legacy.client_id.apply(str.upper))
            plumb.export("b", legacy.client_id.apply(str.lower))

        declaration = plumb.synthesize(build, answer=answer).declaration
        self.assertEqual(declaration["outputs"], {"a": "ABC", "b": "abc"})
        self.assertEqual(
            asked,
            [
                {
                    "ask": "get",
                    "type": "iam:OAuthClient",
                    "of": "global/legacy",
                    "state": {"displayName": "Legacy"},
                    "context": {"name": "program", "providers": {"google": {"kind": "google", "project": "acme"}}},
                }
            ],
        )


class Options(unittest.TestCase):
    def test_the_whole_bag(self) -> None:
        def build() -> None:
            first = portal("first")
            link = migrate.get_private_endpoint_connection_output("m", "p", "r")
            provider = google.Provider("google", project="acme")
            portal(
                opts=plumb.ResourceOptions(
                    depends_on=[first, link],
                    provider=provider,
                    parent=first,
                    protect=True,
                    ignore_changes=["display_name"],
                    replace_on_changes=["allowed_scopes[0]", "description"],
                    delete_before_replace=True,
                    retain_on_delete=False,
                    on_destroy="retain",
                    deleted_with=first,
                    custom_timeouts=plumb.CustomTimeouts(create="5m"),
                    aliases=["old"],
                    import_="global/web-portal",
                    version="v1",
                    additional_secret_outputs=["client_id"],
                    on_drift="warn",
                )
            )

        self.assertEqual(
            resources_of(build)["portal"]["options"],
            {
                "dependsOn": ["first", "privateEndpointConnection"],
                "provider": "google",
                "parent": "first",
                "protect": True,
                "ignoreChanges": ["displayName"],
                "replaceOnChanges": ["allowedScopes[0]", "description"],
                "deleteBeforeReplace": True,
                "retainOnDelete": False,
                "onDestroy": "retain",
                "deletedWith": "first",
                "customTimeouts": {"create": "5m"},
                "aliases": ["old"],
                "import": "global/web-portal",
                "version": "v1",
                "additionalSecretOutputs": ["clientId"],
                "onDrift": "warn",
            },
        )

    def test_paths_into_objects_are_spelled_as_the_specification_does(self) -> None:
        def build() -> None:
            path = plumb.FieldPath("properties.agent_properties.spn_details.tenant_id")
            options: plumb.ResourceOptions = plumb.ResourceOptions(ignore_changes=[path])
            migrate.ServerCollector("a", project_name="p", resource_group_name="rg", opts=options)

        self.assertEqual(
            resources_of(build)["a"]["options"], {"ignoreChanges": ["properties.agentProperties.spnDetails.tenantId"]}
        )

    def test_merging(self) -> None:
        one = plumb.ResourceOptions(protect=True, ignore_changes=["a"], version="1")
        both = plumb.ResourceOptions.merge(one, plumb.ResourceOptions(protect=False, ignore_changes=["b"]))
        self.assertEqual((both.protect, both.ignore_changes, both.version), (False, ["a", "b"], "1"))


class Portal(plumb.ComponentResource):
    def __init__(self, name: str, opts: Optional[plumb.ResourceOptions] = None) -> None:
        super().__init__("acme:Portal", name, opts)
        inside = plumb.ResourceOptions(parent=self)
        self.client = portal(f"{name}-client", inside)
        self.link = migrate.get_private_endpoint_connection_output(
            "m", "p", "r", plumb.InvokeOptions(parent=self, name=f"{name}-link")
        )
        self.register_outputs({"client_id": self.client.client_id})


class Components(unittest.TestCase):
    def test_children_take_what_they_do_not_say_themselves(self) -> None:
        def build() -> None:
            base = portal("base")
            providers = [google.Provider("g", project="acme"), azure.Provider("a", subscription_id="s")]
            component = Portal(
                "p",
                plumb.ResourceOptions(
                    providers=providers,
                    protect=True,
                    retain_on_delete=True,
                    deleted_with=base,
                    depends_on=base,
                    parent=base,
                ),
            )
            after = portal("after", plumb.ResourceOptions(depends_on=component, parent=component, protect=False))
            plumb.export("id", after.id)

        declaration = plumb.synthesize(build).declaration
        self.assertEqual(
            declaration["resources"]["p-client"]["options"],
            {
                "dependsOn": ["base"],
                "provider": "g",
                "parent": "base",
                "protect": True,
                "retainOnDelete": True,
                "deletedWith": "base",
            },
        )
        self.assertEqual(declaration["lookups"]["p-link"]["options"], {"dependsOn": ["base"], "provider": "a"})
        self.assertEqual(declaration["resources"]["p-after"]["options"]["protect"], False)

    def test_a_component_stands_for_all_that_is_inside(self) -> None:
        def build() -> None:
            outer = Portal("outer")
            Portal("inner", plumb.ResourceOptions(parent=outer))
            portal("after", plumb.ResourceOptions(depends_on=[outer]))

        self.assertEqual(
            resources_of(build)["after"]["options"],
            {"dependsOn": ["outer-client", "outer-link", "outer-inner-client", "outer-inner-link"]},
        )

    def test_names_inside_are_scoped_and_say_nothing_twice(self) -> None:
        def build() -> None:
            for name in ("blue", "green"):
                site = Portal(name)
                inner = Portal("inner", plumb.ResourceOptions(parent=site))
                portal(name, plumb.ResourceOptions(parent=site))
                portal("own", plumb.ResourceOptions(parent=inner))

        def inside(name: str) -> List[str]:
            return [f"{name}-client", f"{name}-inner-client", name, f"{name}-inner-own"]

        self.assertEqual(list(resources_of(build)), [*inside("blue"), *inside("green")])

    def test_options_of_the_wrong_type_are_refused_where_they_are_given(self) -> None:
        wrong: List[Mapping[str, Any]] = [
            {"depends_on": "a"},
            {"depends_on": ["a"]},
            {"provider": "google"},
            {"parent": "a"},
            {"deleted_with": "a"},
            {"custom_timeouts": {"create": "5m"}},
            {"protect": "yes"},
            {"aliases": [1]},
            {"import_": 1},
            {"transforms": ["a"]},
        ]
        for options in wrong:
            (name,) = options
            with self.subTest(options=options), self.assertRaisesRegex(TypeError, f"`{name}` takes"):
                plumb.synthesize(partial(portal, "p", plumb.ResourceOptions(**options)))
        other: List[Any] = [{"protect": True}, plumb.InvokeOptions()]
        for opts in other:
            with self.assertRaisesRegex(TypeError, "ResourceOptions"):
                plumb.synthesize(partial(portal, "p", opts))
        no_result: Any = dict
        with self.assertRaisesRegex(TypeError, "TransformResult"):
            plumb.synthesize(partial(portal, "p", plumb.ResourceOptions(transforms=[lambda args: no_result()])))

    def test_options_that_mean_nothing_for_a_component(self) -> None:
        with self.assertRaisesRegex(ProgramError, "`import_`"):
            plumb.synthesize(lambda: Portal("p", plumb.ResourceOptions(import_="x")))


class Transforms(unittest.TestCase):
    def test_own_first_then_those_of_the_ancestors_then_the_stack_s(self) -> None:
        def adding(word: str) -> plumb.ResourceTransform:
            def transform(args: plumb.TransformArgs) -> Optional[plumb.TransformResult]:
                said = args.properties.get("description") or ""
                options = args.options.copy()
                options.protect = True
                return plumb.TransformResult({**args.properties, "description": said + word}, options)

            return transform

        def build() -> None:
            plumb.register_transform(adding("4"))
            outer = plumb.ComponentResource("a:B", "o", plumb.ResourceOptions(transforms=[adding("3")]))
            inner = plumb.ComponentResource("a:B", "i", plumb.ResourceOptions(parent=outer, transforms=[adding("2")]))
            portal(opts=plumb.ResourceOptions(parent=inner, transforms=[adding("1")]))

        made = resources_of(build)["o-i-portal"]
        self.assertEqual(made["properties"]["description"], "1234")
        self.assertEqual(made["options"], {"protect": True})

    def test_nothing_is_no_change(self) -> None:
        seen: List[str] = []

        def build() -> None:
            plumb.register_transform(lambda args: seen.append(f"{args.type} {args.name}"))
            portal()

        self.assertEqual(resources_of(build)["portal"]["properties"]["location"], "global")
        self.assertEqual(seen, ["iam:OAuthClient portal"])


class Lookups(unittest.TestCase):
    def test_a_plain_look_up_gives_a_record(self) -> None:
        result = {
            "platformApiVersion": "2020-05-01",
            "eTag": '"1"',
            "properties": {"privateEndpoint": {"id": "pe"}, "provisioningState": "Succeeded"},
            "systemData": {"createdAt": "2021-08-16T06:01:30.0000000Z"},
        }
        asked: List[Mapping[str, Any]] = []

        def answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
            asked.append(question)
            return {"result": result}

        def build() -> None:
            provider = azure.Provider("azure", subscription_id="s")
            link = migrate.get_private_endpoint_connection_controller_private_endpoint_connection(
                "project", "connection", "group", plumb.InvokeOptions(provider=provider)
            )
            plumb.export("a", [link.e_tag, link.properties.private_endpoint.id, link.platform_api_version])
            self.assertIsNone(link.properties.private_link_service_connection_state)
            self.assertEqual(link.system_data.created_at, "2021-08-16T06:01:30.0000000Z")

        declaration = plumb.synthesize(build, answer=answer).declaration
        self.assertEqual(declaration["outputs"], {"a": ['"1"', "pe", "2020-05-01"]})
        self.assertNotIn("lookups", declaration)
        self.assertEqual(
            asked[0]["function"], "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection"
        )
        self.assertEqual(
            asked[0]["arguments"],
            {"migrateProjectName": "project", "peConnectionName": "connection", "resourceGroupName": "group"},
        )
        self.assertEqual(asked[0]["provider"], "azure")

    def test_the_variant_with_outputs_is_part_of_the_declaration(self) -> None:
        def build() -> None:
            client = portal("privateEndpointConnection2")
            first = migrate.get_private_endpoint_connection_output("m", "p", "r")
            second = migrate.get_private_endpoint_connection_output(
                migrate_project_name=client.client_id, pe_connection_name="p", resource_group_name="r"
            )
            plumb.export("a", first.properties.private_link_service_connection_state.status)
            plumb.export("b", second.e_tag)
            plumb.export("c", second.e_tag.apply(str))

        declaration = plumb.synthesize(build).declaration
        self.assertEqual(list(declaration["lookups"]), ["privateEndpointConnection", "privateEndpointConnection3"])
        self.assertEqual(
            declaration["outputs"],
            {
                "a": "${privateEndpointConnection.properties.privateLinkServiceConnectionState.status}",
                "b": "${privateEndpointConnection3.eTag}",
                "c": None,
            },
        )
        self.assertEqual(declaration["unknown"], {"/outputs/c": "computed from `privateEndpointConnection3.eTag`"})


class ReadingWhatTheProgramMakes(unittest.TestCase):
    def test_what_is_read_is_asked_for_once_what_it_leans_on_is_made(self) -> None:
        def of_reference(gate: Any) -> Any:
            name = plumb.interpolate("projects/p/locations/l/endpointAttachments/{}", gate.endpoint_attachment_id)
            return connectors.EndpointAttachment.get("again", name)

        def of_dependency(gate: Any) -> Any:
            opts = plumb.ResourceOptions(depends_on=[gate])
            return connectors.EndpointAttachment.get("again", "projects/p/locations/l/endpointAttachments/a", opts=opts)

        def of_look_up(gate: Any) -> Any:
            return migrate.get_private_endpoint_connection_output(
                resource_group_name="rg", migrate_project_name="p", pe_connection_name=gate.endpoint_attachment_id
            )

        for read, field in ((of_reference, "endpoint_ip"), (of_dependency, "endpoint_ip"), (of_look_up, "name")):
            questions: List[str] = []

            def answer(question: Mapping[str, Any], asked: List[str] = questions) -> Mapping[str, Any]:
                asked.append(question["ask"])
                return {"result": {"endpointIp": "10.0.0.1", "name": "10.0.0.1"}}

            def build(read: Any = read, field: str = field) -> None:
                gate = connectors.EndpointAttachment("gate", endpoint_attachment_id="gate", service_attachment="s")
                plumb.export("size", getattr(read(gate), field).apply(len))

            first = plumb.synthesize(build, answer=answer)
            self.assertEqual((questions, first.used, first.declaration["outputs"]), ([], [], {"size": None}))
            second = plumb.synthesize(build, answer=answer, known={"gate": {"endpointIp": "10.0.0.9"}})
            self.assertEqual((len(questions), second.used), (1, ["gate"]))
            self.assertEqual(second.declaration["outputs"], {"size": 8})
            if read is not of_dependency:
                third = plumb.synthesize(build, answer=answer, known={"gate": {"endpointAttachmentId": "old"}})
                self.assertEqual((len(questions), third.declaration["outputs"]), (1, {"size": None}))


class Configuration(unittest.TestCase):
    def test_declared_values_are_references_and_known(self) -> None:
        def build() -> None:
            config = plumb.Config()
            count = config.integer("count", default=2, description="How many.")
            plumb.export("a", count)
            plumb.export("b", count.apply(lambda value: value * 2))
            plumb.export("c", config.list("names").apply(lambda names: names[0]))

        result = plumb.synthesize(build, config={"count": "5", "names": '["x"]'})
        self.assertEqual(
            result.declaration["config"],
            {"count": {"type": "integer", "default": 2, "description": "How many."}, "names": {"type": "list"}},
        )
        self.assertEqual(result.declaration["outputs"], {"a": "${config.count}", "b": 10, "c": "x"})

    def test_plain_values(self) -> None:
        def build() -> None:
            config = plumb.Config()
            self.assertIsNone(config.get("absent"))
            self.assertEqual(config.require("region"), "eu")
            self.assertIs(config.require_boolean("on"), True)
            for need in (config.require, config.require_secret):
                with self.assertRaisesRegex(ProgramError, "`other` has no value: give it one in `config`$"):
                    need("other")

        with mock.patch.dict(os.environ, {"PLUMB_CONFIG_OTHER": "of the environment"}):
            result = plumb.synthesize(build, config={"region": "eu", "on": "true"})
        self.assertEqual(result.declaration["config"], {"region": {"type": "string"}, "on": {"type": "boolean"}})

    def test_a_value_of_the_wrong_type(self) -> None:
        with self.assertRaisesRegex(ProgramError, "must be of type integer"):
            plumb.synthesize(lambda: plumb.Config().require_integer("n"), config={"n": "many"})


class OtherStacks(unittest.TestCase):
    def test_outputs_that_stay_references(self) -> None:
        def build() -> None:
            config = plumb.Config()
            network = config.stack("network", "platform/prod")
            plumb.export("a", network["address"])
            plumb.export("b", plumb.interpolate("at {}", network["address"]))
            with self.assertRaisesRegex(ProgramError, "declared as stack platform/prod already, not string"):
                config.string("network")

        result = plumb.synthesize(build)
        self.assertEqual(result.declaration["config"], {"network": {"stack": "platform/prod"}})
        outputs = {"a": "${config.network.address}", "b": "at ${config.network.address}"}
        self.assertEqual(result.declaration["outputs"], outputs)

    def test_outputs_that_are_computed_with_are_asked_for(self) -> None:
        def build() -> None:
            network = plumb.Config().stack("network", "prod")
            plumb.export("a", network["host"].apply(lambda host: host.upper()))
            plumb.export("b", network["password"].apply(lambda password: password * 2))

        def answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
            self.assertEqual(question, {"ask": "outputs", "stack": "prod"})
            return {"result": {"host": "h", "password": "p"}, "secrets": ["password"]}

        result = plumb.synthesize(build, answer=answer)
        self.assertEqual(result.declaration["outputs"], {"a": "H", "b": '${config["secret-1"]}'})
        self.assertEqual(result.config, {"secret-1": "pp"})

    def test_outputs_and_their_secrets(self) -> None:
        def answer(question: Mapping[str, Any]) -> Mapping[str, Any]:
            self.assertEqual(question, {"ask": "outputs", "stack": "network"})
            return {"result": {"host": "h", "password": "p"}, "secrets": ["password"]}

        def build() -> None:
            network = plumb.StackReference("network")
            plumb.export("a", network.require_output("host"))
            plumb.export("b", network.get_output("password"))
            with self.assertRaisesRegex(ProgramError, "did you mean `host`"):
                network.require_output("hots")

        result = plumb.synthesize(build, answer=answer)
        self.assertEqual(result.declaration["outputs"], {"a": "h", "b": '${config["secret-1"]}'})
        self.assertEqual(result.config, {"secret-1": "p"})


class Providers(unittest.TestCase):
    def test_fields_and_default(self) -> None:
        def build() -> None:
            google.Provider("g", project="p", default=True)
            databricks.Provider("w", level="workspace", base_url=plumb.Config().string("url", default="https://x"))
            azure.Provider("a", subscription_id=None)
            portal()

        self.assertEqual(
            plumb.synthesize(build).declaration["providers"],
            {
                "g": {"kind": "google", "default": True, "project": "p"},
                "w": {"kind": "databricks", "level": "workspace", "baseUrl": "${config.url}"},
                "a": {"kind": "azure"},
            },
        )


if __name__ == "__main__":
    unittest.main()
