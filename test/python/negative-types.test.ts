import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sdk, toolCache, toolPython } from "./tools.ts";
import { preamble, type TypeCase, typeCases } from "./type-cases.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-types-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The cases in which mypy finds something wrong, with what it says. */
function complaints(cases: readonly TypeCase[]): ReadonlyMap<TypeCase, string> {
  const file = join(folder, "cases.py");
  const lines = cases.map(({ line }, index) => (line.startsWith("d: ") ? line.replace("d: ", `d${index}: `) : line));
  writeFileSync(file, `${[...preamble, ...lines].join("\n")}\n`);
  const run = spawnSync(
    toolPython,
    ["-m", "mypy", "--strict", "--cache-dir", toolCache, "--hide-error-context", "--no-pretty", file],
    {
      cwd: folder,
      env: { ...process.env, MYPYPATH: sdk },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const found = new Map<TypeCase, string>();
  for (const [, line, message] of run.stdout.matchAll(/cases\.py:(\d+): error: (.*)/g)) {
    const said = cases[Number(line) - 1 - preamble.length];
    if (said === undefined) throw new Error(run.stdout);
    found.set(said, message ?? "");
  }
  if (found.size === 0 && !run.stdout.startsWith("Success")) throw new Error(run.stdout + run.stderr);
  return found;
}

test("every use that is sound type-checks", () => {
  const sound = typeCases().filter(({ isSound }) => isSound);
  expect(sound.length).toBeGreaterThan(80);
  expect([...complaints(sound)].map(([{ line }, message]) => `${line}: ${message}`)).toEqual([]);
});

test("every field that is missing, misspelled or of the wrong type is refused", () => {
  const unsound = typeCases().filter(({ isSound }) => !isSound);
  expect(unsound.length).toBeGreaterThan(400);
  const found = complaints(unsound);
  expect(unsound.filter((each) => !found.has(each)).map(({ line }) => line)).toEqual([]);
});
