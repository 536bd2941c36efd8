import { expect, test } from "vitest";
import { attachment, checkText, withResources } from "./check-text.fixture.ts";

const linked = `lookups:
  my-link:
    function: migrate:getPrivateEndpointConnection
    arguments: { resourceGroupName: rg, migrateProjectName: ppp, peConnectionName: x }
`;

const text = (expression: string) =>
  withResources(attachment("my-gate"), attachment("other", `description: '${expression}'`))
    .replace("providers:", "config: { my-key: { type: string, default: x } }\nproviders:")
    .replace("resources:", "  azure: { kind: azure, subscriptionId: s-1 }\nresources:") + linked;

test.each([
  ["${my-gate.id}", "my-gate", 'write `resources["my-gate"]`'],
  ["a ${my-gate.id} b", "my-gate", 'write `resources["my-gate"]`'],
  ["${my-link.id}", "my-link", 'write `lookups["my-link"]`'],
  ["${resources.my-gate.id}", "resources.my-gate", 'write `resources["my-gate"]`'],
  ["${config.my-key}", "config.my-key", 'write `config["my-key"]`'],
  ["${my-gaet.id}", "my-gaet", 'did you mean `resources["my-gate"]`?'],
])("%s is told once, at the name, with what to write", async (expression, token, hint) => {
  const { said, problems } = await checkText(text(expression));
  expect(said).toEqual([`unknown-reference @ ${token}`]);
  expect(problems.map((each) => each.hint)).toEqual([hint]);
  const [{ fix = "" } = {}] = problems;
  expect((await checkText(text(expression.replace(token, fix)))).said).toEqual([]);
});

test("a difference of numbers stays one", async () => {
  expect((await checkText(text("${1 - size(other)}"))).said).not.toEqual([]);
  expect((await checkText(text("${string(size(my-gate.id) - 1)}"))).said).toEqual(["unknown-reference @ my-gate"]);
  expect((await checkText(text("${a-b}"))).said).toEqual(["unknown-reference @ a", "unknown-reference @ b"]);
});
