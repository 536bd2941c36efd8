import { describe, expect, test } from "vitest";
import { attachment, checkText, nodeOf, resourceOf, withResources } from "./check-text.fixture.ts";

const $ = "$" + "{";
const guid = (digit: number) => `${String(digit).repeat(8)}-1111-1111-1111-111111111111`;
const policy = (digit: number) =>
  `/subscriptions/s/providers/Microsoft.Authorization/roleManagementPolicies/${guid(digit)}`;
const role = (digit: number) => `/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/${guid(digit)}`;

function assignment(properties: string): string {
  return withResources(
    `it: { type: "authorization:RoleManagementPolicyAssignment", properties: { scope: /subscriptions/s, ` +
      `${properties} } }`,
  );
}

function member(properties: string): string {
  return withResources(
    `it: { type: "compute:ReservationIamMember", properties: { name: wave, role: roles/viewer, ` +
      `member: "user:a@b", ${properties} } }`,
  );
}

const client = (change: string) =>
  "{ oauthClientId: web-portal, location: global, allowedGrantTypes: [], allowedRedirectUris: [], allowedScopes: " +
  `[], ${change} }`;

describe("fields", () => {
  test("an identifier that is never chosen for you", async () => {
    const { said, problems } = await checkText(
      withResources('it: { type: "connectors:EndpointAttachment", properties: { serviceAttachment: s } }'),
    );
    expect(said).toEqual(["no-auto-naming @ properties"]);
    expect(problems[0]?.detail).toContain("`endpointAttachmentId`");
  });

  test.each([
    ["an output", attachment("gate", "endpointIp: 10.0.0.1"), ["output-field @ endpointIp"]],
    [
      "an output's name deeper down is only unknown",
      member("condition: { title: t, expression: 'true', etag: x }"),
      ["unknown-field @ etag"],
    ],
    ["an unknown field", attachment("gate", "descriptoin: x"), ["unknown-field @ descriptoin"]],
    ["a field of the wrong type", attachment("gate", "description: [x]"), ["wrong-type @ [x]"]],
    ["a null optional field is left out", attachment("gate", "description: null"), []],
    [
      "a null required field is missing",
      attachment("gate").replace(/projects.*serviceAttachments.s/, "null"),
      ["missing-field @ null"],
    ],
  ])("%s", async (_, text, said) => {
    const whole = text.startsWith("name:") ? text : withResources(text);
    expect((await checkText(whole)).said).toEqual(said);
  });

  test.each([
    ["request.time < timestamp('2028-01-01T00:00:00Z')", []],
    ["a.b.c == 'x' && !has(d.e)", []],
    ["request.time <", ["value-malformed"]],
    ["a b", ["value-malformed"]],
  ])("a condition must parse as CEL: %s", async (expression, codes) => {
    const { problems } = await checkText(member(`condition: { title: t, expression: "${expression}" }`));
    expect(problems.map(({ code }) => code)).toEqual(codes);
    for (const each of problems) expect(each.pointer).toBe("/resources/it/properties/condition/expression");
  });

  test("a condition's text is no expression of ours", async () => {
    const node = resourceOf(
      await checkText(member('condition: { title: t, expression: "$${x} == 1" }'.replace("$${x}", "x"))),
      "it",
    );
    expect(node.inputs["condition"]).toEqual({ title: "t", expression: "x == 1" });
    expect(node.edges).toEqual([]);
  });

  test("a limit holds for what config gives, too", async () => {
    const text = `config: { title: {} }\n${withResources(
      `portal: { type: "iam:OAuthClient", properties: ${client(`displayName: "${$}config.title}"`)} }`,
    )}`;
    expect((await checkText(text, { config: { title: "x".repeat(32) } })).said).toEqual([]);
    expect((await checkText(text, { config: { title: "x".repeat(33) } })).said).toEqual([
      `value-too-long @ ${$}config.title}`,
    ]);
  });
});

describe("identity", () => {
  test.each([
    ["the policy and the role", `policyId: ${policy(1)}, roleDefinitionId: ${role(2)}`, []],
    ["the name alone", `roleManagementPolicyAssignmentName: ${guid(1)}_${guid(2)}`, []],
    ["the role, so that the policy can be found", `roleDefinitionId: ${role(2)}`, []],
    ["neither", "", ["inputs-insufficient @ properties", "inputs-insufficient @ properties"]],
    ["the policy alone", `policyId: ${policy(1)}`, ["inputs-insufficient @ properties"]],
    [
      "a name that says the same in another case",
      `roleManagementPolicyAssignmentName: ${guid(1).replaceAll("1111", "abcd")}_${guid(2)}, policyId: ` +
        `${policy(1).replaceAll("1111", "ABCD")}`,
      [],
    ],
    [
      "a name with another policy",
      `roleManagementPolicyAssignmentName: ${guid(1)}_${guid(2)}, policyId: ${policy(3)}`,
      [`inputs-disagree @ ${policy(3)}`],
    ],
    [
      "a name with another role",
      `roleManagementPolicyAssignmentName: ${guid(1)}_${guid(2)}, roleDefinitionId: ${role(3)}`,
      [`inputs-disagree @ ${role(3)}`],
    ],
  ])("an assignment is named by %s", async (_, properties, said) => {
    expect((await checkText(assignment(properties), { environment: { ARM_SUBSCRIPTION_ID: "s" } })).said).toEqual(said);
  });

  test("a value known only later is not held against it", async () => {
    const text = assignment(`policyId: "${$}other.policyId}", roleDefinitionId: ${role(2)}`);
    const other =
      `  other: { type: "authorization:RoleManagementPolicyAssignment", properties: { scope: /s, ` +
      `roleDefinitionId: ${role(3)} } }\n`;
    expect((await checkText(text + other)).said).toEqual([]);
  });

  test("what the provider lacks is told with every way to give it", async () => {
    const text =
      'name: test\nresources:\n  it: { type: "compute:ReservationIamMember", properties: { name: wave, role: r, ' +
      'member: "user:a@b" } }\n';
    const { said, problems } = await checkText(text);
    expect(said).toEqual(["provider-incomplete @ it", "provider-incomplete @ it"]);
    expect(problems.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/ project .*`name`.*`project` of provider `google`.*GOOGLE_PROJECT/),
      expect.stringMatching(/ zone .*`name`.*`zone` of provider `google`.*GOOGLE_ZONE/),
    ]);
    expect((await checkText(text, { environment: { GOOGLE_PROJECT: "p", GOOGLE_ZONE: "z" } })).said).toEqual([]);
    expect((await checkText(text.replace("wave", "projects/p/zones/z/reservations/wave"))).said).toEqual([]);
  });

  test("a missing required input is told once", async () => {
    const { said } = await checkText(
      withResources(`it: { type: "iam:OAuthClient", properties: ${client("").replace("location: global,", "")} }`),
    );
    expect(said).toEqual(["missing-field @ properties"]);
  });
});

describe("import ids", () => {
  test.each([
    ["europe-west1/gate", []],
    ["acme/europe-west1/gate", []],
    ["projects/acme/locations/europe-west1/endpointAttachments/gate", []],
    ["gate", ["invalid-id @ gate"]],
    ["projects/acme/gate", []],
    ["a/b/c/d", ["invalid-id @ a/b/c/d"]],
  ])("%s", async (id, said) => {
    expect((await checkText(withResources(attachment("gate", "", `options: { import: ${id} }`)))).said).toEqual(said);
  });
});

describe("get", () => {
  const reading = (rest: string) => withResources(`old: { type: "iam:OAuthClient", get: { id: global/old${rest} } }`);

  test("gives a node that only reads", async () => {
    const node = nodeOf(await checkText(reading(", state: { displayName: Old, state: ACTIVE }")), "old");
    expect(node).toMatchObject({
      kind: "get",
      id: "global/old",
      qualifiers: { displayName: "Old", state: "ACTIVE" },
      provider: "google",
      edges: [],
    });
  });

  test("qualifiers name fields of the resource", async () => {
    const { said, problems } = await checkText(reading(", state: { displayNmae: Old }"));
    expect(said).toEqual(["unknown-field @ displayNmae"]);
    expect(problems[0]?.fix).toBe("displayName");
  });

  test("a secret field is no qualifier, and what it was given is not repeated", async () => {
    const get = "get: { id: global/web/first, state: { clientSecret: hunter2, displayName: Old } }";
    const { said, problems } = await checkText(withResources(`old: { type: "iam:OAuthClientCredential", ${get} }`));
    expect(said).toEqual(["value-not-allowed @ hunter2"]);
    expect(problems[0]?.detail).toMatch(/^`clientSecret`.* qualifier$/);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  test("its id may be a reference, which is an edge, and must be text", async () => {
    const text = withResources(
      attachment("gate"),
      `a: { type: "connectors:EndpointAttachment", get: { id: "${$}gate.id}" } }`,
      `b: { type: "connectors:EndpointAttachment", get: { id: "${$}gate.labels}" } }`,
    );
    const { said } = await checkText(text);
    expect(said).toEqual([`expression-type @ ${$}gate.labels}`]);
    expect(nodeOf(await checkText(text.split("\n").toSpliced(-2, 1).join("\n")), "a").edges).toEqual(["gate"]);
  });
});

test("a look-up's arguments are checked as fields are", async () => {
  const lookup = (given: string) =>
    "name: test\nproviders:\n  azure: { kind: azure, subscriptionId: s }\nlookups:\n  link:\n" +
    `    function: migrate:getPrivateEndpointConnection\n    arguments: { ${given} }\n`;
  const sound = "resourceGroupName: rg, migrateProjectName: p, peConnectionName: c";
  expect(nodeOf(await checkText(lookup(sound)), "link")).toMatchObject({ kind: "lookup", apiVersion: "2020-05-01" });
  expect((await checkText(lookup(`${sound}, peConectionName: d`))).said).toEqual(["unknown-field @ peConectionName"]);
  expect((await checkText(lookup(sound.replace("rg,", "a/b,")))).said).toEqual(["value-malformed @ a/b"]);
  expect((await checkText(lookup(sound.slice(23)))).said).toEqual(["missing-field @ arguments"]);
});

test("what is to stand in a place is told of what is written there, and not of what comes from elsewhere", async () => {
  const lines = ["description: 12", "description: *n", `description: "${$}config.m.port}"`];
  const told = lines.map(async (line) => {
    const text = withResources(attachment("gate", line)).replace(
      "name: test",
      () => "name: test\nconfig:\n  m: { type: map, default: { port: &n 5 } }",
    );
    const { problems } = await checkText(text);
    return problems.map(({ code, hint, fix }) => [code, hint, fix]);
  });
  expect(await Promise.all(told)).toEqual([
    [["wrong-type", "put the value in quotes", '"12"']],
    [["wrong-type", undefined, undefined]],
    [["wrong-type", undefined, undefined]],
  ]);
});

test.each([
  ["https://a.example", "[https://a.example]"],
  [">-\n        https://a.example", undefined],
  ["|-\n        https://a.example", undefined],
])("a list is the cure of a text, and not within a block: %j", async (written, fix) => {
  const lines = ["oauthClientId: web", "location: global", "allowedGrantTypes: []", `allowedRedirectUris: ${written}`];
  const text =
    "name: test\nproviders:\n  google: { kind: google, project: p }\nresources:\n  it:\n    type: iam:OAuthClient\n" +
    `    properties:\n${[...lines, "allowedScopes: []"].map((line) => `      ${line}\n`).join("")}`;
  const found = (await checkText(text)).problems.filter(({ code }) => code === "wrong-type");
  expect(found.map((each) => each.fix)).toEqual([fix]);
});

describe("what a plan would refuse without a call", () => {
  test("two resources that stand for one object are told at the second", async () => {
    const again = attachment("gate").replace("gate:", "again:");
    expect((await checkText(withResources(attachment("gate"), again))).said).toEqual(["claimed-twice @ again"]);
  });

  test("providers that differ in parts of names, or in how calls are made, lead to one platform", async () => {
    const text = (name: string, provider: string) =>
      attachment(name, "location: here, project: acme", `options: { provider: ${provider} }`).replace(
        `endpointAttachmentId: ${name}`,
        "endpointAttachmentId: gate",
      );
    const others = [
      "  second: { kind: google, project: other, region: elsewhere }",
      "  patient: { kind: google, project: other, retryFor: 1h }",
      "  apart: { kind: google, project: other, universeDomain: apart.example }",
    ];
    const whole = (second: string) =>
      withResources(text("one", "google"), text("two", second)).replace(
        "resources:",
        `${others.join("\n")}\nresources:`,
      );
    for (const second of ["second", "patient"])
      expect((await checkText(whole(second))).said).toEqual(["claimed-twice @ two"]);
    expect((await checkText(whole("apart"))).said).toEqual([]);
  });

  test("values that a vendor is known to refuse are advised of where they stand, and known ones only", async () => {
    const text = withResources(
      attachment("gate", 'labels: { Team: "Green", team: "${open.description}" }'),
      attachment("open"),
      'link: { type: "iam:OAuthClient", properties: { oauthClientId: gcp-portal, location: here, ' +
        "allowedGrantTypes: [], allowedRedirectUris: [app], " +
        'allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"] } }',
    );
    const { said, advised } = await checkText(text);
    expect(said).toEqual([]);
    expect(advised).toEqual([
      'vendor-limit @ { Team: "Green", team: "${open.description}" }',
      ...["Green", "gcp-portal", "here", "[]", "app"].map((token) => `vendor-limit @ ${token}`),
    ]);
  });

  test("arguments of a look-up are advised of too", async () => {
    const group = "g".repeat(91);
    const text = [
      "name: test",
      "providers: { azure: { kind: azure, subscriptionId: s-1 } }",
      "lookups:",
      "  link:",
      "    function: migrate:getPrivateEndpointConnection",
      `    arguments: { resourceGroupName: ${group}, migrateProjectName: ppp, peConnectionName: x }`,
      "",
    ].join("\n");
    expect((await checkText(text)).advised).toEqual([`vendor-limit @ ${group}`]);
  });

  test("what lies elsewhere is another object", async () => {
    const again = attachment("gate", "location: here").replace("gate:", "again:");
    expect((await checkText(withResources(attachment("gate"), again))).said).toEqual([]);
  });

  test("a subscription that no input can give is missed by what is named by us, and by a look-up", async () => {
    const text = [
      "name: test",
      "resources:",
      '  named: { type: "migrate:ServerCollector", properties: { resourceGroupName: rg, projectName: p } }',
      "lookups:",
      "  link:",
      "    function: migrate:getPrivateEndpointConnection",
      "    arguments: { resourceGroupName: rg, migrateProjectName: ppp, peConnectionName: x }",
      "",
    ].join("\n");
    const { said, problems } = await checkText(text);
    expect(said).toEqual(["provider-incomplete @ named", "provider-incomplete @ link"]);
    for (const { detail } of problems) expect(detail).toContain("`subscriptionId` of provider `azure`");
    const environment = { AZURE_SUBSCRIPTION_ID: "s-1" };
    expect((await checkText(text, { environment })).said).toEqual([]);
  });
});

describe("what lies in something that is declared beside it", () => {
  const withType = (address: string, type: string, properties: readonly string[]) =>
    `${address}: { type: "${type}", properties: { ${properties.join(", ")} } }`;
  const client = (clientType: string) =>
    withType("web", "iam:OAuthClient", [
      `oauthClientId: web-portal, location: global, clientType: ${clientType}`,
      "allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]",
      "allowedRedirectUris: ['https://a.example/b'], allowedScopes: []",
    ]);
  const secret = (id: string, location = "global") =>
    withType("secret", "iam:OAuthClientCredential", [
      `oauthClientId: "${id}", location: "${location}", oauthClientCredentialId: first`,
    ]);

  test.each([
    ["${web.oauthClientId}", "${web.location}"],
    ["${web.oauthClientId}", "global"],
    ["web-portal", "global"],
    ["web-${'portal'}", "global"],
  ])("is refused where the platform makes none: %s in %s", async (id, location) => {
    const whole = (type: string) => withResources(client(type), secret(id, location));
    const { said, problems } = await checkText(whole("PUBLIC_CLIENT"));
    expect(said).toEqual(["refused-in-holder @ secret"]);
    expect(problems[0]?.detail).toBe(
      "`secret` lies in `web`, whose `clientType` is PUBLIC_CLIENT: the platform makes none there",
    );
    expect((await checkText(whole("CONFIDENTIAL_CLIENT"))).said).toEqual([]);
  });

  test("is another's where it names another", async () => {
    for (const [id, location] of [
      ["web-other", "global"],
      ["web-portal", "elsewhere"],
    ] as const)
      expect((await checkText(withResources(client("PUBLIC_CLIENT"), secret(id, location)))).said).toEqual([]);
    const onlyNamed = secret("${web.clientId}");
    expect((await checkText(withResources(client("PUBLIC_CLIENT"), onlyNamed))).said).toEqual([]);
  });
});
