import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runPlumb } from "./run-plumb.fixture.ts";

const declaration = `name: portal
config:
  size: { type: integer, default: 3 }
  password: { type: string, secret: true, default: none }
  codes: { type: list, secret: true, default: [] }
providers:
  google: { kind: google, project: acme, region: here }
outputs: { size: "\${config.size}" }
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-stack-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});

async function checked(text: string, line = "check") {
  writeFileSync(join(folder, "plumb.dev.yaml"), text);
  const { exitCode, stderr, stdout } = await runPlumb(line.split(" "), folder);
  return { exitCode, stderr, stdout };
}

describe("what is wrong in a stack's file is told where it stands there", { timeout: 30_000 }, () => {
  test.each([
    ["an unknown key", "config:\n  sise: 4\n", "plumb.dev.yaml:2:3: error[invalid-config]", "sise: …"],
    ["a misfit", "config:\n  size: many\n", "plumb.dev.yaml:2:9: error[invalid-config]", "size: …"],
    ["bad YAML", "config:\n  size: [1\n", "plumb.dev.yaml:2:9: error[syntax-error]", "is not closed"],
    ["another section", "conf:\n  size: 1\n", "plumb.dev.yaml:1:1: error[unknown-key]", "conf:"],
  ])("%s", async (_, text, place, excerpt) => {
    for (const line of ["check", "plan", "up --yes"]) {
      const { exitCode, stderr } = await checked(text, line);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(place);
      expect(stderr).toContain(excerpt);
    }
  });
});

describe("a secret that stands in a stack's file in the clear", { timeout: 30_000 }, () => {
  test("is a warning with the command that seals it, and is not shown", async () => {
    for (const line of ["check", "plan"]) {
      const { exitCode, stderr, stdout } = await checked("config:\n  password: hunter2-hunter2\n", line);
      expect(exitCode).toBe(0);
      expect(stderr).toContain("warning[unsealed-secret]");
      expect(stderr).toContain("plumb.dev.yaml:2:13");
      expect(stderr).toContain("plumb config set password --secret");
      expect(stderr + stdout).not.toContain("hunter2");
    }
  });

  test("is not shown where it does not fit either", async () => {
    const { exitCode, stderr } = await checked("config:\n  codes: hunter2-hunter2\n");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("error[invalid-config]");
    expect(stderr).not.toContain("hunter2");
  });

  test("is no matter once it is sealed, or another value goes before it", async () => {
    const given = await checked("config:\n  password: hunter2-hunter2\n", "check --config password=other");
    expect(given.stderr).not.toContain("unsealed-secret");
    expect((await runPlumb(["config", "set", "password", "hunter2-hunter2"], folder)).exitCode).toBe(0);
    expect((await runPlumb(["check"], folder)).stderr).toBe("");
  });
});

test.each([
  ["size", "many", 2],
  ["size", "4", 0],
  ["codes", "one", 2],
  ["codes", '["a"]', 0],
])("config set %s %s: a value of another type than is declared is refused", async (key, value, exit) => {
  const run = await runPlumb(["config", "set", key, value, "--json"], folder);
  expect([run.exitCode, existsSync(join(folder, "plumb.dev.yaml"))]).toEqual([exit, exit === 0]);
  if (exit !== 0) expect(JSON.parse(run.stdout)).toMatchObject({ problems: [{ code: "invalid-config" }] });
});
