/** What people who write programs in TypeScript and JavaScript expect, tried on the packed packages. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PackedProject, packedProject } from "./packed.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let project: PackedProject;
beforeAll(async () => {
  project = await packedProject();
});
afterAll(() => project.remove());

const provider = `new google.Provider("google", { project: "acme", region: "eu" });`;
const client = (name: string, more = "", options = ""): string => `new iam.OAuthClient(${name}, {
  oauthClientId: "web-portal", location: "global", allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  ${more}
}${options})`;
const gate = (name: string, more = "", options = ""): string => `new connectors.EndpointAttachment(${name}, {
  endpointAttachmentId: ${name}, serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
  ${more}
}${options})`;
const head = (names: string): string => `import { ${names} } from "plumbline-sdk";\n`;

/** What a new project plans: names of resources, values of outputs; its problems where it is refused. */
async function planned(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const folder = project.folder(files);
  const run = await project.plumb(folder, ["plan", "--json", ...argv]);
  const document = JSON.parse(run.stdout) as {
    readonly steps?: readonly { readonly name: string; readonly fields?: readonly Field[] }[];
    readonly outputs?: readonly { readonly name: string; readonly new?: unknown }[];
    readonly problems?: readonly {
      readonly detail: string;
      readonly hint?: string;
      readonly span?: { line: number };
    }[];
  };
  return {
    stderr: run.stderr,
    steps: document.steps?.map(({ name }) => name),
    fields: Object.fromEntries(
      (document.steps ?? []).flatMap(({ fields = [] }) => fields).map((each) => [each.path, each.new]),
    ),
    outputs: Object.fromEntries((document.outputs ?? []).map((each) => [each.name, each.new])),
    problems: document.problems?.filter((each) => each.span !== undefined) ?? [],
    said: run.stdout + run.stderr,
  };
}

interface Field {
  readonly path: string;
  readonly new?: unknown;
}

describe("a project that `npm init -y` made", () => {
  test("takes `import` in plumb.ts, and Node warns of nothing", async () => {
    const found = await planned({ "plumb.ts": `${head("google, iam")}${provider}\n${client('"portal"')};\n` });
    expect(found).toMatchObject({ steps: ["portal"], stderr: "" });
  });

  test("takes `require` in plumb.js", async () => {
    const text = `const { google, iam } = require("plumbline-sdk");\n${provider}\n${client('"portal"')};\n`;
    expect(await planned({ "plumb.js": text })).toMatchObject({ steps: ["portal"], stderr: "" });
  });

  test("takes `import` in plumb.js", async () => {
    const found = await planned({ "plumb.js": `${head("google, iam")}${provider}\n${client('"portal"')};\n` });
    expect(found).toMatchObject({ steps: ["portal"], stderr: "" });
  });

  test("takes `module.exports` with a function that waits", async () => {
    const text = `const { google, iam } = require("plumbline-sdk");
module.exports = async () => { await null; ${provider} ${client('"portal"')}; return { said: "yes" }; };\n`;
    expect(await planned({ "plumb.cjs": text }, "-f", "plumb.cjs")).toMatchObject({
      steps: ["portal"],
      outputs: { said: "yes" },
    });
  });

  test("takes an async default export, whose result has the outputs", async () => {
    const text = `${head("google, iam")}
export default async () => { await null; ${provider} ${client('"portal"')}; return { said: "yes" }; };\n`;
    expect(await planned({ "plumb.ts": text })).toMatchObject({ steps: ["portal"], outputs: { said: "yes" } });
  });
});

describe("TypeScript as it is written for a compiler", () => {
  test("enums, parameter properties and namespaces run", async () => {
    const text = `${head("google, iam")}${provider}
enum Size { Small = "small" }
namespace Names { export const first = "first"; }
class Site { constructor(private readonly name: string) {} get said(): string { return this.name; } }
${client('"portal"', "displayName: `${Size.Small} ${Names.first} ${new Site(Size.Small).said}`,")};\n`;
    expect((await planned({ "plumb.ts": text })).fields).toMatchObject({ "/displayName": "small first small" });
  });

  test("`./x.js` and `./x` are `x.ts`, and `./folder` is its index", async () => {
    const found = await planned({
      "plumb.ts": `${head("google")}import { a } from "./a.js";\nimport { b } from "./b";\nimport { c } from "./c";
${provider}\nexport const all = [a, b, c];\n`,
      "a.ts": "export const a: string = 'a';\n",
      "b.ts": "export const b: string = 'b';\n",
      "c/index.ts": "export const c: string = 'c';\n",
    });
    expect(found.outputs).toEqual({ all: ["a", "b", "c"] });
  });

  test("mistakes after an enum are told at the line that was written", async () => {
    const text = `${head("google, iam")}enum Size {\n  Small = "s",\n  Large = "l",\n}\n${provider}
${client('"portal"', 'displayName: "x".repeat(40),')};\n`;
    const found = await planned({ "plumb.ts": text });
    expect(found.problems).toMatchObject([
      { span: { line: text.split("\n").findIndex((line) => line.includes("repeat")) + 1 } },
    ]);
    const fail = "const fail = (): never => { throw new Error(Size.Small); };";
    const thrown = `enum Size { Small = "s" }\n\n${fail}\nfail();\n`;
    expect((await planned({ "plumb.ts": thrown })).problems).toMatchObject([{ span: { line: 3 } }]);
  });

  test("a type that is imported as a value is told at its line, with the cure", async () => {
    const found = await planned({
      "plumb.ts": `import { Site } from "./site";\nconst site: Site = { name: "a" };\nexport const { name } = site;\n`,
      "site.ts": "export interface Site { name: string }\n",
    });
    expect(found.problems).toMatchObject([
      { span: { line: 1 }, hint: expect.stringContaining("import type { Site }") },
    ]);
  });

  test.each([
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
    ["a CommonJS project's nodenext", { module: "nodenext" }],
  ])("the types are found with moduleResolution of %s, and refuse what is wrong", (name, options) => {
    const folder = project.folder({
      "package.json": JSON.stringify({ type: name.startsWith("a CommonJS") ? "commonjs" : "module" }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { target: "es2023", strict: true, noEmit: true, types: [], ...options },
        files: ["plumb.ts"],
      }),
      "plumb.ts": `${head("azure, google, iam")}import { inlineStack } from "plumbline-sdk/automation";
${provider}\nconst arm = new azure.Provider("azure");\n${client('"portal"')};
// @ts-expect-error a provider of another kind
${client('"other"', "", ", { provider: arm }").replaceAll("\n", " ")};
export const made = inlineStack;\n`,
    });
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const run = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: folder, encoding: "utf8" });
    expect(run.stdout).toBe("");
  });
});

describe("what a program does with outputs and mistakes", () => {
  test("console.log shows where an output comes from, and nothing of a secret, however it is written", async () => {
    const text = `${head("google, iam, interpolate, secret")}${provider}
const password = secret("hunter2");
const portal = ${client('"portal"', "description: password,")};
console.log(password, { password }, [password], portal, portal.clientId, interpolate\`<\${password}>\`);
for (const write of [() => \`\${password}\`, () => JSON.stringify({ password }), () => String(password)])
  try { console.log(write()); } catch (error) { console.log("refused", (error as Error).message); }
throw new Error(\`nothing of \${Object.keys({ password })}\`);\n`;
    const { said } = await planned({ "plumb.ts": text });
    expect(said).toContain(
      'Output(<secret>) { password: Output(<secret>) } [ Output(<secret>) ] OAuthClient("portal")',
    );
    expect(said).toContain("Output(${portal.clientId}) Output(`<<secret>>`)");
    expect(said.match(/^refused an output can't be turned into/gm)).toHaveLength(3);
    expect(said).not.toContain("hunter2");
  });

  test("jsonStringify takes outputs", async () => {
    const text = `${head("google, iam, jsonStringify")}${provider}\nconst portal = ${client('"portal"')};
export const json = jsonStringify({ id: portal.oauthClientId, list: [1] });\n`;
    expect((await planned({ "plumb.ts": text })).outputs).toEqual({ json: '{"id":"web-portal","list":[1]}' });
  });

  test("errors have a type and a code", async () => {
    const text = `${head("Config, google, ProgramError, StackReference")}${provider}
const errorOf = (work: () => unknown): ProgramError => {
  try { work(); } catch (error) { if (error instanceof ProgramError) return error; }
  throw new Error("no ProgramError");
};
const codeOf = (work: () => unknown) => errorOf(work).code;
export const said = errorOf(() => new Config().requireSecret("pin")).message;
export const codes = [
  codeOf(() => new Config().require("missing")),
  codeOf(() => new StackReference("nowhere").requireOutput("x")),
];\n`;
    expect((await planned({ "plumb.ts": text })).outputs).toEqual({
      said:
        "the config key `pin` has no value: keep one with `plumb config set pin --secret`, " +
        "or give it in PLUMB_CONFIG_PIN",
      codes: ["config-missing", "stack-not-found"],
    });
  });

  test("a stack that is missing is named, at the line that refers to it", async () => {
    const text = `${head("StackReference")}\nexport const x = new StackReference("nowhere").requireOutput("x");\n`;
    const found = await planned({ "plumb.ts": text });
    expect(found.problems).toMatchObject([{ span: { line: 3 }, detail: expect.stringMatching(/nowhere/) }]);
  });

  test("what goes wrong in a loop is told with the resource's name", async () => {
    const text = `${head("connectors, google")}${provider}
for (const name of ["fine", "wrong"])
  ${gate("name", 'description: name === "wrong" ? 5 as never : "d",')};\n`;
    const { problems } = await planned({ "plumb.ts": text });
    expect(problems).toMatchObject([{ detail: expect.stringMatching(/^`wrong`: /) }]);
  });

  test("a component is used twice, its resources by the same names inside", async () => {
    const text = `${head("ComponentResource, connectors, google")}${provider}
class Site extends ComponentResource {
  constructor(name: string) { super("acme:Site", name); ${gate('"gate"', "location: name,", ", { parent: this }")}; }
}
new Site("blue");\nnew Site("green");\n`;
    expect((await planned({ "plumb.ts": text })).steps?.toSorted()).toEqual(["blue-gate", "green-gate"]);
  });
});

describe("tests and automation", () => {
  const seed = readFileSync(join(root, "examples/quickstart/cloud-seed.json"), "utf8");
  const tests = `import { strict as assert } from "node:assert";
import test from "node:test";
import { azure, connectors, google, iam, interpolate, migrate, secret, StackReference } from "plumbline-sdk";
import { inlineStack, PlumblineClient, StackProblem } from "plumbline-sdk/automation";
import { testStack } from "plumbline-sdk/testing";

const program = (more: object = {}) => {
  ${provider}
  const portal = ${client('"portal"', "...more,")};
  const gate = ${gate('"gate"', "description: portal.clientId.apply((id) => `for ${id.length} digits`),")};
  return { said: gate.description, ip: gate.endpointIp.apply((ip) => \`at \${ip}\`), password: secret("hunter2") };
};

test("apply runs in rounds, and outputs are real", async () => {
  await using tested = await testStack(() => program());
  assert.equal(tested.outputs["said"], "for 21 digits");
  assert.match(String(tested.outputs["ip"]), /^at 10\\./);
  assert.equal(tested.outputs["password"], "hunter2");
  assert.equal(tested.resources["portal"]?.["state"], "ACTIVE");
  assert.equal((await tested.stack.plan()).summary.same, 2);
  const changed = await tested.up(() => program({ displayName: "B" }));
  assert.equal(changed.runs[0]?.update, 1);
});

test("what one uses in a text and computes with is replaced, and the former object goes last", async () => {
  const both = (id: string) => () => {
    ${provider}
    const portal = ${client('"portal"', "").replace('"web-portal"', "id")};
    const { clientId } = portal;
    const labels = { n: clientId.apply((each) => each.slice(0, 5)) };
    ${gate('"gate"', "description: interpolate`of ${clientId}`, labels,")};
  };
  await using tested = await testStack(both("client-a"));
  const { client } = tested.stack;
  const runs = await inlineStack(both("client-b"), { client, project: "test", stack: "test" }).up();
  assert.deepEqual(runs.map((each) => [each.replace, each.update, each.delete]), [[1, 0, 0], [0, 1, 1]]);
});

test("look-ups, objects that exist and other stacks answer", async () => {
  const asking = () => {
    ${provider}
    new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
    const network = new StackReference("network");
    const link = migrate.getPrivateEndpointConnectionOutput({
      resourceGroupName: "rg-migration", migrateProjectName: "datacenter-exit",
      peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
    });
    return {
      host: network.requireOutput<string>("host").apply((host) => host.toUpperCase()),
      version: link.platformApiVersion.apply((version) => \`v\${version}\`),
    };
  };
  const stacks = { network: { host: "a.example" } };
  await using tested = await testStack(asking, { stacks, seed: ${seed} });
  assert.deepEqual(tested.outputs, { host: "A.EXAMPLE", version: "v2020-05-01" });
});

test("ids and values are checked", async () => {
  await assert.rejects(testStack(() => program({ oauthClientId: "X" })), (error) => {
    assert.ok(error instanceof StackProblem);
    assert.deepEqual(error.problems.map(({ address, code }) => [address, code]), [
      ["portal", "value-too-short"], ["portal", "value-malformed"],
    ]);
    return true;
  });
});

test("what is missing says so", async () => {
  const missing = () => ({ x: new StackReference("nowhere").requireOutput("y") });
  await assert.rejects(testStack(missing), { code: "stack-not-found", message: /test\\/nowhere/ });
  const gone = () => {
    ${provider}
    const none = iam.OAuthClient.get("x", "projects/acme/locations/global/oauthClients/none");
    return { x: none.clientId.apply((id) => id) };
  };
  await assert.rejects(testStack(gone), { code: "not-found" });
});

test("parallel tests don't mix", async () => {
  const names = ["a", "b", "c"];
  const all = await Promise.all(names.map((name) => testStack(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { ...program({ displayName: name }), name };
  })));
  assert.deepEqual(all.map(({ outputs }) => outputs["name"]), names);
  assert.deepEqual(all.map(({ resources }) => resources["portal"]?.["displayName"]), names);
  await Promise.all(all.map((each) => each.close()));
});

test("a stack is planned, brought up, followed and destroyed from code", async () => {
  await using tested = await testStack(() => ({}));
  const stack = inlineStack(() => program(), { client: tested.stack.client, project: "portal" });
  const plan = await stack.plan();
  assert.deepEqual([plan.summary.create, plan.deferred.map(({ name }) => name)], [1, ["gate"]]);
  const events: string[] = [];
  const runs = await stack.up({ plan, onEvent: ({ event }) => events.push(event) });
  assert.deepEqual([runs.map(({ create }) => create), events[0], events.at(-1)], [[1, 1, 0], "started", "summary"]);
  assert.notEqual((await stack.outputs())["password"], "hunter2");
  const again: string[] = [];
  for await (const { event } of stack.follow(runs[0]?.run ?? "")) again.push(event);
  assert.equal(again.at(-1), "summary");
  await assert.rejects(stack.up({ plan }), { code: "stale-plan", message: /plan/ });
  assert.equal((await stack.destroy()).delete, 2);
  assert.deepEqual(await stack.resources(), {});
  assert.ok(stack.client instanceof PlumblineClient);
});
`;
  const names = [...tests.matchAll(/^test\("([^"]+)"/gm)].map(([, name]) => name ?? "");
  let said = "";
  beforeAll(() => {
    const folder = project.folder({ "stack.test.mts": tests });
    const run = spawnSync(process.execPath, ["--test", "--test-reporter=tap", "stack.test.mts"], {
      cwd: folder,
      encoding: "utf8",
    });
    said = run.stdout + run.stderr;
  });
  test("a plumb that has no modules beside it, as the single executable, serves from a process of its own", () => {
    const text = `import { strict as assert } from "node:assert";
import { google, connectors } from "plumbline-sdk";
import { testStack } from "plumbline-sdk/testing";
const declare = () => { ${provider} return { ip: ${gate('"gate"')}.endpointIp }; };
const tested = await testStack(declare, { seed: ${seed} });
assert.match(String(tested.outputs["ip"]), /^10\\./);
await tested.close();
await testStack(declare);
console.log("done");
`;
    const folder = project.folder({
      "alone.mts": text,
      "node_modules/.bin/plumb": `#!/bin/sh\nexec "${join(project.path, "node_modules/.bin/plumb")}" "$@"\n`,
    });
    chmodSync(join(folder, "node_modules/.bin/plumb"), 0o755);
    const run = spawnSync(process.execPath, ["alone.mts"], { cwd: folder, encoding: "utf8" });
    expect([run.status, run.stdout, run.stderr]).toEqual([0, "done\n", ""]);
  });

  test.each(names)("%s", (name) => {
    expect(said).toMatch(new RegExp(`^\\s*ok \\d+ - ${name}`, "m"));
  });
});
