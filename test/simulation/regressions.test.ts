import { beforeAll, expect, test } from "vitest";
import { readRegressions } from "./regressions.ts";
import { runScenario } from "./run-scenario.ts";
import { prepare } from "./simulate.ts";

beforeAll(prepare);

test.each(readRegressions())("$name", async ({ why, scenario }) => {
  const { violations } = await runScenario(scenario);
  expect(violations, why).toEqual([]);
});
