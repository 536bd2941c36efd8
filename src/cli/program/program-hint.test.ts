import { expect, test } from "vitest";
import { packedFiles } from "../../../packages/base/package-names.ts";
import { explainedFailure } from "./program-hint.ts";

const files = { exists: () => Promise.resolve(false) };
const hintFor = async (message: string) => (await explainedFailure("Error", message, "/a/plumb.ts", files)).hint ?? "";

test.each([
  ["No module named 'plumbline'", packedFiles.python, "imported as `plumbline_sdk`"],
  ["No module named 'plumb'", packedFiles.python, "imported as `plumbline_sdk`"],
  ["No module named 'plumbline_sdk'", packedFiles.python, ".venv"],
  ["Cannot find package '@plumbline/sdk' imported from /a/plumb.ts", packedFiles.typescript, "`plumbline-sdk`"],
  ["Cannot find package 'plumbline' imported from /a/plumb.ts", packedFiles.typescript, "`plumbline-sdk`"],
])(
  "a package with a name like ours is not fetched from a registry, where it is a stranger's: %s",
  async (message, file, said) => {
    const hint = await hintFor(message);
    expect(hint).toContain(`install ./${file}`);
    expect(hint).toContain(said);
    expect(hint).not.toMatch(/install (?!\.\/)/);
  },
);

test.each([
  "No module named 'plumbline_sdk_migrate_2023_01_01'",
  "Cannot find package 'plumbline-sdk-migrate-2023-01-01'",
])("a generated package is written again: %s", async (message) => {
  expect(await hintFor(message)).toMatch(/^`plumb sdk generate` writes/);
});

test.each([
  ["No module named 'numpy'", "`pip install numpy`"],
  ["Cannot find package 'plumber' imported from /a/plumb.ts", "`npm install plumber`"],
])("another package is one of its registry: %s", async (message, said) => {
  expect(await hintFor(message)).toContain(said);
});
