import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runPlumb } from "../e2e/run-plumb.fixture.ts";
import { packedWheel } from "../sdk/packed.fixture.ts";
import { python, root, sdk } from "./tools.ts";

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-wheel-"));
  // `.venv` beside a program is where plumb looks first.
  execFileSync(python, ["-m", "venv", join(folder, ".venv")]);
  const install = ["-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check"];
  execFileSync(join(folder, ".venv", "bin", "python"), [...install, await packedWheel()]);
  cpSync(join(root, "examples", "quickstart-python", "plumb.py"), join(folder, "plumb.py"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the wheel holds the package, its types and nothing else", () => {
  const packages = join(folder, ".venv", "lib");
  const [version = ""] = readdirSync(packages);
  const installed = readdirSync(join(packages, version, "site-packages", "plumbline_sdk")).filter(
    (name) => name !== "__pycache__",
  );
  const source = readdirSync(join(sdk, "plumbline_sdk")).filter((name) => name !== "__pycache__");
  expect(installed.sort()).toEqual(source.sort());
  expect(installed).toContain("py.typed");
});

test("the quickstart runs on it, and the second plan is empty", async () => {
  const plumb = (...argv: string[]) => runPlumb([...argv, "--dir", join(folder, "state")], folder);
  const seeded = await plumb("cloud", "seed", join(root, "examples", "quickstart", "cloud-seed.json"));
  expect(seeded.exitCode).toBe(0);
  const up = await plumb("up", "--yes", "-f", "plumb.py");
  expect(up.stderr + up.stdout).toContain("6 created");
  const again = await plumb("plan", "-f", "plumb.py", "--detailed-exitcode");
  expect(again.stdout + again.stderr).toContain("No changes");
  expect(again.exitCode).toBe(0);
});
