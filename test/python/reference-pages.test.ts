import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastLineOf, meaningOf } from "./program.ts";
import { root, sdk, toolCache, toolPython } from "./tools.ts";

const pages = readdirSync(join(root, "docs", "resources")).filter(
  (name) => name.endsWith(".md") && name !== "README.md",
);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-pages-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(pages)("the Python example of %s type-checks, and says what the one in YAML says", async (page) => {
  const text = readFileSync(join(root, "docs", "resources", page), "utf8");
  const example = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? "";
  const file = join(folder, `${page.slice(0, -3).replaceAll("-", "_")}.py`);
  writeFileSync(file, example("python"));
  const { declaration } = await lastLineOf(file);
  const made = await meaningOf(JSON.stringify(declaration));
  expect(made.canonical).toBe((await meaningOf(example("yaml"))).canonical);
  const run = spawnSync(toolPython, ["-m", "mypy", "--strict", "--cache-dir", toolCache, file], {
    env: { ...process.env, MYPYPATH: sdk },
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^Success/);
});
