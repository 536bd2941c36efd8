import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../packages/base/version.ts";
import { type Run, runPlumb } from "./run-plumb.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const portalId = "projects/acme-dev/locations/global/oauthClients/web-portal";
const backendId = "projects/acme-dev/locations/europe-west1/endpointAttachments/portal-backend";
const privateEndpoint = "/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Network/privateEndpoints/pe";

test("the version is the package's", async () => {
  const { version: packaged } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(version).toBe(packaged);
  const run = await runPlumb(["version", "--json"], root);
  expect(JSON.parse(run.stdout)).toMatchObject({ version: packaged });
});

/** One stack's life, each step a process of its own; every test goes on from where the one before it left off. */
describe("the command, from init to destroy", () => {
  let folder = "";
  const plumb = (...argv: string[]) => runPlumb(argv, folder);
  const json = async (...argv: string[]) => {
    const run = await plumb(...argv, "--json");
    return { ...run, document: JSON.parse(run.stdout) };
  };
  const lines = (run: Run) =>
    run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const writes = async () => {
    const { document } = await json("cloud", "log");
    return (document.writes as { action: string; object: string }[]).map(({ action, object }) => `${action} ${object}`);
  };
  const created = [`create ${portalId}`, `create ${backendId}`];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "plumb-smoke-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("completion of a line makes no state directory", async () => {
    expect(await plumb("complete", "--", "plan", "-s", "")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("init writes a declaration, and never over another", async () => {
    expect((await plumb("init")).exitCode).toBe(0);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toContain(".plumb");
    const written = readFileSync(join(folder, "plumb.yaml"), "utf8");
    await plumb("init");
    expect(readFileSync(join(folder, "plumb.yaml"), "utf8")).toBe(written);
  });

  test("check finds nothing wrong with it", async () => {
    const run = await json("check");
    expect(run).toMatchObject({ exitCode: 0, document: { problems: [] } });
  });

  test("graph shows who needs whom", async () => {
    const run = await json("graph");
    expect(run.document.edges).toEqual([{ from: "backend", to: "portal" }]);
    expect((await plumb("graph", "--format", "mermaid")).stdout).toContain("backend");
  });

  test("plan exits 3 under --detailed-exitcode while there are changes, and changes nothing", async () => {
    const run = await json("plan", "--detailed-exitcode", "--out", "plan.json");
    expect(run).toMatchObject({ exitCode: 3, document: { summary: { create: 2, same: 0 } } });
    expect((await plumb("plan")).exitCode).toBe(0);
    expect(await writes()).toEqual([]);
  });

  test("up without a terminal and without --yes touches nothing", async () => {
    expect((await plumb("up")).exitCode).toBe(2);
    expect(await writes()).toEqual([]);
  });

  test("up carries out the saved plan", async () => {
    const run = await plumb("up", "--plan", "plan.json", "--json");
    expect(run.exitCode).toBe(0);
    const events = lines(run);
    expect(events[0]).toMatchObject({ event: "started", steps: 2 });
    expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", create: 2, failed: 0 });
    expect(await writes()).toEqual(created);
  });

  test("the same plan is refused the second time", async () => {
    const run = await plumb("up", "--plan", "plan.json", "--json");
    expect(run.exitCode).toBe(4);
    expect(lines(run).at(-1)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
    expect(await writes()).toEqual(created);
  });

  test("the next process sees the same cloud: the plan is empty and up writes nothing", async () => {
    const run = await json("plan", "--detailed-exitcode");
    expect(run).toMatchObject({ exitCode: 0, document: { summary: { create: 0, update: 0, same: 2 }, problems: [] } });
    expect((await plumb("up", "--yes")).exitCode).toBe(0);
    expect(await writes()).toEqual(created);
  });

  test("outputs, state and get agree", async () => {
    const { document: outputs } = await json("outputs");
    const { document: list } = await json("state", "list");
    expect((list as { name: string; id: string }[]).map(({ name, id }) => [name, id])).toEqual([
      ["backend", backendId],
      ["portal", portalId],
    ]);
    const { document: shown } = await json("state", "show", "portal");
    const { document: read } = await json("get", "iam:OAuthClient", portalId, "--state", "displayName=Portal (dev)");
    expect(read.outputs).toEqual(shown.outputs);
    expect(outputs.clientId).toBe(read.outputs.clientId);
    expect((await json("get", "connectors:EndpointAttachment", backendId)).document.outputs.endpointIp).toBe(
      outputs.backendIp,
    );
  });

  test("get and state say what is not there or not so", async () => {
    const mismatch = await json("get", "iam:OAuthClient", portalId, "--state", "displayName=Other");
    expect(mismatch).toMatchObject({ exitCode: 2, document: { problems: [{ code: "state-mismatch" }] } });
    const absent = await json("get", "iam:OAuthClient", "global/nobody-here");
    expect(absent).toMatchObject({ exitCode: 2, document: { status: 404, problems: [{ code: "not-found" }] } });
    expect((await json("state", "show", "portall")).exitCode).toBe(2);
  });

  test("a look-up finds what was seeded", async () => {
    const seed = { kind: "privateEndpointConnection", subscriptionId: "s-1", resourceGroupName: "rg" };
    const object = { ...seed, migrateProjectName: "exit", name: "hub", privateEndpointId: privateEndpoint };
    writeFileSync(
      join(folder, "seed.json"),
      JSON.stringify([{ ...object, status: "Approved", description: "by hand" }]),
    );
    expect((await plumb("cloud", "seed", "seed.json")).exitCode).toBe(0);
    const declared = readFileSync(join(folder, "plumb.yaml"), "utf8");
    const azure = "providers:\n  azure: { kind: azure, subscriptionId: s-1 }\n";
    writeFileSync(join(folder, "plumb.yaml"), declared.replace("providers:\n", azure));
    const given = ["resourceGroupName=rg", "migrateProjectName=exit", "peConnectionName=hub"];
    const run = await json("lookup", "migrate:getPrivateEndpointConnection", ...given);
    expect(run.exitCode).toBe(0);
    expect(run.document.result.properties.privateEndpoint.id).toBe(privateEndpoint);
  });

  test("an imported setting is planned as declared", async () => {
    const run = await json("import", "settings:RestrictWorkspaceAdmins", "guardrail", "global");
    expect(run).toMatchObject({ exitCode: 0, document: { name: "guardrail", id: "global" } });
    const again = await json("import", "settings:RestrictWorkspaceAdmins", "guardrail", "global");
    // Until it is declared, the same import once more finds what it has taken over already.
    expect(again).toMatchObject({ exitCode: 0, document: { name: "guardrail" } });
    const renamed = await json("import", "settings:RestrictWorkspaceAdmins", "again", "global");
    expect(renamed).toMatchObject({ exitCode: 4, document: { problems: [{ code: "claimed-twice" }] } });
    const entry = `resources:\n  guardrail: ${JSON.stringify(run.document.declaration)}\n`;
    const declared = readFileSync(join(folder, "plumb.yaml"), "utf8").replace("resources:\n", entry);
    writeFileSync(join(folder, "plumb.yaml"), declared);
    expect((await json("plan", "--detailed-exitcode")).document.summary).toMatchObject({ same: 3, update: 0 });
  });

  test("a changed field is an update and a protected resource is not destroyed", async () => {
    const declared = readFileSync(join(folder, "plumb.yaml"), "utf8");
    const protecting = declared.replace(
      "type: iam:OAuthClient\n",
      "type: iam:OAuthClient\n    options: { protect: true }\n",
    );
    writeFileSync(join(folder, "plumb.yaml"), protecting);
    const run = await plumb("up", "--yes", "--config", "environment=prod", "--json");
    expect(lines(run).at(-1)).toMatchObject({ status: "done", update: 2 });
    expect(await writes()).toEqual([...created, `update ${portalId}`, `update ${backendId}`]);

    const refused = await plumb("destroy", "--yes", "--json");
    expect(refused.exitCode).toBe(4);
    expect(lines(refused).at(-1)).toMatchObject({ status: "refused", problems: [{ code: "protected" }] });
    expect(await writes()).toHaveLength(4);
    writeFileSync(join(folder, "plumb.yaml"), declared);
    expect((await plumb("up", "--yes", "--config", "environment=prod")).exitCode).toBe(0);
  });

  test("destroy removes what was made, dependents first, and leaves what was found", async () => {
    const run = await plumb("destroy", "--yes", "--json");
    expect(run.exitCode).toBe(0);
    expect(lines(run).at(-1)).toMatchObject({ status: "done", delete: 2, retain: 1 });
    expect((await writes()).slice(4)).toEqual([`delete ${backendId}`, `delete ${portalId}`]);
    expect((await json("state", "list")).document).toEqual([]);
    expect((await plumb("destroy", "--yes")).exitCode).toBe(0);
  });

  test("what the command line gets wrong is exit 2, with a guess", async () => {
    const run = await plumb("pln");
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("plan");
    expect((await plumb("plan", "--detailed-exitcod")).exitCode).toBe(2);
    expect((await plumb("check", "-f", "missing.yaml")).exitCode).toBe(2);
  });
});
