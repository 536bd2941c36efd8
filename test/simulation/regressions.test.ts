import { beforeAll, expect, test } from "vitest";
import { readOpen, readRegressions } from "./regressions.ts";
import { runScenario } from "./run-scenario.ts";
import { prepare } from "./simulate.ts";

beforeAll(prepare);

test.each(readRegressions())("$name", async ({ why, scenario }) => {
  const { violations } = await runScenario(scenario);
  expect(violations, why).toEqual([]);
});

test.each(readOpen())("$name is open still; who mends it moves its file to regressions", async ({ scenario }) => {
  const { violations } = await runScenario(scenario);
  expect(violations).not.toEqual([]);
});
