import { expect, test } from "vitest";
import { generate } from "./generate.ts";
import type { Scenario } from "./scenario.ts";
import { smallest } from "./shrink.ts";

test("what does not matter is taken away", async () => {
  const scenario = someScenario(({ networkFaults, operations }) => networkFaults.length > 1 && operations.length > 2);
  const [fault] = scenario.networkFaults;
  const shrunk = await smallest(scenario, async ({ networkFaults, operations }) => {
    return networkFaults.some(({ call }) => call === fault?.call) && operations.length > 0;
  });
  expect(shrunk.networkFaults).toEqual(fault === undefined ? [] : [fault]);
  expect(shrunk.operations).toHaveLength(1);
  expect(shrunk.operationMs).toBe(0);
});

test("what can't be made smaller stays as it is", async () => {
  const scenario = generate(3);
  expect(await smallest(scenario, async () => false)).toBe(scenario);
});

/** The first scenario that has what is needed. */
function someScenario(has: (scenario: Scenario) => boolean): Scenario {
  for (let seed = 1; ; seed += 1) if (has(generate(seed))) return generate(seed);
}
