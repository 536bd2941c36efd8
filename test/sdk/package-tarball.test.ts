import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runPlumb, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { filesIn, npm, packedProgram } from "./packed.fixture.ts";

let place = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "plumb-package-"));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("the packed program holds what it needs and no more, installs into an empty folder, and works from there", async () => {
  const packed = await packedProgram();
  expect(basename(packed)).toMatch(/^plumbline-cli-\d+\.\d+\.\d+\.tgz$/);
  const paths = filesIn(packed);
  expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/plumb.mjs", "dist/plumb-cloud.mjs"]));
  const needed =
    /^(?:LICENSE|README\.md|package\.json|dist\/[\w-]+\.mjs|dist\/runs\.d\.mts|policies\/[\w-]+\.cedar(?:schema)?|examples\/.+)$/;
  expect(paths.filter((path) => !needed.test(path))).toEqual([]);

  const folder = join(place, "empty");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  npm(["install", "--prefer-offline", "--ignore-scripts", packed], folder);
  const program = (name: string) => join(folder, "node_modules", ".bin", name);
  expect(await runPlumb(["version"], folder, program("plumb"))).toMatchObject({ exitCode: 0 });
  expect(await runPlumb(["--version"], folder, program("plumb-cloud"))).toMatchObject({ exitCode: 0 });

  const quickstart = join(folder, "node_modules", "plumbline-cli", "examples", "quickstart");
  for (const name of ["plumb.yaml", "cloud-seed.json"]) cpSync(join(quickstart, name), join(folder, name));
  await runPlumb(["seed", "cloud-seed.json"], folder, program("plumb-cloud"));
  const up = await runPlumb(["up", "--yes"], folder, program("plumb"));
  expect([up.exitCode, up.stderr]).toEqual([0, ""]);
  const again = await runPlumb(["plan"], folder, program("plumb"));
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("No changes")]);
  // It reads policies beside it, and what it loads on first use comes with it.
  const service = startPlumb(["serve", "--port", "0", "--json", "--log-level", "silent"], folder, {}, program("plumb"));
  await service.says("}");
  const { url } = JSON.parse(service.output()) as { readonly url: string };
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  service.signal("SIGTERM");
  expect(await service.ended).toMatchObject({ exitCode: 0 });
}, 300_000);
