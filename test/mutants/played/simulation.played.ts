import { beforeAll, describe, test } from "vitest";
import { runScenario } from "../../simulation/run-scenario.ts";
import { prepare, scenariosFrom } from "../../simulation/simulate.ts";
import { seedsIn, simulatedMutants } from "../ports/simulated-mutants.ts";
import { chosen, unchanged } from "./chosen.ts";

beforeAll(prepare);

// A seed is a find only where it breaks no promise without the mutant: what is real is played beside it.
for (const { name, killer, wrap } of chosen(simulatedMutants).filter((each) => each.name !== unchanged))
  describe(name, () => {
    test(killer, { timeout: 120_000 }, async () => {
      const { source, from, count, rule } = seedsIn(killer);
      const scenarioOf = scenariosFrom(source);
      for (let seed = from; seed < from + count; seed += 1) {
        const { violations } = await runScenario(scenarioOf(seed), false, wrap);
        const [first] = violations;
        if (first === undefined || first.rule !== (rule ?? first.rule)) continue;
        if ((await runScenario(scenarioOf(seed))).violations.length > 0) continue;
        throw new Error(`seed ${seed} breaks "${first.rule}": ${first.detail}`);
      }
    });
  });
