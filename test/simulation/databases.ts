import { generate } from "./generate.ts";
import { Random } from "./random.ts";
import type { Scenario, StoreFault } from "./scenario.ts";

/** The scenario of a seed over the product's store in a file, whose commits fail at times. */
export function generateInFile(seed: number): Scenario {
  const scenario = generate(seed);
  const random = new Random(seed, "file");
  const commits = scenario.operations.length * 9;
  const faultOf = (): StoreFault => ({ append: random.between(1, commits), kind: random.pick(["fails", "unheard"]) });
  const storeFaults = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, faultOf);
  return { ...scenario, store: "sqlite", storeFaults };
}

/** The scenario of a seed over the store in PostgreSQL, where connections are cut at statements and commits. */
export function generateInPostgres(seed: number): Scenario {
  const scenario = generate(seed);
  const random = new Random(seed, "postgres");
  const { length } = scenario.operations;
  const faultOf = (): StoreFault => {
    const kind = random.pick(["fails", "unheard"] as const);
    return random.chance(0.5)
      ? { append: random.between(1, length * 9), kind }
      : { append: random.between(1, length * 60), kind, at: "statement" };
  };
  const storeFaults = Array.from({ length: random.pick([1, 2, 3, 4, 6]) }, faultOf);
  return { ...scenario, store: "postgres", storeFaults };
}
