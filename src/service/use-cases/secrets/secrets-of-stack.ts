import { pointer } from "../../../../packages/base/json/pointer.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { Target } from "../../../engine/ports/driver.ts";
import type { KeptSecret } from "../../../engine/ports/secrets.ts";
import { claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";

const nothingKept: KeptSecret = { places: [], isOwn: false };

/**
 * What the stacks that manage objects keep secret of them, one answer for each target. `asking`: the stack that wants
 * to know.
 */
export async function keptSecretsOf(
  targets: readonly Target[],
  asking: string | null,
  deployment: Deployment,
): Promise<readonly KeptSecret[]> {
  const { vault, store, catalog } = deployment;
  // Where nothing was ever sealed nothing is secret, and there is nothing to ask for.
  if (await vault.isEmpty()) return targets.map(() => nothingKept);
  const keys = targets.map((target) => keyOf(target, deployment));
  const claims = await store.claims([...new Set(keys.flatMap((key) => key ?? []))]);
  const stacks = new Map(claims.map((claim) => [claim.claimKey, claim.stack]));
  const places = new Map<string, string[]>();
  for (const stack of new Set(stacks.values())) {
    const { records, superseded } = await store.readStack(stack);
    for (const record of [...records.values(), ...superseded]) {
      const key = claimKeyOf(record, catalog);
      if (stacks.get(key) === stack) places.set(key, [...(places.get(key) ?? []), ...secretsOfRecord(record)]);
    }
  }
  return keys.map((key) => {
    const stack = key === undefined ? undefined : stacks.get(key);
    if (key === undefined || stack === undefined) return nothingKept;
    return { places: [...new Set(places.get(key))], isOwn: stack === asking };
  });
}

function keyOf(target: Target, { catalog, cloudIdOf }: Deployment): string | undefined {
  const definition = catalog.resources[target.type];
  const parsed = definition === undefined ? undefined : parseId(definition, target.id, target.provider.config);
  if (definition === undefined || parsed?.ok !== true) return undefined;
  return claimKey(cloudIdOf(target.provider), parsed.value.claim, definition.identity.ignoreCase === true);
}

function secretsOfRecord({ inputs, outputs, options }: ResourceRecord): readonly string[] {
  const named = (options.secretOutputs ?? []).map((name) => pointer("", name));
  return [...secretPlaces(inputs), ...secretPlaces(outputs), ...named];
}
