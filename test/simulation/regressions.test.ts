import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { prepare } from "./simulate.ts";

interface Regression {
  /** What went wrong once. */
  readonly why: string;
  readonly scenario: Scenario;
}

const folder = fileURLToPath(new URL("./regressions/", import.meta.url));
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort();

beforeAll(prepare);

test.each(files.map((file) => [basename(file, ".json"), file]))("%s", async (_, file) => {
  const { why, scenario } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Regression;
  const { violations } = await runScenario(scenario);
  expect(violations, why).toEqual([]);
});
