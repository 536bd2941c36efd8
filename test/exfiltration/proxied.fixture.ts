import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import type { VendorCase } from "./canaries.fixture.ts";
import type { Sink } from "./sink.fixture.ts";

const objects = {
  google: { type: "connectors:EndpointAttachment", id: "projects/acme/locations/here/endpointAttachments/a" },
  azure: {
    type: "migrate:ServerCollector",
    id:
      "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg/providers/Microsoft.Migrate" +
      "/assessmentProjects/center/serverCollectors/one",
  },
  databricks: { type: "settings:RestrictWorkspaceAdmins", id: "default" },
} as const;

/**
 * Reads one object by the real command, in an environment whose proxy keeps every byte. Gives all that the command
 * said.
 */
export async function getThrough(
  proxy: Sink,
  { kind, config }: VendorCase,
  environment: Readonly<Record<string, string>>,
  baseUrl: string | null,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-proxy-"));
  const { type, id } = objects[kind];
  const provider = { kind, ...config, ...(baseUrl === null ? {} : { baseUrl }) };
  writeFileSync(join(folder, "plumb.yaml"), JSON.stringify({ name: "test", providers: { it: provider } }));
  const address = `http://127.0.0.1:${proxy.port}`;
  const proxies = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: "" };
  const { stdout, stderr } = await startPlumb(["get", type, id, "--provider", "it"], folder, {
    ...environment,
    ...proxies,
  }).ended;
  rmSync(folder, { recursive: true, force: true });
  return stdout + stderr;
}
