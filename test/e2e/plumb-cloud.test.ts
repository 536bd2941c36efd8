import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { runPlumb, startPlumb } from "./run-plumb.fixture.ts";

let [bundleFolder, folder] = ["", ""];
/** The emulator's command, as the package has it. */
let program = "";
let bundle = "";

beforeAll(() => {
  ({ folder: bundleFolder, bundle } = buildBundle());
  program = join(bundleFolder, "dist", "plumb-cloud.mjs");
  folder = mkdtempSync(join(tmpdir(), "plumb-cloud-"));
});
afterAll(() => {
  for (const each of [bundleFolder, folder]) rmSync(each, { recursive: true, force: true });
});

test("plumb-cloud serves the vendors, and its words seed it, show its log and move its clock", async () => {
  writeFileSync(join(folder, "seeds.json"), '{"kind":"principal","name":"ada@example.com"}');
  const seeded = await runPlumb(["seed", "seeds.json"], folder, program);
  expect(seeded).toMatchObject({ exitCode: 0, stdout: "Seeded 1 object in the local cloud.\n" });

  const served = startPlumb(["--port", "0", "--json"], folder, {}, program);
  await served.says("}");
  const { url } = JSON.parse(served.output()) as { readonly url: string };
  const created = await fetch(`${url}/v1/projects/acme/locations/global/oauthClients?oauthClientId=web-portal`, {
    method: "POST",
    headers: { authorization: "Bearer local:ada@example.com", "content-type": "application/json" },
    body: JSON.stringify({
      ...{ clientType: "CONFIDENTIAL_CLIENT", allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"] },
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      allowedRedirectUris: ["https://portal.example/callback"],
    }),
  });
  expect(created.status).toBe(200);
  served.signal("SIGTERM");
  expect(await served.ended).toMatchObject({ exitCode: 0, stderr: "" });

  const log = await runPlumb(["log", "--json"], folder, program);
  expect(JSON.parse(log.stdout).writes).toMatchObject([{ vendor: "google", caller: "ada@example.com" }]);
  const clock = await runPlumb(["clock", "--advance-days", "31"], folder, program);
  expect(clock).toMatchObject({ exitCode: 0, stdout: "The local cloud's clock is now 31 days ahead.\n" });
});

test.each([[["--help"]], [["log", "--help"]], [["seed"]], [["nonsense"]]])(
  "plumb-cloud %j is plumb cloud with the same words",
  async (words) => {
    expect(await runPlumb(words, folder, program)).toEqual(await runPlumb(["cloud", ...words], folder, bundle));
  },
);

test("its help names the commands behind it", async () => {
  const { stdout } = await runPlumb(["--help"], folder, program);
  for (const name of ["cloud seed", "cloud log", "cloud clock"]) expect(stdout).toContain(`\n  ${name} `);
});
