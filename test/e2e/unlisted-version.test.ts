import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { vendorsBehindProxy } from "../../src/providers/credentials/vendors-behind-proxy.fixture.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";
const collector = {
  type: "migrate:ServerCollector",
  properties: { resourceGroupName: "rg-migration", projectName: "datacenter", serverCollectorName: "one" },
  options: { version: "unlisted:2031-01-01" },
};

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-version-"));
  writeFileSync(
    join(dir, "plumb.yaml"),
    JSON.stringify({
      name: "first",
      providers: { azure: { kind: "azure", subscriptionId: subscription } },
      resources: { it: collector },
    }),
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a version that the vendor does not list is refused with those that it lists", async () => {
  const { stdout, stderr, exitCode } = await startPlumb(["plan"], dir).ended;
  expect(exitCode).toBe(1);
  const said = (stdout + stderr).replace(/\s+/g, " ");
  expect(said).toContain("warning[unlisted-version]");
  expect(said).toMatch(/ 2024-03-03-preview, 2024-01-15, .*2019-10-01/);
});

test("one that the vendor has taken up in place of those known here is spoken", async () => {
  const { close, proxy, requests, certificate } = await vendorsBehindProxy(["management.azure.com"], ({ path }) =>
    path.includes("/one?")
      ? { status: 404, body: '{"error":{"code":"ResourceNotFound","message":"There is none."}}' }
      : { body: '{"value":[]}' },
  );
  writeFileSync(join(dir, "company.pem"), certificate);
  const { stdout, stderr, exitCode } = await startPlumb(["plan"], dir, {
    ...{ PLUMB_CLOUD: "vendors", ARM_ACCESS_TOKEN: "opaque", HTTPS_PROXY: proxy, NO_PROXY: "" },
    NODE_EXTRA_CA_CERTS: join(dir, "company.pem"),
  }).ended;
  await close();
  expect(exitCode).toBe(0);
  expect((stdout + stderr).replace(/\s+/g, " ")).toMatch(/`2031-01-01`, .* 2019-10-01\)/);
  const versions = requests.map(({ path }) => new URL(path, "https://management.azure.com").searchParams);
  expect(new Set(versions.map((each) => each.get("api-version")))).toEqual(new Set(["2031-01-01"]));
});
