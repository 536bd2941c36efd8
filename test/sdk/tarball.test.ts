import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runPlumb } from "../e2e/run-plumb.fixture.ts";
import { filesIn, npm, packedSdk } from "./packed.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");
let place = "";
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "plumb-tarball-"));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("the packed SDK depends on nothing, installs into an empty project, type-checks there and runs the quickstart", async () => {
  const packed = await packedSdk();
  const paths = filesIn(packed);
  expect(paths).toEqual(
    expect.arrayContaining(["package.json", "README.md", "dist/plumbline.js", "dist/plumbline.d.ts", "dist/run.js"]),
  );
  expect(paths.filter((path) => path.startsWith("src/"))).toEqual([]);

  const project = join(place, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  npm(["install", packed, "--cache", join(place, "cache"), "--offline"], project);
  const installed = JSON.parse(readFileSync(join(project, "node_modules/plumbline-sdk/package.json"), "utf8"));
  expect(Object.keys(installed)).not.toContain("dependencies");
  copyFileSync(join(root, "examples/quickstart-typescript/plumb.ts"), join(project, "plumb.ts"));
  // Without types of Node, and with the declarations of the package checked as well.
  const options = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["plumb.ts"] }));
  execFileSync(process.execPath, [compiler, "-p", "."], { cwd: project, stdio: "inherit" });

  await runPlumb(["cloud", "seed", join(root, "examples/quickstart/cloud-seed.json")], project);
  const up = await runPlumb(["up", "--yes"], project);
  expect([up.exitCode, up.stderr]).toEqual([0, ""]);
  const outputs = JSON.parse((await runPlumb(["outputs", "--json"], project)).stdout) as Record<string, unknown>;
  expect(outputs).toMatchObject({ linkStatus: "Approved", rulesInEffect: 17 });
  const again = await runPlumb(["plan", "--detailed-exitcode"], project);
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("No changes")]);
}, 120_000);
