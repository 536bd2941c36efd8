import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { typeCases } from "./type-cases.fixture.ts";

const file = fileURLToPath(new URL("virtual.ts", import.meta.url));

/** What the compiler says of a text that imports the SDK from its source, one line each. */
function diagnose(text: string): readonly string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((each) => {
    const { line } = each.file?.getLineAndCharacterOfPosition(each.start ?? 0) ?? { line: 0 };
    const source = text
      .split("\n")
      .slice(line - 1, line + 1)
      .join(" ");
    return `${ts.flattenDiagnosticMessageText(each.messageText, " ")} in ${source}`;
  });
}

const imports =
  "import { authorization, compute, connectors, iam, migrate, settings, google, azure, interpolate, type Output " +
  '} from "../../sdk/typescript/src/plumbline.ts";';

test("each mistake in the arguments of anything that can be declared fails to compile; what is right compiles", () => {
  const cases = typeCases();
  expect(cases.filter(({ mistake }) => mistake !== null).length).toBeGreaterThan(120);
  const lines = cases.flatMap(({ type, kind, mistake, args }) => {
    const called = type.replace(":", ".");
    const call =
      kind === "resource" ? `new ${called}("name", ${JSON.stringify(args)});` : `${called}(${JSON.stringify(args)});`;
    return mistake === null ? [call] : [`// @ts-expect-error ${type} ${mistake}`, call];
  });
  expect(diagnose([imports, ...lines].join("\n"))).toEqual([]);
});

test("outputs are as strict as plain values", () => {
  const text = `${imports}
declare const whole: Output<number>;
declare const maybe: Output<string | undefined>;
declare const client: iam.OAuthClient;
const rest = { location: "global", oauthClientId: "abcdef", allowedRedirectUris: [], allowedScopes: [] } as const;
new iam.OAuthClient("a", { ...rest, allowedGrantTypes: [client.clientId], displayName: client.displayName });
const { allowedGrantTypes } = client;
new iam.OAuthClient("b", { ...rest, allowedGrantTypes, location: interpolate\`\${client.state}\` });
// @ts-expect-error a number is no text
new iam.OAuthClient("c", { ...rest, allowedGrantTypes: [], displayName: whole });
// @ts-expect-error what may be missing is not enough for a field that is required
new iam.OAuthClient("d", { ...rest, allowedGrantTypes: [], location: maybe });
// @ts-expect-error a list of outputs that are no texts
new iam.OAuthClient("e", { ...rest, allowedGrantTypes: [whole] });
// @ts-expect-error there is no such output
client.clientID;
// @ts-expect-error a field of a text
client.clientId.length.whatever;
const text: Output<string> = client.clientId.apply((id) => id.toUpperCase());
// @ts-expect-error the value of a computation has its type
const wrong: Output<number> = client.clientId.apply((id) => id.toUpperCase());
const nested: Output<string> = client.clientId.apply((id) => Promise.resolve(text));
export { nested, text, wrong };
`;
  expect(diagnose(text)).toEqual([]);
});

test("options are held against the resource", () => {
  const text = `${imports}
const args = { endpointAttachmentId: "a", serviceAttachment: "b" };
const goo = new google.Provider("google", { project: "acme" });
const azu = new azure.Provider("azure");
const ignoreChanges = ["labels.team", "description"] as const;
new connectors.EndpointAttachment("a", args, { provider: goo, ignoreChanges, onDrift: "warn" });
// @ts-expect-error a provider of another kind
new connectors.EndpointAttachment("b", args, { provider: azu });
// @ts-expect-error no field of it
new connectors.EndpointAttachment("c", args, { ignoreChanges: ["labelz"] });
// @ts-expect-error no output of it
new connectors.EndpointAttachment("d", args, { additionalSecretOutputs: ["endpointIP"] });
// @ts-expect-error a misspelled option
new connectors.EndpointAttachment("e", args, { protected: true });
// @ts-expect-error none of the words
new connectors.EndpointAttachment("f", args, { onDestroy: "keep" });
// @ts-expect-error a misspelled field of a provider
new google.Provider("g", { projekt: "acme" });
// @ts-expect-error a qualifier of the wrong type
connectors.EndpointAttachment.get("h", "id", { labels: 1 });
`;
  expect(diagnose(text)).toEqual([]);
});
