import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { vendorsBehindProxy } from "../../src/providers/credentials/vendors-behind-proxy.fixture.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-profile-"));
  writeFileSync(join(dir, "plumb.yaml"), "name: first\nproviders:\n  it: { kind: databricks }\n");
  writeFileSync(
    join(dir, ".databrickscfg"),
    "[prod]\nhost = acme.cloud.databricks.com\ntoken = of the profile\nworkspace_id = 42\n",
    { mode: 0o600 },
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("the command goes to the workspace of the profile, with its token, and names the workspace to a host of several", async () => {
  const vendors = await vendorsBehindProxy(["acme.cloud.databricks.com"], ({ path }) => ({
    body: path.includes("databricks-config")
      ? '{"host_type":"unified"}'
      : '{"userName":"ada@acme.example","active":true}',
  }));
  writeFileSync(join(dir, "company.pem"), vendors.certificate);
  const { stdout } = await startPlumb(["doctor", "--vendors"], dir, {
    ...{ HOME: dir, PLUMB_CLOUD: "vendors", DATABRICKS_CONFIG_PROFILE: "prod" },
    ...{ HTTPS_PROXY: vendors.proxy, NO_PROXY: "", NODE_EXTRA_CA_CERTS: join(dir, "company.pem") },
  }).ended;
  await vendors.close();
  expect(stdout).toMatch(/PASS {4}credential: .*`prod`, .* DATABRICKS_TOKEN/);
  expect(stdout).toContain("PASS    workspace: workspace 42,");
  expect(stdout).toContain("PASS    caller: ada@acme.example");
  const me = vendors.requests.find(({ path }) => path.endsWith("/Me"));
  expect(me).toMatchObject({
    host: "acme.cloud.databricks.com",
    headers: { authorization: "Bearer of the profile", "x-databricks-workspace-id": "42" },
  });
});

test("a profile that is not there ends the command with what is wrong", async () => {
  const { exitCode, stderr } = await startPlumb(["plan"], dir, { HOME: dir, DATABRICKS_CONFIG_PROFILE: "none" }).ended;
  expect(exitCode).toBe(2);
  expect(stderr).toContain("error[invalid-environment]");
  expect(stderr.replace(/\s+/g, " ")).toContain(" profile `none`");
});
