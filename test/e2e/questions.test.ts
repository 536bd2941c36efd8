import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasPython, onTerminal } from "./pty.fixture.ts";
import { plumbProgram, runPlumb, surroundings } from "./run-plumb.fixture.ts";
import { declaration } from "./slow-cloud.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-questions-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function typed(key: string, argv: readonly string[], question = "[y/N] ") {
  const command = onTerminal(argv, folder);
  await command.says(question);
  command.type(key);
  return await command.ended;
}

const json = async (...argv: string[]) => JSON.parse((await runPlumb([...argv, "--json"], folder)).stdout) as unknown[];

test("a secret is read from stdin whole, and nothing is asked", { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, "plumb.yaml"), "name: signals\nconfig: { password: { type: string, secret: true } }\n");
  const set = (input: string) =>
    spawnSync(process.execPath, [plumbProgram, "config", "set", "password", "--secret"], {
      ...{ cwd: folder, env: surroundings(), input, encoding: "utf8" },
    });
  const kept = set("-----BEGIN KEY-----\nabc\n-----END KEY-----\n");
  expect(kept).toMatchObject({ status: 0, stderr: "" });
  const shown = await runPlumb(["config", "get", "password", "--reveal"], folder);
  expect(shown.stdout).toBe("-----BEGIN KEY-----\nabc\n-----END KEY-----\n");
  expect(set("")).toMatchObject({ status: 2 });
});

describe.runIf(hasPython)("at a question", () => {
  test.each([
    ["Ctrl-C", "03"],
    ["Ctrl-D", "04"],
  ])(
    "%s leaves no trace and exits 130",
    async (_, key) => {
      const up = await typed(key, ["up"]);
      expect(up.exitCode).toBe(130);
      expect(up.screen).not.toMatch(/^\s+at /m);
      expect(await json("runs", "list")).toMatchObject({ problems: [{ code: "stack-not-found" }] });
      expect(await json("stack", "list")).toEqual([]);
      expect((await runPlumb(["up", "--yes"], folder)).exitCode).toBe(0);
      const [run] = (await json("runs", "list")) as { run: string }[];
      for (const argv of [["destroy"], ["undo", run?.run ?? ""]]) {
        const asked = await typed(key, argv);
        expect(asked.exitCode).toBe(130);
        expect(asked.screen).not.toMatch(/^\s+at /m);
      }
      expect(await json("runs", "list")).toHaveLength(1);
      expect(await json("state", "list")).toHaveLength(2);
    },
    60_000,
  );

  test.each(["config set password --secret", "config set password"])(
    "a secret value is not shown as it is typed: %s",
    async (line) => {
      const secret = "config: { password: { type: string, secret: true } }";
      writeFileSync(join(folder, "plumb.yaml"), `name: signals\n${secret}\n`);
      const keys = Buffer.from("correct-horsf\x7fe\r").toString("hex");
      const asked = await typed(keys, line.split(" "), "Value of password: ");
      expect(asked.exitCode).toBe(0);
      expect(asked.screen).not.toContain("correct");
      const shown = await runPlumb(["config", "get", "password", "--reveal"], folder);
      expect(shown.stdout).toBe("correct-horse\n");
    },
    60_000,
  );
});
