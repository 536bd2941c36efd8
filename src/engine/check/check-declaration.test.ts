import { describe, expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import { readDeclaration } from "../declare/read-declaration.ts";
import { checkDeclaration } from "./check-declaration.ts";
import { attachment, checkText, nodeOf, resourceOf, sealed, withResources } from "./check-text.fixture.ts";

const $ = "$" + "{";
const quoted = (text: string) => `"${$}${text}}"`;

const lookup = [
  "lookups:",
  "  link:",
  "    function: migrate:getPrivateEndpointConnection",
  "    arguments: { resourceGroupName: rg, migrateProjectName: exit, peConnectionName: hub }",
].join("\n");

/** Two attachments, one look-up, and an output with the expression. */
function withOutput(expression: string): string {
  const resources = withResources(attachment("gate"), attachment("my-gate"));
  const azure = resources.replace("resources:", "  azure: { kind: azure, subscriptionId: s-1 }\nresources:");
  return `${azure}${lookup}\nconfig:\n  stage: { default: dev }\noutputs:\n  out: ${quoted(expression)}\n`;
}

describe("order", () => {
  test("nodes stand after what they need, edges are references and dependsOn without doubles", async () => {
    const text = withResources(
      attachment(
        "last",
        `description: ${quoted("first.name + second.name + first.id")}`,
        "options: { dependsOn: [first, third] }",
      ),
      attachment("second", `description: ${quoted("first.name")}`),
      attachment("first"),
      attachment("third"),
    );
    const checked = await checkText(text);
    expect(checked.said).toEqual([]);
    expect(checked.checked?.nodes.map(({ address }) => address)).toEqual(["first", "third", "second", "last"]);
    expect(nodeOf(checked, "last").edges).toEqual(["first", "third", "second"]);
  });

  test.each<[string, readonly string[], string]>([
    ["itself", [attachment("gate", `description: ${quoted("gate.name")}`)], "gate -> gate"],
    [
      "a ring, dependsOn included",
      [attachment("a", `description: ${quoted("b.name")}`), attachment("b", "", "options: { dependsOn: [a] }")],
      "a -> b -> a",
    ],
  ])("a cycle through %s is a problem with its path", async (_, lines, path) => {
    const { checked, problems, said } = await checkText(withResources(...lines));
    const [, needed = ""] = path.split(" -> ");
    expect(said).toEqual([`reference-cycle @ ${needed}.name`]);
    expect(problems[0]?.detail).toContain(path);
    expect(checked).toBeNull();
  });

  test.each(["toString", "constructor"])("a look-up may have the name that every object has: %s", async (name) => {
    const lookup = (more: string) =>
      "name: test\nproviders:\n  azure: { kind: azure, subscriptionId: s }\nlookups:\n" +
      `  ${name}:\n    function: migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection\n` +
      `    arguments: { resourceGroupName: r, migrateProjectName: p, peConnectionName: c }\n${more}`;
    const [cycle, read] = await Promise.all([
      checkText(lookup(`    options: { dependsOn: [${name}] }\n`)),
      checkText(lookup(`outputs: { link: "\${${name}.id}", text: "of \${${name}.id}" }\n`)),
    ]);
    expect(cycle.said).toEqual([`reference-cycle @ ${name}`]);
    expect(read.said).toEqual([]);
  });

  test("a chain of a thousand resources is checked without trouble", async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      attachment(`n${index}`, index === 0 ? "" : `description: ${quoted(`n${index - 1}.name`)}`),
    );
    const { checked } = await checkText(withResources(...lines.toReversed()));
    expect(checked?.nodes.map(({ address }) => address)).toEqual(lines.map((_, index) => `n${index}`));
  });
});

describe("references", () => {
  test.each([
    "gate.name",
    "gate.endpointIp",
    "gate.labels.stage",
    "resources.gate.name",
    "resources['my-gate'].name",
    "link.properties.privateEndpoint.id",
    "lookups.link.name",
    "lookups['link'].eTag",
    "config.stage",
    "size(resources['my-gate'].name) + size(lookups.link.name)",
  ])("%s leads somewhere", async (expression) => {
    expect((await checkText(withOutput(expression))).said).toEqual([]);
  });

  test.each([
    ["gat.name", "unknown-reference @ gat.name"],
    ["gate.nam", "unknown-reference @ gate.nam"],
    ["config.stag", "unknown-reference @ config.stag"],
    ["link.properties.endpoint", "unknown-reference @ link.properties.endpoint"],
    ["size(gat.name)", "unknown-reference @ gat.name"],
    // A look-up and a resource are told apart where the expression names which it wants.
    ["lookups.gate.name", "unknown-reference @ lookups.gate.name"],
    ["lookups['my-gate'].name", "unknown-reference @ lookups['my-gate'].name"],
    ["resources.link.name", "unknown-reference @ resources.link.name"],
    ["resources['link'].name", "unknown-reference @ resources['link'].name"],
    ["size(resources.link.name)", "unknown-reference @ resources.link.name"],
    ["resources.link.nam", "unknown-reference @ resources.link.nam"],
    ["resources", "invalid-expression @ resources"],
    ["gate.name +", "invalid-expression @ "],
  ])("%s is told: %s", async (expression, said) => {
    const checked = await checkText(withOutput(expression));
    expect(checked.said).toHaveLength(1);
    expect(checked.said[0]).toContain(said);
    expect(checked.checked).toBeNull();
  });

  test.each([
    ["passed on whole", `${$}key.clientSecret}`, []],
    ["passed on with its object", `${$}key}`, []],
    ["another field in a text", `n=${$}key.name}`, []],
    ["written into a text", `s=${$}key.clientSecret}`, ["expression-failed @ key.clientSecret"]],
    ["computed with", `${$}size(key.clientSecret)}`, ["expression-failed @ key.clientSecret"]],
    ["of what is only read", `s=${$}old.clientSecret}`, ["expression-failed @ old.clientSecret"]],
  ])("a field that its type says is secret, %s", async (_, template, said) => {
    const type = 'type: "iam:OAuthClientCredential"';
    const names = "oauthClientId: web, location: global, oauthClientCredentialId: first";
    const text = `${withResources(
      `key: { ${type}, properties: { ${names} } }`,
      `old: { ${type}, get: { id: global/web/old } }`,
    )}outputs: { dsn: ${JSON.stringify(template)} }\n`;
    expect((await checkText(text)).said).toEqual(said);
  });

  test.each([
    ["in a text", "Bearer $", []],
    ["computed with", "$", ["expression-failed @ config.token"]],
  ])("a secret config value, %s", async (how, start, said) => {
    const expression = how === "in a text" ? "{config.token}" : "{config.token + 'x'}";
    const text =
      "config: { token: { secret: true } }\n" +
      withResources(attachment("gate", `description: ${JSON.stringify(`${start}${expression}`)}`));
    const checked = await checkText(text, { config: { token: "hunter2" } });
    expect(checked.said).toEqual(said);
    if (said.length === 0)
      expect(resourceOf(checked, "gate").inputs).toMatchObject({
        description: await sealed("Bearer hunter2"),
      });
    expect(JSON.stringify(checked)).not.toContain("hunter2");
  });

  test("the hint says how the other sort is written", async () => {
    const { problems } = await checkText(withOutput("resources.link.name"));
    expect(problems[0]).toMatchObject({
      code: "unknown-reference",
      hint: expect.stringContaining('`lookups["link"]`'),
    });
  });

  test("what refers to a node whose type is wrong adds no noise", async () => {
    const text = withResources(
      'odd: { type: "iam:Nothing" }',
      attachment("gate", `description: ${quoted("odd.anything")}`),
    );
    expect((await checkText(text)).said).toEqual(["unknown-type @ iam:Nothing"]);
  });

  test("nor does what refers to a node or a config key that was left out for its own mistake", async () => {
    const text = withResources(attachment("gate", `description: ${quoted("gone.x + config.lost")}`));
    const { declaration, spans } = readDeclaration(text, { file: "f" });
    if (declaration === null) throw new Error("misread");
    const surroundings = { environment: {}, defaults: {} };
    const input = { declaration, spans, catalog, surroundings, config: {}, seal: sealed };
    const unsoundConfig = new Set(["lost"]);
    expect((await checkDeclaration({ ...input, dropped: ["gone"], unsoundConfig })).problems).toEqual([]);
    expect((await checkDeclaration(input)).problems).toHaveLength(2);
  });
});

describe("the content address", () => {
  const base = withResources(attachment("gate"));
  const digestOf = async (text: string, config = {}) => (await checkText(text, { config })).checked?.digest;

  test("is the same for the same meaning", async () => {
    expect(await digestOf(`# a comment\n${base}\n\n`)).toBe(await digestOf(base));
  });

  test.each([
    ["a value", base.replace("serviceAttachments/s", "serviceAttachments/t")],
    ["a provider", base.replace("project: acme", "project: other")],
    ["an option", base.replace(" } }\n", " }, options: { protect: true } }\n")],
    ["an output", `${base}outputs: { a: 1 }\n`],
  ])("follows %s", async (_, text) => {
    const [before, after] = [await digestOf(base), await digestOf(text)];
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  test("follows a config value that is used", async () => {
    const text =
      "config: { stage: { default: dev } }\n" +
      `${withResources(attachment("gate", `description: ${quoted("config.stage")}`))}`;
    expect(await digestOf(text, { stage: "prod" })).not.toBe(await digestOf(text));
    expect(await digestOf(text, { stage: "dev" })).toBe(await digestOf(text));
  });
});

test("all problems come at once", async () => {
  const text = withResources(
    'a: { type: "iam:OAuthClient", properties: { colour: red } }',
    attachment("b", `description: ${quoted("nobody.name")}`, "options: { protekt: true }"),
  );
  const { said } = await checkText(text);
  expect(said.toSorted()).toEqual(
    [
      ...["unknown-field @ colour", "unknown-option @ protekt", "unknown-reference @ nobody.name"],
      ...Array.from({ length: 5 }, () => "missing-field @ properties"),
    ].toSorted(),
  );
});
