import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { python, sdk, toolCache, toolPython } from "./tools.ts";

test("the package's own tests pass", () => {
  const run = spawnSync(python, ["-m", "unittest", "discover", "-s", "tests", "-t", "."], {
    cwd: sdk,
    encoding: "utf8",
  });
  expect(run.stderr).toMatch(/Ran [1-9]\d+ tests[\s\S]*\nOK/);
  expect(run.status).toBe(0);
});

test("the package and its tests have the types that they say", () => {
  const run = spawnSync(toolPython, ["-m", "mypy", "--strict", "--cache-dir", toolCache, "plumbline_sdk", "tests"], {
    cwd: sdk,
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^Success/);
});
