import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lastLineOf, meaningOf } from "./program.ts";
import { root } from "./tools.ts";

test.each([
  ["the quickstart", "examples/quickstart/plumb.yaml", "examples/quickstart-python/plumb.py"],
  ["every field of every resource", "test/sdk/everything.yaml", "test/python/everything.py"],
])("%s in Python is the one in YAML, byte by byte", async (_, yaml, program) => {
  const last = await lastLineOf(join(root, program));
  expect({ config: last["config"], used: last["used"] }).toEqual({ config: {}, used: [] });
  const written = await meaningOf(readFileSync(join(root, yaml), "utf8"));
  const made = await meaningOf(JSON.stringify(last["declaration"]));
  expect(made.canonical).toBe(written.canonical);
  expect(made.digest).toBe(written.digest);
});
