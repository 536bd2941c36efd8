import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { documentCodec, jsonOf } from "../../../../packages/base/json/plain.ts";
import type { PhysicalIdentity, RecordedProvider } from "../../state/records/record.ts";
import type { Prior, Step } from "../plan.ts";

type Members = Readonly<Record<string, Json>>;

const steps = documentCodec<Step>();
const identities = documentCodec<PhysicalIdentity>();
const priors = documentCodec<Prior>();

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
 * A step without what follows from the rest of it or is as usual. A write without `prior` is of an object that was
 * looked for and is not there (`isSeenAbsent`); one of which nothing was seen says null (decision 0025).
 */
export function compactStep(step: Step, provider: string, isSeenAbsent: boolean): JsonObject {
  const whole = steps.write(step);
  const usual = usualOf[step.kind] ?? usualOfAll;
  const compact: Record<string, Json> = {};
  for (const name of Object.keys(whole)) {
    const value = whole[name];
    if (value === undefined || jsonEqual(value, usual[name])) continue;
    if (name === "id" && value === step.address) continue;
    if (name === "dependsOn" && jsonEqual(value, step.needs)) continue;
    if (name === "prior" && value === null && isSeenAbsent) continue;
    if (name === "provider") compact[name] = provider;
    else if (name === "identity" && isJsonObject(value)) compact[name] = compactIdentity(identities.read(value));
    else if (name === "prior" && isJsonObject(value)) compact[name] = compactPrior(priors.read(value), whole);
    else compact[name] = value;
  }
  return compact;
}

/** The step that `compactStep` made this of. */
export function wholeStep(compact: JsonObject, provider: RecordedProvider): Step {
  const { kind, address, needs, identity, prior } = compact;
  const usual = usualOf[String(kind)] ?? usualOfAll;
  const derived = kind === "write" ? { dependsOn: needs ?? [], prior: null } : {};
  const step: JsonObject = { ...usual, id: address ?? null, ...derived, ...compact, provider: jsonOf(provider) };
  const whole: JsonObject = isJsonObject(identity)
    ? { ...step, identity: { claim: identity["id"] ?? null, ...identity } }
    : step;
  return steps.read(isJsonObject(prior) ? { ...whole, prior: wholePrior(prior, whole) } : whole);
}

function compactIdentity({ id, claim, variables }: PhysicalIdentity): JsonObject {
  return claim === id ? { id, variables } : { id, claim, variables };
}

function compactPrior({ identity, generation, outputs, version }: Prior, step: Members): JsonObject {
  return {
    ...(jsonEqual(jsonOf(identity), step["identity"]) ? {} : { identity: jsonOf(identity) }),
    ...(generation === step["generation"] ? {} : { generation }),
    outputs,
    version,
  };
}

function wholePrior(prior: JsonObject, { identity = null, generation = null }: JsonObject): JsonObject {
  return { identity, generation, ...prior };
}
