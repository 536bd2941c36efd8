import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runPlumb } from "./run-plumb.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-forgotten-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const id = "projects/acme/locations/here/endpointAttachments/one";
const declaration = `name: demo
providers:
  google: { kind: google, project: acme, region: here }
resources:
  it:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: one, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
    options: { additionalSecretOutputs: [endpointIp] }
outputs: { address: "\${it.endpointIp}" }
`;

async function plumb(...argv: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runPlumb(argv, folder);
  expect([argv, exitCode, stderr]).toEqual([argv, 0, stderr]);
  return stdout + stderr;
}

test("an object that is forgotten and imported again shows nothing of its secret output", async () => {
  writeFileSync(join(folder, "plumb.yaml"), declaration);
  await plumb("up", "--yes");
  const address = /\b10(\.\d+){3}\b/.exec(await plumb("outputs", "--reveal", "--json"))?.[0] ?? "";
  expect(address).toMatch(/^10\./);
  await plumb("state", "rm", "it", "--yes");
  const imported = await plumb("import", "connectors:EndpointAttachment", "it", id);
  expect(imported).toContain("additionalSecretOutputs");
  for (const said of [
    imported,
    await plumb("state", "export"),
    await plumb("drift"),
    await plumb("plan"),
    await plumb("outputs"),
  ])
    expect(said).not.toContain(address);
});
