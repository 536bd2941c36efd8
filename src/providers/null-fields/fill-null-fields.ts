import { findWrongType } from "../../definitions/schema/checks/wrong-type.ts";
import type { Catalog, ResourceDefinition } from "../../definitions/schema/definition.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import { wholeOutputs, wholeValue } from "../../definitions/schema/whole-value.ts";
import type { Driver, ListOutcome, Observation, ReadOutcome } from "../../engine/ports/driver.ts";

/**
 * The same driver, whose answers are as the definition says: they have every key, null where the platform gave no
 * value, so that whatever refers to an output finds it, and each value is of the type that it can have. An object with
 * another one was not read: it is no drift, and nothing is written over it. Types and functions that the catalog does
 * not know pass as they are (decision 0029).
 */
export function fillNullFields(driver: Driver, { resources, functions }: Catalog): Driver {
  const written = <T extends { readonly kind: string }>(type: string, outcome: T | (T & Written)): T => {
    const definition = resources[type];
    if (definition === undefined || !("observation" in outcome) || outcome.observation === null) return outcome;
    // The write is done all the same: what it has made is read.
    const isReadable = wrongTypeOf(definition, outcome.observation) === undefined;
    return { ...outcome, observation: isReadable ? whole(definition, outcome.observation) : null };
  };
  return {
    ...driver,
    read: async (target, signal) => wholeRead(resources[target.type], await driver.read(target, signal)),
    list: async (target, signal) => wholeList(resources[target.type], await driver.list(target, signal)),
    write: async (change, signal) => written(change.target.type, await driver.write(change, signal)),
    poll: async (change, operationName, signal) =>
      written(change.target.type, await driver.poll(change, operationName, signal)),
    lookup: async (call, signal) => {
      const found = await driver.lookup(call, signal);
      const definition = functions[call.function];
      if (found.kind !== "done" || definition === undefined) return found;
      const wrong = findWrongType(definition.result, found.result);
      if (wrong !== undefined) return unreadable(wrong);
      return { ...found, result: wholeValue(definition.result, found.result) };
    },
  };
}

type Written = { readonly kind: "done"; readonly observation: Observation | null };

function wholeRead(definition: ResourceDefinition | undefined, outcome: ReadOutcome): ReadOutcome {
  if (definition === undefined || outcome.kind !== "done") return outcome;
  const wrong = wrongTypeOf(definition, outcome.observation);
  return wrong === undefined ? { ...outcome, observation: whole(definition, outcome.observation) } : unreadable(wrong);
}

/** One object that is not as it can be leaves the others of its list readable. */
function wholeList(definition: ResourceDefinition | undefined, outcome: ListOutcome): ListOutcome {
  if (definition === undefined || outcome.kind !== "done") return outcome;
  const items = outcome.items.map((item) => {
    const wrong = wrongTypeOf(definition, item.observation);
    if (wrong !== undefined) return { ...item, unreadable: unreadable(wrong).detail };
    return { ...item, observation: whole(definition, item.observation) };
  });
  return { ...outcome, items };
}

function whole(definition: ResourceDefinition, observation: Observation): Observation {
  const outputs = wholeOutputs(definition, observation.outputs);
  return outputs === observation.outputs ? observation : { ...observation, outputs };
}

function wrongTypeOf(definition: ResourceDefinition, { outputs }: Observation): string | undefined {
  return findWrongType(outputSchema(definition), outputs);
}

function unreadable(wrong: string): Extract<ReadOutcome, { kind: "unavailable" }> {
  const detail = `the platform's answer can't be read: ${wrong}`;
  return { kind: "unavailable", detail, retryAfterMs: null };
}
