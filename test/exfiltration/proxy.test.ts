import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { holdsCanary, vendors } from "./canaries.fixture.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";

let proxy: Sink;
let local: Sink;
let folder = "";
beforeAll(async () => {
  proxy = await openSink(() => answer("502 Bad Gateway", {}));
  local = await openSink(() => answer("404 Not Found", {}));
  folder = mkdtempSync(join(tmpdir(), "plumb-proxy-"));
});
afterAll(async () => {
  await proxy.close();
  await local.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads one object by the real command, in an environment whose proxy keeps every byte. */
async function get(kind: string, environment: Readonly<Record<string, string>>, baseUrl: string | null) {
  const google = kind === "google";
  const type = google ? "connectors:EndpointAttachment" : "settings:RestrictWorkspaceAdmins";
  const id = google ? "projects/acme/locations/here/endpointAttachments/a" : "default";
  const provider = {
    kind,
    ...(google ? { project: "acme", region: "here" } : {}),
    ...(baseUrl === null ? {} : { baseUrl }),
  };
  writeFileSync(join(folder, "plumb.yaml"), JSON.stringify({ name: "test", providers: { it: provider } }));
  const address = `http://127.0.0.1:${proxy.port}`;
  const proxies = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: "" };
  const run = startPlumb(["get", type, id, "--provider", "it"], folder, { ...environment, ...proxies });
  return run.ended;
}

describe("proxy variables", () => {
  test.each(Object.entries(vendors).filter(([, { kind }]) => kind !== "azure"))(
    "%s: a proxy sees no credential, for a vendor nor for this machine",
    { timeout: 120_000 },
    async (_, vendor) => {
      proxy.forget();
      local.forget();
      const home = { ...vendor.environment, PLUMB_CLOUD: "vendors", DATABRICKS_HOST: vendor.home };
      const away = await get(vendor.kind, home, vendor.kind === "google" ? null : vendor.home);
      const here = await get(vendor.kind, vendor.environment, `http://127.0.0.1:${local.port}`);
      expect(proxy.received).toContain("CONNECT ");
      expect(proxy.received).not.toContain(`127.0.0.1:${local.port}`);
      expect(holdsCanary(proxy.received + local.received, vendor.canary)).toBe(false);
      expect(local.received).toContain("local:admin@local.example");
      expect(away.stdout + away.stderr + here.stdout + here.stderr).not.toContain(vendor.canary);
    },
  );
});
