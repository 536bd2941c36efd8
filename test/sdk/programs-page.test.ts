/** The files that docs/programs.md shows, tried on the packed packages. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf, fileOf } from "../docs/page-blocks.ts";
import { toolPython } from "../python/tools.ts";
import { type PackedProject, packedProject } from "./packed.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs/programs.md"), "utf8");
const files: Readonly<Record<string, string>> = Object.fromEntries(
  blocksOf(page).flatMap((block) => {
    const name = fileOf(block);
    return name === undefined ? [] : [[name, block.text]];
  }),
);

let project: PackedProject;
let folder: string;
beforeAll(async () => {
  project = await packedProject();
  folder = project.folder({ ...files, "package.json": '{ "type": "module" }' });
});
afterAll(() => project.remove());

/** Ends with 0, or fails with what was printed. */
function runs(program: string, argv: readonly string[], environment: NodeJS.ProcessEnv = process.env): void {
  const run = spawnSync(program, [...argv], { cwd: folder, env: environment, encoding: "utf8" });
  expect(run.status, run.stdout + run.stderr).toBe(0);
}

test("they are shown", () => {
  expect(Object.keys(files).toSorted()).toEqual([
    "portal_test.py",
    "release.ts",
    "sign-in.test.ts",
    "sign-in.ts",
    "tsconfig.bundler.json",
    "tsconfig.json",
  ]);
});

test("the test of a stack passes", () => runs(process.execPath, ["--test", "sign-in.test.ts"]));

test.each(["tsconfig.json", "tsconfig.bundler.json"])("all of it has types under %s", (name) => {
  const options = ["--typeRoots", join(root, "node_modules/@types")];
  runs(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", name, ...options]);
});

test("the test of a stack in Python passes", () => {
  const place = join(folder, "packages");
  runs(toolPython, ["-m", "pip", "install", "--quiet", "--no-deps", "--target", place, project.wheel]);
  const commands = join(project.path, "node_modules", ".bin");
  expect(existsSync(join(commands, "plumb"))).toBe(true);
  const environment = { ...process.env, PYTHONPATH: place, PATH: `${commands}:${process.env["PATH"]}` };
  runs(toolPython, ["portal_test.py"], environment);
});
