import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../packages/base/problems/problem-codes.ts";
import { catalogDocument } from "../definitions/document/catalog-document.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import { checkDeclaration } from "../engine/check/check-declaration.ts";
import { parseText } from "../engine/declare/parse-text.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";
import { declarationSchema } from "./declaration-schema.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const document = catalogDocument(catalog);
// Another validator than ours: `if` narrows a type that stands outside, which its strict mode takes for a slip.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
const validate = ajv.compile(declarationSchema(document));

/** What the schema has against a text: each place with what is wrong there; null where it is no YAML. */
function against(text: string): readonly string[] | null {
  const parsed = parseText(text, false);
  if (!parsed.ok || parsed.value.problems.length > 0) return null;
  validate(parsed.value.root?.value ?? null);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

async function problemsOf(text: string): Promise<readonly Problem[]> {
  const { declaration, spans, dropped, problems } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null) return problems;
  const surroundings = { environment: {}, defaults: {} };
  const seal = async () => ({ $secret: { id: "", fingerprint: "" } });
  const result = await checkDeclaration({ declaration, spans, dropped, catalog, surroundings, config: {}, seal });
  return [...problems, ...result.problems];
}

const files = globSync("{examples,test}/**/*.yaml", { cwd: root, exclude: ["**/node_modules", "test/api/**"] }).sort();
const texts = [
  ...files.map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
  ...[...document.resources, ...document.functions].flatMap(({ type, examples }) =>
    examples.map((text) => [`the example of ${type}`, text] as const),
  ),
];

/** Mistakes that one place of a declaration tells by itself. */
const ofOnePlace: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...(["unknown-key", "missing-key", "wrong-type", "invalid-name", "unknown-option"] as const),
  ...(["unknown-field", "missing-field", "output-field", "no-auto-naming", "unknown-type"] as const),
  ...(["unknown-function", "value-too-long", "value-too-short"] as const),
]);

test("no declaration that the check takes is refused, and none with a mistake that one place tells is taken", async () => {
  const taken: string[] = [];
  const refused: string[] = [];
  const differing: unknown[] = [];
  for (const [name, text] of texts) {
    const errors = (await problemsOf(text)).filter(({ severity }) => severity === "error");
    const found = against(text);
    if (found === null) continue;
    if (errors.length === 0) {
      taken.push(name);
      if (found.length > 0) differing.push([name, found]);
    } else if (errors.some(({ code }) => ofOnePlace.has(code))) {
      refused.push(name);
      if (found.length === 0) differing.push([name, errors.map(({ code, detail }) => `${code}: ${detail}`)]);
    }
  }
  expect(differing).toEqual([]);
  expect(taken.length).toBeGreaterThan(80);
  expect(refused.length).toBeGreaterThan(0);
});

const head = "name: portal\n";
const client = (fields: string, more = "") => `${head}resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.acme.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]
${fields}${more}`;
const field = (line: string) => client(`      ${line}\n`);
const option = (line: string) => client("", `    options: { ${line} }\n`);

describe("an expression may stand for every value", () => {
  test.each([
    ["of a text with rules", field("project: ${config.project}")],
    ["of a closed list", field('clientType: "${config.kind}"')],
    ["of a boolean", field('disabled: "${config.off}"')],
    [
      "of a list",
      `${head}resources:\n  a:\n    type: iam:OAuthClient\n` +
        `    properties: { allowedGrantTypes: "\${b.list}", allowedRedirectUris: ["\${b.uri}"], ` +
        `allowedScopes: "\${b.scopes}", location: "\${b.place}", oauthClientId: "\${b.id}" }\n`,
    ],
    [
      "of an object",
      `${head}resources:\n  a: { type: settings:RestrictWorkspaceAdmins, ` +
        `properties: { restrictWorkspaceAdmins: "\${b.setting}" } }\n`,
    ],
    [
      "of a map",
      `${head}resources:\n  a: { type: connectors:EndpointAttachment, properties: { endpointAttachmentId: a, ` +
        `serviceAttachment: b, labels: "\${c.labels}" } }\n`,
    ],
    ["of a provider", `${head}providers:\n  d: { kind: databricks, level: "\${config.level}" }\n`],
    [
      "of an argument",
      `${head}lookups:\n  l: { function: migrate:getPrivateEndpointConnection, ` +
        `arguments: { migrateProjectName: "\${a.b}", peConnectionName: c, resourceGroupName: d } }\n`,
    ],
    ["of an option", option('protect: "${config.keep}"')],
    [
      "of what config decides",
      `${head}providers:\n  d: { kind: databricks, forEach: "\${config.all}" }\nresources:\n  a:\n` +
        `    type: settings:RestrictWorkspaceAdmins\n    when: "\${config.keep}"\n    forEach: [a, b]\n` +
        `    properties: { restrictWorkspaceAdmins: "\${b.setting}" }\n`,
    ],
  ])("%s", (_, text) => expect(against(text)).toEqual([]));

  test.each([
    ["the type", `${head}resources:\n  a: { type: "\${config.type}" }\n`],
    ["the kind of a provider", `${head}providers:\n  a: { kind: "\${config.kind}" }\n`],
  ])("but %s is none of them", (_, text) => expect(against(text)).not.toEqual([]));
});

describe("other forms of the same", () => {
  test.each([
    [
      "a listed version",
      `${head}resources:\n  a: { type: "authorization:RoleManagementPolicyAssignment@2024-09-01-preview", ` +
        "properties: { scope: /subscriptions/1 } }\n",
    ],
    [
      "an unlisted version",
      `${head}resources:\n  a: { type: "authorization:RoleManagementPolicyAssignment@unlisted:2026-01-01", ` +
        "properties: { scope: /subscriptions/1 } }\n",
    ],
    [
      "a read",
      `${head}resources:\n  a: { type: iam:OAuthClient, get: { id: global/web-portal, ` +
        "state: { clientId: x, disabled: false } }, options: { provider: g } }\n",
    ],
    [
      "null for what is left out",
      `${head}config:\nresources:\n  a: { type: settings:RestrictWorkspaceAdmins, ` +
        "properties: { restrictWorkspaceAdmins: { status: ALLOW_ALL }, etag: null } }\noutputs:\n",
    ],
    [
      "a config value of each type",
      `${head}config: { a: , b: { type: integer, default: 1 }, c: { type: list, default: [] }, d: { default: x, ` +
        "secret: true }, e: { type: map, default: {} } }\n",
    ],
    ["what programs write", '{"format": 1, "name": "portal", "unknown": {"/resources/a": "waits"}}'],
  ])("%s", (_, text) => expect(against(text)).toEqual([]));
});

describe("what is refused", () => {
  test.each([
    ["a key of no section", `${head}resource: {}\n`, "additional properties"],
    ["no name", "resources: {}\n", "'name'"],
    ["a name that is none", "name: Portal\n", "/name"],
    ["an unknown type", `${head}resources:\n  a: { type: iam:OauthClient }\n`, "/resources/a/type"],
    [
      "an unknown version",
      `${head}resources:\n  a: { type: "iam:OAuthClient@v9", properties: {} }\n`,
      "/resources/a/type",
    ],
    ["an unknown field", field("locaton: global"), "additional properties"],
    ["an output that is given", field("clientId: x"), "additional properties"],
    [
      "a missing field",
      `${head}resources:\n  a: { type: settings:RestrictWorkspaceAdmins, properties: {} }\n`,
      "'restrictWorkspaceAdmins'",
    ],
    ["no fields at all", `${head}resources:\n  a: { type: settings:RestrictWorkspaceAdmins }\n`, "'properties'"],
    ["a value out of a closed list", field("clientType: PUBLIK"), "/clientType"],
    ["a text for a boolean", field('disabled: "yes"'), "/disabled"],
    ["a number for a text", field("displayName: 12"), "/displayName"],
    ["a text that is too long", field(`displayName: ${"x".repeat(33)}`), "/displayName"],
    ["a text against a rule", client("").replace("web-portal", "cloud-portal"), "/oauthClientId"],
    ["null in a list", client("").replace("[AUTHORIZATION_CODE_GRANT]", "[null]"), "/allowedGrantTypes/0"],
    ["an unknown option", option("protekt: true"), "additional properties"],
    ["an option of another type", option("protect: 1"), "/options/protect"],
    ["what can't be restored", option("onDestroy: restore"), "/options/onDestroy"],
    [
      "a secret output that names the object",
      option("additionalSecretOutputs: [name]"),
      "/options/additionalSecretOutputs",
    ],
    ["a time limit of no unit", option("customTimeouts: { create: 5 }"), "/options/customTimeouts"],
    [
      "an option of a read that has none",
      `${head}resources:\n  a: { type: iam:OAuthClient, get: { id: a/b }, options: { protect: true } }\n`,
      "additional properties",
    ],
    [
      "fields of what is read",
      `${head}resources:\n  a: { type: iam:OAuthClient, get: { id: a/b }, properties: {} }\n`,
      "NOT be valid",
    ],
    [
      "a qualifier that is no field",
      `${head}resources:\n  a: { type: iam:OAuthClient, get: { id: a/b, state: { colour: red } } }\n`,
      "additional properties",
    ],
    ["an unknown kind of provider", `${head}providers:\n  a: { kind: googel }\n`, "/providers/a/kind"],
    [
      "an unknown key of a provider",
      `${head}providers:\n  a: { kind: google, subscriptionId: x }\n`,
      "additional properties",
    ],
    ["a default of another type", `${head}config: { a: { type: integer, default: x } }\n`, "/config/a/default"],
    ["a type of config that is none", `${head}config: { a: { type: text } }\n`, "/config/a/type"],
    [
      "a function among the resources",
      `${head}resources:\n  a: { type: migrate:getPrivateEndpointConnection }\n`,
      "/resources/a/type",
    ],
    [
      "an argument too few",
      `${head}lookups:\n  a: { function: migrate:getPrivateEndpointConnection, arguments: { peConnectionName: c } }\n`,
      "'migrateProjectName'",
    ],
    ["a reserved word for a name", `${head}resources:\n  config: { type: iam:OAuthClient }\n`, "property name"],
    ["another format", `${head}format: 2\n`, "/format"],
  ])("%s", async (_, text, place) => {
    const errors = (await problemsOf(text)).filter(({ severity }) => severity === "error");
    expect(errors).not.toEqual([]);
    expect(against(text)?.join("\n")).toContain(place);
  });
});
