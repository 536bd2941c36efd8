import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { runOnce, sdkFolder } from "../sdk/program.fixture.ts";
import { lastLineOf, meaningOf } from "./program.ts";
import { root } from "./tools.ts";

test("the quickstart in all three languages gives one plan", async () => {
  const digests = await Promise.all(
    [
      readFileSync(join(root, "examples/quickstart/plumb.yaml"), "utf8"),
      await inTypescript(readFileSync(join(root, "examples/quickstart-typescript/plumb.ts"), "utf8")),
      JSON.stringify((await lastLineOf(join(root, "examples/quickstart-python/plumb.py")))["declaration"]),
    ].map(async (text) => {
      const world = testDeployment();
      for (const seed of JSON.parse(readFileSync(join(root, "examples/quickstart/cloud-seed.json"), "utf8")))
        await world.wire("POST", "_local/seed", seed);
      const declaration = { file: "plumb", text, config: {} };
      const { digest, steps } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
      expect(steps).toHaveLength(7);
      return digest;
    }),
  );
  expect(new Set(digests).size).toBe(1);
});

async function inTypescript(program: string): Promise<string> {
  const folder = await sdkFolder();
  try {
    const { last } = await runOnce(folder.write("plumb.ts", program));
    return JSON.stringify(last["declaration"]);
  } finally {
    folder.remove();
  }
}

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
