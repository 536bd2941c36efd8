from __future__ import annotations

import contextlib
import io
import unittest
from typing import Any, Callable, Dict, Optional

import plumbline_sdk as plumb
from plumbline_sdk import Output, connectors
from plumbline_sdk.errors import ProgramError

from .portal import portal


def outputs_of(build: Callable[[], Dict[str, Any]], **surroundings: Any) -> Dict[str, Any]:
    """What the stack outputs that `build` names look like in the declaration."""

    def program() -> None:
        for name, value in build().items():
            plumb.export(name, value)

    declaration = plumb.synthesize(program, **surroundings).declaration
    return {"outputs": declaration.get("outputs", {}), "unknown": declaration.get("unknown", {})}


class Shown(unittest.TestCase):
    def test_outputs_show_where_they_come_from_and_nothing_of_a_secret(self) -> None:
        printed = io.StringIO()

        def build() -> Dict[str, Any]:
            password, client = plumb.secret("hunter2"), portal()
            text = plumb.interpolate("a {} {}", password, client.id)
            with contextlib.redirect_stdout(printed):
                print(password, {"p": password}, client.client_id, text, Output.all(password, 1), Output.all(a=password))
            for make in (str, "{}".format, lambda each: f"{each}"):
                with self.assertRaisesRegex(TypeError, "repr"):
                    make(password)
            return {
                "plain": Output.json_dumps({"id": client.oauth_client_id, "list": [1, None]}),
                "sealed": Output.json_dumps({"p": password}),
            }

        self.assertEqual(
            outputs_of(build)["outputs"],
            {"plain": '{"id":"web-portal","list":[1,null]}', "sealed": '${config["secret-1"]}'},
        )
        self.assertEqual(
            printed.getvalue(),
            "Output(<secret>) {'p': Output(<secret>)} Output(${portal.clientId}) "
            "Output('a <secret> ${portal.id}') Output([<secret>, 1]) Output({'a': <secret>})\n",
        )


class References(unittest.TestCase):
    def test_fields_are_written_as_references(self) -> None:
        def build() -> Dict[str, Any]:
            client = portal()
            return {"a": client.client_id, "b": client.allowed_scopes[0], "c": [client.name, {"deep": client.id}]}

        self.assertEqual(
            outputs_of(build)["outputs"],
            {
                "a": "${portal.clientId}",
                "b": "${portal.allowedScopes[0]}",
                "c": ["${portal.name}", {"deep": "${portal.id}"}],
            },
        )

    def test_names_that_are_no_identifiers(self) -> None:
        def build() -> Dict[str, Any]:
            gate = connectors.EndpointAttachment("my-gate", endpoint_attachment_id="g", service_attachment="s")
            return {"a": gate.id, "b": gate.labels["a b"], "c": gate.labels["in"], "d": gate.labels['q"\\']}

        self.assertEqual(
            outputs_of(build)["outputs"],
            {
                "a": '${resources["my-gate"].id}',
                "b": '${resources["my-gate"].labels["a b"]}',
                "c": '${resources["my-gate"].labels["in"]}',
                "d": '${resources["my-gate"].labels["q\\"\\\\"]}',
            },
        )

    def test_a_plain_text_is_never_an_expression(self) -> None:
        self.assertEqual(outputs_of(lambda: {"a": "costs ${x} and $${y}"})["outputs"], {"a": "costs $${x} and $$${y}"})


class Texts(unittest.TestCase):
    def check(self, expected: Any, build: Callable[[], Any], **surroundings: Any) -> None:
        self.assertEqual(outputs_of(lambda: {"a": build()}, **surroundings)["outputs"], {"a": expected})

    def test_format(self) -> None:
        self.check("https://${portal.name}/x", lambda: Output.format("https://{}/x", portal().name))
        self.check("${portal.id}-${portal.name}", lambda: (lambda p: Output.format("{p.id}-{p.name}", p=p))(portal()))
        self.check("a 007 {b}", lambda: Output.format("a {:03} {{b}}", 7))

    def test_concat_joins_neighbouring_texts_before_they_are_escaped(self) -> None:
        self.check("$${portal", lambda: Output.concat("$", "{portal"))
        self.check("1true1.5[1,2]${portal.id}", lambda: Output.concat(1, True, 1.5, [1, 2.0], portal().id))

    def test_dollars_before_an_expression_stay_dollars(self) -> None:
        self.check('a ${"$"}${portal.id}', lambda: Output.concat("a $", portal().id))
        self.check('${"$$"}${portal.id}$', lambda: Output.concat("$", "$", portal().id, "$"))

    def test_without_an_expression_it_is_plain(self) -> None:
        self.check("ab", lambda: Output.concat("a", Output.from_input("b")))

    def test_texts_inside_texts(self) -> None:
        self.check("<(${portal.id})>", lambda: Output.concat("<", Output.format("({})", portal().id), ">"))

    def test_expressions(self) -> None:
        self.check("${size(portal.allowedScopes) > 0}", lambda: plumb.cel("size({}) > {}", portal().allowed_scopes, 0))
        self.check("${(1 + 2) * 3}", lambda: plumb.cel("{} * 3", plumb.cel("1 + {}", 2)))
        self.check('n: ${portal.name + "!"}', lambda: Output.concat("n: ", plumb.cel("{} + {}", portal().name, "!")))

    def test_an_output_is_no_text(self) -> None:
        def build() -> None:
            with self.assertRaisesRegex(TypeError, "Output.format"):
                str(portal().id)
            with self.assertRaisesRegex(TypeError, "Output.format"):
                f"{portal('other').id}"
            with self.assertRaises(TypeError):
                bool(portal("third").id)
            with self.assertRaises(TypeError):
                list(portal("fourth").allowed_scopes)  # type: ignore[call-overload]

        plumb.synthesize(build)


class Applying(unittest.TestCase):
    def test_known_values_are_computed_at_once(self) -> None:
        def build() -> Dict[str, Any]:
            environment = plumb.Config().string("environment", default="dev")
            client = portal()
            return {
                "plain": Output.from_input(2).apply(lambda value: value + 1),
                "config": environment.apply(str.upper),
                "an output again": environment.apply(lambda value: Output.concat(value, "-", client.client_id)),
            }

        self.assertEqual(
            outputs_of(build, config={"environment": "prod"}),
            {"outputs": {"plain": 3, "config": "PROD", "an output again": "prod-${portal.clientId}"}, "unknown": {}},
        )

    def test_an_input_that_was_given_plainly_is_known(self) -> None:
        made = outputs_of(lambda: {"a": portal(display_name="Portal").display_name.apply(lambda name: f"{name}!")})
        self.assertEqual(made, {"outputs": {"a": "Portal!"}, "unknown": {}})

    def test_tags_and_ignored_inputs_are_not(self) -> None:
        def build() -> Dict[str, Any]:
            options = plumb.ResourceOptions(ignore_changes=["display_name"])
            return {"a": portal(opts=options, display_name="Portal").display_name.apply(str)}

        self.assertEqual(outputs_of(build)["unknown"], {"/outputs/a": "computed from `portal.displayName`"})

    def test_what_is_not_known_leaves_a_hole_with_its_reason(self) -> None:
        def build() -> Dict[str, Any]:
            a, b = portal("a"), portal("b")
            both = Output.all(a.client_id, b.client_id, a.id).apply(lambda ids: "-".join(ids))
            return {"x": {"y": both, "z": 1}, "t": Output.concat("<", both, ">"), "all": Output.all(both, 1)}

        why = "computed from `a.clientId`, `b.clientId` and `a.id`"
        self.assertEqual(
            outputs_of(build),
            {
                "outputs": {"x": {"y": None, "z": 1}, "t": None, "all": None},
                "unknown": {"/outputs/x/y": why, "/outputs/t": why, "/outputs/all": why},
            },
        )

    def test_outputs_of_an_earlier_run_are_known_and_noted_as_used(self) -> None:
        def build() -> None:
            plumb.export("a", portal().client_id.apply(str.upper))
            plumb.export("b", portal("other").client_id)

        result = plumb.synthesize(build, known={"portal": {"clientId": "abc"}, "other": {"clientId": "def"}})
        self.assertEqual(result.declaration["outputs"], {"a": "ABC", "b": "${other.clientId}"})
        self.assertEqual(result.used, ["portal"])

    def test_sealed_values_are_never_known(self) -> None:
        known = {"portal": {"clientId": {"$secret": {"id": "s", "fingerprint": "f"}}}}
        made = outputs_of(lambda: {"a": portal().client_id.apply(str)}, known=known)
        self.assertEqual(made["unknown"], {"/outputs/a": "computed from `portal.clientId`"})

    def test_nulls_are_none(self) -> None:
        made = outputs_of(
            lambda: {"a": portal().expire_time.apply(lambda time: "never" if time is None else time)},
            known={"portal": {"expireTime": None}},
        )
        self.assertEqual(made["outputs"], {"a": "never"})

    def test_records_have_the_names_of_this_language(self) -> None:
        from plumbline_sdk import authorization

        rule = {
            "ruleType": "RoleManagementPolicyExpirationRule",
            "id": "r",
            "isExpirationRequired": True,
            "maximumDuration": "PT8H",
            "target": {"level": "Eligibility", "enforcedSettings": []},
        }
        other = {"ruleType": "SomethingNew", "newField": 1}

        def build() -> Dict[str, Any]:
            assignment = authorization.RoleManagementPolicyAssignment("a", scope="/subscriptions/x")

            def told(rules: Any) -> Any:
                first, second = rules
                assert isinstance(first, authorization.RoleManagementPolicyExpirationRule)
                return [first.maximum_duration, first.is_expiration_required, first.target, second["newField"]]

            return {"a": assignment.effective_rules.apply(told), "b": assignment.effective_rules[0].target.level}

        made = outputs_of(build, known={"a": {"effectiveRules": [rule, other]}})["outputs"]
        self.assertEqual(made["a"], ["PT8H", True, {"level": "Eligibility", "enforcedSettings": []}, 1])
        self.assertEqual(made["b"], "${a.effectiveRules[0].target.level}")

    def test_nothing_is_constructed_inside(self) -> None:
        def build() -> None:
            Output.from_input(1).apply(lambda _: portal())

        with self.assertRaisesRegex(ProgramError, "inside apply"):
            plumb.synthesize(build)


class Secrets(unittest.TestCase):
    def test_a_plain_secret_becomes_a_config_value_of_its_own(self) -> None:
        def build() -> None:
            plumb.Config().string("secret-1", default="taken")
            password = plumb.secret("hush")
            portal(description=password)
            plumb.export("a", password)
            plumb.export("b", plumb.secret({"x": 1}))
            plumb.export("c", password.apply(len))

        result = plumb.synthesize(build)
        self.assertEqual(
            result.declaration["resources"]["portal"]["properties"]["description"], '${config["secret-2"]}'
        )
        self.assertEqual(
            result.declaration["outputs"],
            {"a": '${config["secret-2"]}', "b": '${config["secret-3"]}', "c": '${config["secret-4"]}'},
        )
        self.assertEqual(result.config, {"secret-2": "hush", "secret-3": {"x": 1}, "secret-4": 4})
        self.assertEqual(
            [result.declaration["config"][f"secret-{n}"] for n in (2, 3, 4)],
            [{"type": kind, "secret": True} for kind in ("string", "map", "integer")],
        )
        self.assertNotIn("hush", repr(result.declaration))

    def test_a_text_with_a_known_secret_in_it_is_a_secret(self) -> None:
        def build() -> None:
            token = plumb.Config().string("token", secret=True)
            plumb.export("a", Output.concat("Bearer ", token))
            plumb.export("b", Output.format("<{}>", plumb.secret("x")))
            plumb.export("c", token)
            plumb.export("d", Output.all(token, 1))

        result = plumb.synthesize(build, config={"token": "t"})
        self.assertEqual(result.config, {"secret-1": "Bearer t", "secret-2": "<x>"})
        self.assertEqual(result.declaration["outputs"]["c"], "${config.token}")
        self.assertEqual(result.declaration["outputs"]["d"], ["${config.token}", 1])

    def test_beside_a_reference_only_the_secret_is_hidden(self) -> None:
        def build() -> None:
            plumb.export("a", Output.concat(plumb.secret("x"), portal().client_id))

        result = plumb.synthesize(build)
        self.assertEqual(result.declaration["outputs"], {"a": '${config["secret-1"]}${portal.clientId}'})

    def test_an_output_of_a_resource_is_sealed_by_an_option(self) -> None:
        def build() -> None:
            client = portal(opts=plumb.ResourceOptions(additional_secret_outputs=["expire_time"]))
            plumb.export("a", plumb.secret(client.client_id))

        declaration = plumb.synthesize(build).declaration
        self.assertEqual(
            declaration["resources"]["portal"]["options"], {"additionalSecretOutputs": ["expireTime", "clientId"]}
        )
        self.assertEqual(declaration["outputs"], {"a": "${portal.clientId}"})

    def test_other_outputs_can_not_be_made_secret(self) -> None:
        builds: "list[Callable[[], Any]]" = [
            lambda: plumb.secret(portal().allowed_scopes[0]),
            lambda: plumb.secret(portal().client_id.apply(str)),
            lambda: plumb.secret(plumb.Config().string("a", default="b")),
        ]
        for build in builds:
            with self.assertRaises(ProgramError):
                plumb.synthesize(build)


class Numbers(unittest.TestCase):
    def test_integers_wherever_they_are_integral(self) -> None:
        self.assertEqual(
            repr(outputs_of(lambda: {"a": [1.0, 1.5, True, None]})["outputs"]), "{'a': [1, 1.5, True, None]}"
        )

    def test_what_a_declaration_can_not_hold(self) -> None:
        values: "list[Optional[Any]]" = [float("nan"), 2**60, object(), {1: 2}, [{"a": {1, 2}}]]
        for value in values:
            with self.assertRaises(ProgramError) as caught:
                plumb.synthesize(lambda value=value: plumb.export("a", value))  # type: ignore[misc]
            self.assertIn("`a`", caught.exception.message)

    def test_a_resource_is_no_value(self) -> None:
        with self.assertRaisesRegex(ProgramError, "give one of its fields"):
            plumb.synthesize(lambda: plumb.export("a", [portal()]))


if __name__ == "__main__":
    unittest.main()
