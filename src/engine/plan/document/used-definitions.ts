import { behaviourOfProvider, behaviourOfType } from "../../../definitions/schema/behaviour/definition-behaviour.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { CheckedDeclaration } from "../../check/checked-declaration.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { PlanContent, UsedDefinition } from "../plan.ts";
import { managedBelow } from "../removals/managed-below.ts";

/** What of a plan goes by definitions. */
type Going = Pick<PlanContent, "steps" | "recordUpdates" | "deferred" | "derivedOutputs">;

/** Where the type of what a plan names stands: where it is declared, else in its record. */
interface Named {
  readonly checked: CheckedDeclaration | null;
  readonly records: ReadonlyMap<string, Pick<ResourceRecord, "type" | "apiVersion">>;
}

/**
 * The behaviour of each definition that a plan uses: of its steps, of what it leaves to a later round and of the
 * records that it brings up to date; of unchanged resources whose values those and the outputs take; and of the
 * providers of all these. What is merely declared as well is none of it (decision 0081).
 */
export function usedDefinitions(
  { steps, recordUpdates, deferred, derivedOutputs = {} }: Going,
  { checked, records }: Named,
  catalog: Catalog,
): readonly UsedDefinition[] {
  const used = new Map<string, UsedDefinition>();
  const add = (type: string, version: string | null) => {
    const key = version === null ? type : `${type}@${version}`;
    if (used.has(key)) return;
    const digest = behaviourNow({ type, version }, catalog);
    if (digest !== null) used.set(key, { type, version, digest });
    const definition = version === null ? undefined : (catalog.resources[type] ?? catalog.functions[type]);
    if (definition !== undefined) add(definition.provider, null);
  };
  for (const { type, apiVersion } of steps) add(type, apiVersion);
  const nodes = new Map(checked?.nodes.map((node) => [node.address, node]));
  const acting = new Set([...steps, ...recordUpdates, ...deferred].map(({ address }) => address));
  const leanedOn = managedBelow(checked)([...acting].flatMap((address) => nodes.get(address)?.edges ?? []));
  const told = Object.values(derivedOutputs).flatMap(({ on }) => on);
  for (const address of [...acting, ...leanedOn, ...told]) {
    const named = nodes.get(address) ?? records.get(address);
    if (named !== undefined) add(named.type, named.apiVersion);
  }
  return [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, definition]) => definition);
}

/** Those of the definitions that a plan used which do something else by now, or are gone. */
export function changedDefinitions(used: readonly UsedDefinition[], catalog: Catalog): readonly UsedDefinition[] {
  return used.filter((each) => behaviourNow(each, catalog) !== each.digest);
}

function behaviourNow({ type, version }: Pick<UsedDefinition, "type" | "version">, catalog: Catalog): string | null {
  return version === null ? behaviourOfProvider(catalog, type) : behaviourOfType(catalog, type, version);
}
