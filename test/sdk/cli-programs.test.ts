import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { runPlumb, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type SdkFolder, sdkFolder } from "./program.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder: SdkFolder;
/** Where the state of one test is. */
let dir = "";
beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());
afterEach(() => {
  if (dir !== "") rmSync(dir, { recursive: true, force: true });
  dir = "";
});

async function plumb(...argv: string[]) {
  if (dir === "") dir = mkdtempSync(join(tmpdir(), "plumb-state-"));
  return await runPlumb([...argv, "--dir", dir], folder.path);
}

const client = (fields: string, options = "") => `new iam.OAuthClient("portal", {
  oauthClientId: "web-portal",
  location: "global",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.example.com/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  ${fields}
}${options})`;

const head = `import { connectors, google, iam, interpolate, migrate, secret, StackReference } from "plumbline-sdk";
new google.Provider("google", { project: "acme", region: "europe-west1" });
`;

const chain = `${head}
const portal = ${client('displayName: process.env["PORTAL_NAME"] ?? "A",')};
const service = { serviceAttachment: "projects/acme/regions/europe-west1/serviceAttachments/s" };
const second = new connectors.EndpointAttachment("second", {
  ...service,
  endpointAttachmentId: "second",
  description: portal.clientId.apply((id) => \`for \${id.length} digits\`),
});
new connectors.EndpointAttachment("third", {
  ...service,
  endpointAttachmentId: "third",
  labels: { ip: second.endpointIp.apply((ip) => ip.replaceAll(".", "-")) },
});
export const address = second.endpointIp.apply((ip) => \`at \${ip}\`);
`;

describe("rounds", () => {
  test("what is computed of outputs follows in later rounds, each shown; then nothing is left", async () => {
    const file = folder.write("chain.ts", chain);
    const planned = await plumb("plan", "-f", file);
    expect(planned.stdout).toContain("? second  computed from `portal.clientId`".replaceAll("\\", ""));
    const up = await plumb("up", "-f", file, "--yes", "--json");
    expect(up.exitCode).toBe(0);
    const summaries = up.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; create?: number; outputs?: Json })
      .filter(({ event }) => event === "summary");
    expect(summaries.map(({ create }) => create)).toEqual([1, 1, 1]);
    expect(summaries.at(-1)?.outputs).toEqual({ address: expect.stringMatching(/^at 10\./) });
    const again = await plumb("plan", "-f", file, "--detailed-exitcode");
    expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("No changes")]);
    // A change of the first puts in doubt what was computed of it.
    const changed = startPlumb(["plan", "-f", file, "--dir", dir, "--json", "--env", "PORTAL_NAME"], folder.path, {
      PORTAL_NAME: "B",
    });
    const plan = JSON.parse((await changed.ended).stdout) as {
      steps: { name: string; action: string }[];
      deferred: { name: string }[];
    };
    expect(plan.steps.map(({ name, action }) => `${action} ${name}`).sort()).toEqual(["update portal"]);
    expect(plan.deferred.map(({ name }) => name)).toEqual(["second", "third"]);
  }, 180_000);

  test("what the platform leaves out is null, below what is left out too", async () => {
    const text = `import { azure, migrate } from "plumbline-sdk";
new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
const names = { resourceGroupName: "rg", projectName: "p", serverCollectorName: "c" };
const { properties } = new migrate.ServerCollector("sc", names);
export const tenant = properties.agentProperties.spnDetails.tenantId.apply((id) => id ?? "none");
export const site = properties.discoverySiteId.apply((id) => id ?? "none");
`;
    const file = folder.write("left-out.ts", text);
    expect((await plumb("up", "-f", file, "--yes")).exitCode).toBe(0);
    expect(JSON.parse((await plumb("outputs", "-f", file, "--json")).stdout)).toEqual({ tenant: "none", site: "none" });
  }, 180_000);

  test("what one uses in a text and computes with is replaced, and the former object goes last", async () => {
    const file = folder.write(
      "both.ts",
      `${head}
const a = ${client("").replace('"web-portal"', 'process.env["PORTAL_NAME"] ?? "client-a"')};
const service = { serviceAttachment: "projects/acme/regions/europe-west1/serviceAttachments/s" };
const second = new connectors.EndpointAttachment("second", {
  ...service,
  endpointAttachmentId: "second",
  description: interpolate\`of \${a.clientId}\`,
  labels: { digits: a.clientId.apply((id) => id.slice(0, 8)) },
});
new connectors.EndpointAttachment("third", {
  ...service,
  endpointAttachmentId: "third",
  description: interpolate\`of \${a.clientId}\`,
  labels: { ip: second.endpointIp.apply((ip) => ip.replaceAll(".", "-")) },
});
`,
    );
    expect((await plumb("up", "-f", file, "--yes")).exitCode).toBe(0);
    const argv = ["up", "-f", file, "--dir", dir, "--yes", "--json", "--env", "PORTAL_NAME"];
    const changed = await startPlumb(argv, folder.path, { PORTAL_NAME: "client-b" }).ended;
    expect([changed.exitCode, changed.stderr]).toEqual([0, expect.not.stringContaining("error")]);
    const done = changed.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; phase?: string; action?: string; name?: string })
      .flatMap(({ event, phase, action, name }) =>
        event === "step" && phase === "done" ? [`${action} ${name}`] : event === "summary" ? ["round"] : [],
      );
    const [last, ...before] = [...done].reverse().filter((each) => each !== "round");
    expect(last).toBe("delete portal");
    expect(before.sort()).toEqual(["replace portal", "update second", "update third"]);
    expect(done.filter((each) => each === "round")).toHaveLength(3);
  }, 180_000);

  test("a later round that would replace something stops under --yes", async () => {
    const file = folder.write(
      "replacing.ts",
      `${head}
const portal = ${client('displayName: process.env["PORTAL_NAME"] ?? "A",')};
new connectors.EndpointAttachment("second", {
  serviceAttachment: "projects/acme/regions/europe-west1/serviceAttachments/s",
  endpointAttachmentId: portal.state.apply((state) =>
    \`for-\${process.env["PORTAL_NAME"] ?? "a"}-\${state}\`.toLowerCase()),
});
`,
    );
    expect((await plumb("up", "-f", file, "--yes")).exitCode).toBe(0);
    const changed = await startPlumb(["up", "-f", file, "--dir", dir, "--yes", "--env", "PORTAL_NAME"], folder.path, {
      PORTAL_NAME: "B",
    }).ended;
    expect([changed.exitCode, changed.stderr]).toEqual([4, expect.stringContaining("approval-needed")]);
    const listed = JSON.parse((await plumb("state", "list", "-f", file, "--json")).stdout) as {
      name: string;
      id: string;
    }[];
    expect(listed.find(({ name }) => name === "second")?.id).toContain("for-a-active");
  }, 180_000);
});

test("a look-up that fails is told at the line that asked", async () => {
  const file = folder.write(
    "asking.ts",
    `${head}import { azure } from "plumbline-sdk";
new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
await Promise.resolve();
await migrate.getPrivateEndpointConnection(
  { resourceGroupName: "rg", migrateProjectName: "none", peConnectionName: "c" });
`,
  );
  const { exitCode, stderr } = await plumb("plan", "-f", file);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/asking\.ts:\d+:15: error\[program-failed\]/);
});

test("other stacks, look-ups and secrets", async () => {
  await plumb("cloud", "seed", join(root, "examples/quickstart/cloud-seed.json"));
  const base = folder.write(
    "base.ts",
    `${head}${client("")};\nexport const host = "a.example";\nexport const password = secret("hunter2");`,
  );
  expect((await plumb("up", "-f", base, "-s", "base", "--yes")).exitCode).toBe(0);
  const file = folder.write(
    "using.ts",
    `${head}import { azure } from "plumbline-sdk";
const subscription = new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
const args = {
  resourceGroupName: "rg-migration",
  migrateProjectName: "datacenter-exit",
  peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
};
const [plain, again] = await Promise.all([
  migrate.getPrivateEndpointConnection(args),
  migrate.getPrivateEndpointConnection(args, { provider: subscription }),
]);
const base = new StackReference("base");
export const status = plain.properties.privateLinkServiceConnectionState?.status;
export const same = again.id === plain.id;
const { platformApiVersion } = migrate.getPrivateEndpointConnectionOutput(args);
export const version = platformApiVersion.apply((text) => \`v\${text}\`);
export const host = base.requireOutput<string>("host").apply((text) => text.toUpperCase());
export const password = base.requireOutput<string>("password");
const existing = iam.OAuthClient.get("found", "projects/acme/locations/global/oauthClients/web-portal");
export const found = existing.clientId.apply((id) => id.length);
`,
  );
  const up = await plumb("up", "-f", file, "-s", "using", "--yes");
  expect([up.exitCode, up.stderr]).toEqual([0, ""]);
  const outputs = JSON.parse((await plumb("outputs", "-f", file, "-s", "using", "--json")).stdout) as Record<
    string,
    Json
  >;
  expect(outputs).toMatchObject({
    status: "Approved",
    same: true,
    version: "v2020-05-01",
    host: "A.EXAMPLE",
    found: 21,
  });
  expect(JSON.stringify(outputs)).not.toContain("hunter2");
  const revealed = await plumb("outputs", "password", "-f", file, "-s", "using", "--reveal");
  expect(revealed.stdout).toBe("hunter2\n");
}, 180_000);

describe("mistakes are told at the program's own line", () => {
  test("what the check finds", async () => {
    const file = folder.write("long.ts", `${head}${client('displayName: "x".repeat(40),')};`);
    const { exitCode, stderr } = await plumb("check", "-f", file);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("long.ts:9:3: error[value-too-long]");
    expect(stderr).toContain('9 |   displayName: "x".repeat(40),');
  });

  test("what is thrown, and what is no TypeScript", async () => {
    const thrown = await plumb(
      "plan",
      "-f",
      folder.write("thrown.ts", `${head}\nfunction fail(): never {\n  throw new TypeError("no");\n}\nfail();\n`),
    );
    expect([thrown.exitCode, thrown.stderr]).toEqual([
      2,
      expect.stringContaining("thrown.ts:5:9: error[program-failed]"),
    ]);
    const broken = await plumb("plan", "-f", folder.write("broken.ts", "const x: = 1;\n"), "--json");
    expect([broken.exitCode, JSON.parse(broken.stdout)]).toMatchObject([
      2,
      { problems: [{ code: "program-failed", span: { line: 1 } }] },
    ]);
  });

  test("programs that end too early, too late, or have no SDK", async () => {
    const early = await plumb("plan", "-f", folder.write("early.ts", "process.exit(3);"));
    expect([early.exitCode, early.stderr]).toEqual([2, expect.stringMatching(/ code 3 /)]);
    const late = startPlumb(["check", "-f", folder.write("late.ts", "setInterval(() => {}, 1000);")], folder.path, {
      PLUMB_PROGRAM_TIMEOUT: "1",
    });
    expect((await late.ended).stderr).toContain(" 1 seconds");
    const waiting = await plumb(
      "plan",
      "-f",
      folder.write("waiting.ts", `${head}await new Promise(() => {});\n${client("")};`),
    );
    expect([waiting.exitCode, waiting.stderr]).toEqual([2, expect.stringContaining("settles")]);
    const pending = await plumb(
      "plan",
      "-f",
      folder.write("pending.ts", `${head}${client("")};\nexport const never = new Promise(() => {});\n`),
    );
    expect(pending.exitCode).toBe(0);
    const used = await plumb(
      "plan",
      "-f",
      folder.write("used.ts", `${head}${client("description: new Promise<string>(() => {}),")};`),
    );
    expect([used.exitCode, used.stderr]).toEqual([2, expect.stringContaining("settles")]);
    const absent = await plumb(
      "plan",
      "-f",
      folder.write("absent.ts", `${head}import x from "no-such-module";\nexport { x };`),
    );
    expect([absent.exitCode, absent.stderr]).toEqual([
      2,
      expect.stringContaining("absent.ts:3:1: error[program-failed]"),
    ]);
    const lonely = mkdtempSync(join(tmpdir(), "plumb-lonely-"));
    const missing = await runPlumb(["check", "-f", join(lonely, "plumb.ts")], lonely);
    expect(missing.stderr).toContain("no file");
    rmSync(lonely, { recursive: true });
  }, 180_000);
});

test("a package for another interface version drives the resource with it, beside the default one", async () => {
  const generated = await plumb(
    "sdk",
    "generate",
    "authorization@2024-09-01-preview",
    "--language",
    "typescript",
    "--out",
    "auth",
  );
  expect([generated.exitCode, generated.stderr]).toEqual([0, ""]);
  symlinkSync(
    join(folder.path, "auth"),
    join(folder.path, "node_modules/plumbline-sdk-authorization-2024-09-01-preview"),
  );
  const unknown = await plumb("sdk", "generate", "authorization@1999", "--language", "typescript", "--out", "none");
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("it has 2020-10-01")]);
  const file = folder.write(
    "versions.ts",
    `import { authorization, azure } from "plumbline-sdk";
import * as newer from "plumbline-sdk-authorization-2024-09-01-preview";
new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
const scope = "/subscriptions/11111111-2222-3333-4444-555555555555";
const role = (guid: string) => \`\${scope}/providers/Microsoft.Authorization/roleDefinitions/\${guid}\`;
const [contributor, owner] = ["b24988ac-6180-42a0-ab88-20f7382dd24c", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635"];
const now = new newer.RoleManagementPolicyAssignment("newer", { scope, roleDefinitionId: role(contributor) });
const usual = new authorization.RoleManagementPolicyAssignment("usual", { scope, roleDefinitionId: role(owner) });
const rule = now.effectiveRules.apply((rules) =>
  rules.find((each) => each.ruleType === "RoleManagementPolicyExpirationRule"));
export const newest = rule.apply((each) => Object.keys(each ?? {}).includes("maximumDuration"));
export const both = [now.id, usual.id];
`,
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const flags = [
    "--noEmit",
    "--strict",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--skipLibCheck",
  ];
  execFileSync(process.execPath, [compiler, ...flags, file], { cwd: folder.path, stdio: "pipe" });
  const up = await plumb("up", "-f", file, "--yes");
  expect([up.exitCode, up.stderr]).toEqual([0, ""]);
  expect((await plumb("plan", "-f", file, "--detailed-exitcode")).exitCode).toBe(0);

  // Of the look-up the result tells the version that was spoken.
  await plumb("cloud", "seed", join(root, "examples/quickstart/cloud-seed.json"));
  await plumb("sdk", "generate", "migrate@2023-01-01", "--language", "typescript", "--out", "migrate");
  symlinkSync(join(folder.path, "migrate"), join(folder.path, "node_modules/plumbline-sdk-migrate-2023-01-01"));
  const looking = folder.write(
    "looking.ts",
    `import { azure, migrate } from "plumbline-sdk";
import * as newer from "plumbline-sdk-migrate-2023-01-01";
new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
const args = {
  resourceGroupName: "rg-migration",
  migrateProjectName: "datacenter-exit",
  peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
};
export const plain = (await newer.getPrivateEndpointConnection(args)).platformApiVersion;
export const declared = newer.getPrivateEndpointConnectionOutput(args).platformApiVersion;
export const usual = migrate.getPrivateEndpointConnectionOutput(args).platformApiVersion;
`,
  );
  expect((await plumb("up", "-f", looking, "-s", "looking", "--yes")).stderr).toBe("");
  const spoken = JSON.parse((await plumb("outputs", "-f", looking, "-s", "looking", "--json")).stdout) as Json;
  expect(spoken).toEqual({ plain: "2023-01-01", declared: "2023-01-01", usual: "2020-05-01" });
}, 180_000);

test("what an import writes in TypeScript plans no change, and a program converts to YAML and back", async () => {
  const description = JSON.stringify("It's ${x} and `y`");
  const file = folder.write("before.ts", `${head}${client(`description: ${description},`)};`);
  expect((await plumb("up", "-f", file, "-s", "other", "--yes")).stderr).toBe("");
  expect((await plumb("state", "rm", "portal", "-f", file, "-s", "other", "--yes")).exitCode).toBe(0);
  const provider = folder.write("provider.ts", head);
  const id = "projects/acme/locations/global/oauthClients/web-portal";
  expect((await plumb("stack", "new", "dev", "-f", provider)).exitCode).toBe(0);
  const imported = await plumb("import", "iam:OAuthClient", "portal", id, "-f", provider, "--format", "ts");
  expect(imported.exitCode).toBe(0);
  const whole = folder.write("after.ts", `${head.replace(" iam,", "")}${imported.stdout}`);
  const planned = await plumb("plan", "-f", whole, "--detailed-exitcode");
  expect([planned.exitCode, planned.stdout]).toEqual([0, expect.stringContaining("No changes")]);
  const yaml = join(folder.path, "after.yaml");
  expect((await plumb("convert", "-f", whole, "--to", "yaml", "--out", yaml)).exitCode).toBe(0);
  expect((await plumb("plan", "-f", yaml, "--detailed-exitcode")).exitCode).toBe(0);
  expect((await plumb("convert", "-f", yaml, "--to", "ts", "--out", yaml)).stderr).toContain(
    "which is the declaration",
  );
  expect((await plumb("convert", "-f", yaml, "--to", "ts", "--out", whole)).stderr).toContain("exists already");
  const back = folder.write("back.ts", (await plumb("convert", "-f", yaml, "--to", "ts")).stdout);
  expect((await plumb("plan", "-f", back, "--detailed-exitcode")).exitCode).toBe(0);
  expect(readFileSync(back, "utf8")).toContain("new iam.OAuthClient(");
}, 180_000);

test("the plan is made again when the program is saved", async () => {
  const file = folder.write("watched.ts", `${head}${client('displayName: "First",')};`);
  if (dir === "") dir = mkdtempSync(join(tmpdir(), "plumb-state-"));
  const watching = startPlumb(["plan", "-f", file, "--dir", dir, "--watch"], folder.path);
  await watching.says('"First"');
  await watching.says("Watching");
  folder.write("watched.ts", `$head$client('displayName: "Second",');`);
  await watching.says('"Second"');
  watching.kill();
  await watching.ended;
}, 180_000);
