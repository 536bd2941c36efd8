import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Run, runPlumb, sources, startPlumb } from "./run-plumb.fixture.ts";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-upgrade-"));
  const properties =
    "{ endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: One }";
  writeFileSync(
    join(folder, "plumb.yaml"),
    "name: upgrade\nproviders:\n  google: { kind: google, project: acme, region: here }\nresources:\n" +
      `  a: { type: connectors:EndpointAttachment, properties: ${properties} }\n`,
  );
  expect(await runPlumb(["plan", "--out", "saved.plan"], folder, sources)).toMatchObject({ exitCode: 0 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The saved plan, carried out by another version of the program: its definitions have `words` for the description of
 * `type`.
 */
function upAfterUpgrade(type: string, words: object): Promise<Run> {
  const preload = fileURLToPath(new URL("other-definitions.mjs", import.meta.url));
  const environment = {
    NODE_OPTIONS: `--import ${preload}`,
    TEST_OTHER_DEFINITION: JSON.stringify({ type, field: "description", words }),
  };
  return startPlumb(["up", "--plan", "saved.plan", "--json"], folder, environment, sources).ended;
}

const last = ({ stdout }: Run) => JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "null");

test("a saved plan runs after a description was reworded", async () => {
  const run = await upAfterUpgrade("connectors:EndpointAttachment", { description: "What it is good for." });
  expect(last(run)).toMatchObject({ event: "summary", status: "done", create: 1 });
  expect(run.exitCode).toBe(0);
});

test("a saved plan runs after a limit of a type that it does not use was changed", async () => {
  const run = await upAfterUpgrade("iam:OAuthClient", { maxLength: 7 });
  expect(last(run)).toMatchObject({ event: "summary", status: "done", create: 1 });
  expect(run.exitCode).toBe(0);
});

test("a saved plan is refused after a limit was changed, and the type is named", async () => {
  const run = await upAfterUpgrade("connectors:EndpointAttachment", { maxLength: 7 });
  const detail = expect.stringContaining("`connectors:EndpointAttachment` version `v1`");
  expect(last(run)).toMatchObject({ event: "summary", status: "refused", problems: [{ code: "stale-plan", detail }] });
  expect(run.exitCode).toBe(4);
});
