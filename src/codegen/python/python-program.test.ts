import { expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { catalogDocument } from "../../definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../definitions/resources/catalog.ts";
import { readDeclaration } from "../../engine/declare/read-declaration.ts";
import { expressionLanguage } from "../../engine/expressions/expression-language.ts";
import { typescriptProgram } from "../typescript/typescript-program.ts";
import { pythonProgram, pythonStatements } from "./python-program.ts";

const catalog = catalogDocument(definitions);

async function converted(text: string): Promise<string> {
  const { declaration } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null) throw new Error("the text can't be read");
  const { cel } = await expressionLanguage(declaration as unknown as Json);
  return pythonProgram(declaration, catalog, cel);
}

test("what is named comes before what names it, and has a variable only then", async () => {
  expect(
    await converted(`name: test
config: { env: { type: string, default: "\${x}" } }
providers: { google: { kind: google, project: acme } }
resources:
  after:
    type: connectors:EndpointAttachment
    properties:
      { endpointAttachmentId: after, serviceAttachment: s, description: "At \${first.endpointIp} {\${config.env}}" }
    options: { dependsOn: [lambda], provider: google, ignoreChanges: [serviceAttachment] }
  first:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: b, serviceAttachment: s }
  lambda:
    type: settings:RestrictWorkspaceAdmins
    properties: { restrictWorkspaceAdmins: { status: ALLOW_ALL }, etag: x }
outputs: { rules: "\${size(after.labels) + 1}", whole: "\${after}" }
`),
  ).toBe(`import plumbline_sdk as plumb
from plumbline_sdk import connectors, google, settings

plumb.project("test")
config = plumb.Config()
env = config.string("env", default="\${x}")

google_provider = google.Provider("google", project="acme")

first = connectors.EndpointAttachment("first", endpoint_attachment_id="b", service_attachment="s")

lambda_ = settings.RestrictWorkspaceAdmins(
    "lambda",
    restrict_workspace_admins={"status": "ALLOW_ALL"},
    etag="x",
)

after = connectors.EndpointAttachment(
    "after",
    endpoint_attachment_id="after",
    service_attachment="s",
    description=plumb.Output.format("At {} {{{}}}", first.endpoint_ip, env),
    opts=plumb.ResourceOptions(
        depends_on=[lambda_],
        provider=google_provider,
        ignore_changes=["service_attachment"],
    ),
)

plumb.export("rules", plumb.cel("size({}) + 1", after.labels))
plumb.export("whole", plumb.cel("after"))
`);
});

test("texts are written so that nothing in them is lost or hidden", () => {
  const description = 'quote " backslash \\ line\nbreak tab\t null\u0000 bidi\u202e ümlaut 😀 $${x}';
  const entry = { type: "connectors:EndpointAttachment", properties: { description } };
  expect(pythonStatements({ a: entry }, catalog, null)).toContain(
    'description="quote \\" backslash \\\\ line\\nbreak tab\\t null\\u0000 bidi\\u202e ümlaut 😀 ${x}"',
  );
});

test("several resources have their imports once", () => {
  const entry = { type: "connectors:EndpointAttachment", properties: { labels: { "my-key": "v" } } };
  const got = { type: "iam:OAuthClient", get: { id: "global/x", state: {} } };
  expect(
    pythonStatements({ a: entry, b: entry, c: got }, catalog, null),
  ).toBe(`from plumbline_sdk import connectors, iam

connectors.EndpointAttachment("a", labels={"my-key": "v"})

connectors.EndpointAttachment("b", labels={"my-key": "v"})

iam.OAuthClient.get("c", "global/x")
`);
});

test("a provider that a resource names is called what a whole program would call it", () => {
  const entry = { type: "iam:OAuthClient", properties: { location: "global" }, options: { provider: "google" } };
  expect(pythonStatements({ a: entry }, catalog, null)).toContain("provider=google_provider");
});

test("outputs of another stack, and a text with a secret, are written in both languages", async () => {
  const text = `name: test
config: { token: { type: string, secret: true }, network: { stack: platform/prod } }
outputs: { address: "\${config.network.address}", said: "Bearer \${config.token} at \${config.network.hosts[0]}" }
`;
  expect(await converted(text)).toBe(`import plumbline_sdk as plumb

plumb.project("test")
config = plumb.Config()
token = config.string("token", secret=True)
config.stack("network", "platform/prod")

plumb.export("address", plumb.cel("config.network.address"))
plumb.export(
    "said",
    plumb.Output.format("Bearer {} at {}", token, plumb.cel("config.network.hosts[0]")),
)
`);
  const { declaration } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null) throw new Error("the text can't be read");
  expect(typescriptProgram(declaration, catalog, null)).toBe(
    `
import { Config, cel, interpolate, project } from "plumbline-sdk";

project("test");
const config = new Config();
const token = config.string("token", { secret: true });
config.stack("network", "platform/prod");

export const address = cel\`config.network.address\`;
export const said = interpolate\`Bearer \${token} at \${cel<string>\`config.network.hosts[0]\`}\`;
`.trimStart(),
  );
});
