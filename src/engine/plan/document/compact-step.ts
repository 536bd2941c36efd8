import { type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import type { PhysicalIdentity, RecordedProvider } from "../../state/records/record.ts";
import type { Prior, Step } from "../plan.ts";

type Members = Readonly<Record<string, Json>>;

/** What members of a step say as a rule; those that do are not kept. Never to be changed: kept plans rely on it. */
const usualOfAll: Members = { needs: [], fields: [] };
const usualOf: Readonly<Record<string, Members>> = {
  write: {
    ...{ ...usualOfAll, generation: 1, condition: null, write: [], former: "same", imported: false },
    options: { protect: false, onDestroy: "delete" },
  },
  removal: { ...usualOfAll, generation: 1, restore: null, superseded: false },
};

/**
 * A step without what follows from the rest of it or is as usual. A write without `prior` is of an object that was looked
 * for and is not there (`isSeenAbsent`); one of which nothing was seen says null (decision 0025).
 */
export function compactStep(step: Step, provider: string, isSeenAbsent: boolean): JsonObject {
  const whole = step as unknown as Members;
  const usual = usualOf[step.kind] ?? usualOfAll;
  const lean: Record<string, Json> = {};
  for (const name of Object.keys(whole)) {
    const value = whole[name];
    if (value === undefined || jsonEqual(value, usual[name])) continue;
    if (name === "id" && value === step.address) continue;
    if (name === "dependsOn" && jsonEqual(value, step.needs)) continue;
    if (name === "prior" && value === null && isSeenAbsent) continue;
    if (name === "provider") lean[name] = provider;
    else if (name === "identity" && value !== null) lean[name] = leanIdentity(value as unknown as PhysicalIdentity);
    else if (name === "prior" && value !== null) lean[name] = leanPrior(value as unknown as Prior, whole);
    else lean[name] = value;
  }
  return lean;
}

/** The step that `compactStep` made this of. */
export function wholeStep(lean: JsonObject, provider: RecordedProvider): Step {
  const { kind, address, needs, identity, prior } = lean;
  const usual = usualOf[String(kind)] ?? usualOfAll;
  const derived = kind === "write" ? { dependsOn: needs ?? [], prior: null } : {};
  const step = { ...usual, id: address, ...derived, ...lean, provider };
  const whole = isLean(identity) ? { ...step, identity: { claim: identity["id"], ...identity } } : step;
  return (isLean(prior) ? { ...whole, prior: wholePrior(prior, whole) } : whole) as unknown as Step;
}

const isLean = (value: Json | undefined): value is JsonObject => value !== undefined && value !== null;

function leanIdentity({ id, claim, variables }: PhysicalIdentity): JsonObject {
  return claim === id ? { id, variables } : { id, claim, variables };
}

function leanPrior({ identity, generation, outputs, version }: Prior, step: Members): JsonObject {
  return {
    ...(jsonEqual(identity as unknown as Json, step["identity"]) ? {} : { identity: identity as unknown as Json }),
    ...(generation === step["generation"] ? {} : { generation }),
    outputs,
    version,
  };
}

function wholePrior(prior: JsonObject, step: Readonly<Record<string, unknown>>): Prior {
  return { identity: step["identity"], generation: step["generation"], ...prior } as unknown as Prior;
}
