import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { python, sdk, toolPython } from "./tools.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-python-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program, and gives its name. */
function program(text: string, name = "plumb.py"): string {
  writeFileSync(join(folder, name), text);
  return name;
}

async function plumb(...argv: string[]) {
  const environment = { PLUMB_PYTHON: python, PYTHONPATH: `${sdk}:${join(folder, "packages")}` };
  const { exitCode, stdout, stderr } = await startPlumb([...argv, "--no-color"], folder, environment).ended;
  return { exitCode, said: stdout + stderr, stdout };
}

const gate = (name: string, more: string): string =>
  `${name} = connectors.EndpointAttachment("${name}", endpoint_attachment_id="${name}", ` +
  `service_attachment="projects/p/regions/r/serviceAttachments/s"${more})\n`;

const head = `import plumbline_sdk as plumb
from plumbline_sdk import connectors, google, iam

google.Provider("google", project="acme", region="eu1")
`;

describe("a program in Python", () => {
  test("what apply makes of a value that is not known yet is made in the next round", async () => {
    const file = program(
      `${head}${gate("one", "")}` +
        gate("two", ', description=one.endpoint_ip.apply(lambda ip: ip.replace(".", "-"))') +
        'plumb.export("said", ' +
        `two.description.apply(lambda text: f"<{text}>"))\n`,
    );
    const up = await plumb("up", "--yes", "-f", file);
    expect(up.said).toMatch(/said: +"<\d+-\d+-\d+-\d+>"/);
    expect(up.exitCode).toBe(0);
    const again = await plumb("plan", "-f", file, "--detailed-exitcode");
    expect(again.said).toContain("No changes");
    expect(again.exitCode).toBe(0);
  });

  test("what the platform leaves out is null, below what is left out too", async () => {
    const file = program(`import plumbline_sdk as plumb
from plumbline_sdk import azure, migrate
azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")
sc = migrate.ServerCollector("sc", resource_group_name="rg", project_name="p", server_collector_name="c")
plumb.export("tenant", sc.properties.agent_properties.spn_details.tenant_id.apply(lambda x: x or "none"))
plumb.export("site", sc.properties.discovery_site_id.apply(lambda x: x or "none"))
`);
    const up = await plumb("up", "--yes", "-f", file);
    expect(up.exitCode).toBe(0);
    const outputs = await plumb("outputs", "--json");
    expect(JSON.parse(outputs.stdout)).toEqual({ tenant: "none", site: "none" });
  });

  test("a problem is shown at the place in the program, every one at once", async () => {
    const file = program(
      `${head}${gate("one", ', location="a/b"')}iam.OAuthClient(
    "portal",
    oauth_client_id="cloud-portal",
    location="global",
    allowed_grant_types=[],
    allowed_redirect_uris=[],
    allowed_scopes=[],
)
`,
    );
    const { exitCode, said } = await plumb("check", "-f", file);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/plumb\.py:5:\d+/);
    expect(said).toMatch(/plumb\.py:8:\d+/);
    expect(said).toMatch(/value-malformed.*`cloud-`/s);
  });

  test("an exception is shown with its message and its place", async () => {
    const file = program(`${head}def build():\n    raise ValueError("no such region")\n\nbuild()\n`);
    const { exitCode, said } = await plumb("plan", "-f", file);
    expect(exitCode).toBe(2);
    expect(said).toContain("no such region");
    expect(said).toMatch(/plumb\.py:6/);
  });

  test("secrets and config reach the plan and are never shown", async () => {
    const file = program(
      `${head}config = plumb.Config()\n` +
        `${gate("one", ', description=plumb.secret("hush-hush"), labels={"env": config.string("env")}')}`,
    );
    const { exitCode, said } = await plumb("plan", "-f", file, "--config", "env=prod");
    expect(exitCode).toBe(0);
    expect(said).toContain("prod");
    expect(said).not.toContain("hush-hush");
  });

  test("an import is written in Python, and planned it shows no change", async () => {
    const file = program(`${head}${gate("one", ', description="made elsewhere", labels={"a": "b"}')}`);
    expect((await plumb("up", "--yes", "-f", file)).exitCode).toBe(0);
    program(head, "empty.py");
    const id = "projects/acme/locations/eu1/endpointAttachments/one";
    const type = "connectors:EndpointAttachment";
    const given = ["-s", "other", "-f", "empty.py", "--format", "py"];
    expect((await plumb("state", "rm", "one", "--yes")).said).not.toContain("rror");
    expect((await plumb("stack", "new", "other")).exitCode).toBe(0);
    const imported = await plumb("import", type, "again", id, ...given);
    expect(imported.exitCode).toBe(0);
    const statement = imported.stdout.slice(imported.stdout.indexOf("connectors.EndpointAttachment("));
    program(`${head}${statement}`, "imported.py");
    const plan = await plumb("plan", "-s", "other", "-f", "imported.py", "--detailed-exitcode");
    expect(plan.said).toContain("No changes");
    expect(plan.exitCode).toBe(0);
  });

  test("a package for another interface version is used beside the default one", async () => {
    const made = await plumb("sdk", "generate", "migrate@2023-01-01", "--language", "python", "--out", "newer");
    expect(made.exitCode).toBe(0);
    const options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", join(folder, "packages")];
    execFileSync(toolPython, ["-m", "pip", "install", ...options, join(folder, "newer")]);
    const file = program(`import plumbline_sdk as plumb
import plumbline_sdk_migrate_2023_01_01 as newer
from plumbline_sdk import azure, migrate

azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")
link = ("datacenter-exit", "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90", "rg-migration")
plumb.export("now", newer.get_private_endpoint_connection(*link).platform_api_version)
plumb.export("usual", migrate.get_private_endpoint_connection_output(*link).platform_api_version)
`);
    const seed = readFileSync(new URL("../../examples/quickstart/cloud-seed.json", import.meta.url), "utf8");
    writeFileSync(join(folder, "seed.json"), seed);
    expect((await plumb("cloud", "seed", "seed.json")).exitCode).toBe(0);
    const up = await plumb("up", "--yes", "-f", file);
    expect(up.said).toMatch(/now: +"2023-01-01"/);
    expect(up.said).toMatch(/usual: +"2020-05-01"/);
  });
});
