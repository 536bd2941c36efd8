import type { Catalog } from "../../definitions/schema/definition.ts";
import { wholeOutputs, wholeValue } from "../../definitions/schema/whole-value.ts";
import type { Driver, Observation } from "../../engine/ports/driver.ts";

/**
 * The same driver, whose answers have every key that the definition has, null where the platform gave no value: whatever
 * refers to an output finds it. Types and functions that the catalog does not know pass as they are.
 */
export function wholeAnswers(driver: Driver, { resources, functions }: Catalog): Driver {
  const seen = (type: string, observation: Observation): Observation => {
    const definition = resources[type];
    if (definition === undefined) return observation;
    const outputs = wholeOutputs(definition, observation.outputs);
    return outputs === observation.outputs ? observation : { ...observation, outputs };
  };
  type Observed = { readonly kind: "done"; readonly observation: Observation | null };
  const done = <T extends { readonly kind: string }>(type: string, outcome: T | (T & Observed)): T =>
    "observation" in outcome && outcome.observation !== null
      ? { ...outcome, observation: seen(type, outcome.observation) }
      : outcome;
  return {
    ...driver,
    read: async (target, signal) => done(target.type, await driver.read(target, signal)),
    list: async (target, signal) => {
      const listed = await driver.list(target, signal);
      if (listed.kind !== "done") return listed;
      const items = listed.items.map((item) => ({ ...item, observation: seen(target.type, item.observation) }));
      return { ...listed, items };
    },
    write: async (change, signal) => done(change.target.type, await driver.write(change, signal)),
    poll: async (change, handle, signal) => done(change.target.type, await driver.poll(change, handle, signal)),
    lookup: async (call, signal) => {
      const found = await driver.lookup(call, signal);
      const definition = functions[call.function];
      if (found.kind !== "done" || definition === undefined) return found;
      return { ...found, result: wholeValue(definition.result, found.result) };
    },
  };
}
