import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../../definitions/schema/lies-in.ts";
import { withSoftOrder } from "../../graph/soft-order.ts";
import type { PhysicalIdentity } from "../../state/records/record.ts";
import { objectKey } from "../../state/snapshot.ts";
import type { Planning } from "../planning.ts";

/** An object that is known by its name: one that is recorded, or that a step makes. */
interface Named {
  readonly type: string;
  readonly provider: { readonly cloudId: string };
  readonly identity: PhysicalIdentity | null;
}

/** The addresses of this plan whose object a named one lies in. */
export type Holders = (named: Named) => readonly string[];

/** Gives the addresses of this plan whose object another one lies in (`liesIn`), although no reference may say so. */
export function holdersIn({ catalog, steps, state }: Planning): Holders {
  const addresses = new Map<string, Set<string>>();
  const keyOf = (type: string, cloudId: string, id: string) => {
    const definition = catalog.resources[type];
    return definition === undefined ? undefined : `${type} ${objectKey(cloudId, idKey(definition, id))}`;
  };
  const writes = steps.filter((step) => step.kind === "write");
  const holding = new Set(Object.values(catalog.resources).flatMap(({ liesIn }) => liesIn?.type ?? []));
  for (const { address, type, provider, identity } of [...state.records.values(), ...state.superseded, ...writes]) {
    if (!holding.has(type)) continue;
    const key = identity === null ? undefined : keyOf(type, provider.cloudId, identity.id);
    if (key !== undefined) addresses.set(key, (addresses.get(key) ?? new Set()).add(address));
  }
  return ({ type, provider, identity }) => {
    const definition = catalog.resources[type];
    if (identity === null || definition?.liesIn === undefined) return [];
    const holder = holderOf(definition, identity.variables, catalog);
    const key = holder === undefined ? undefined : keyOf(holder.definition.type, provider.cloudId, holder.id);
    return key === undefined ? [] : [...(addresses.get(key) ?? [])];
  };
}

/**
 * What lies in an object that this plan makes or changes comes after that, as if it referred to it; unless that needs
 * it in its turn.
 */
export function bindToHolders({ steps }: Planning, holders: Holders): void {
  const writeAt = new Map(steps.flatMap((step) => (step.kind === "write" ? [[step.address, step.id] as const] : [])));
  const softEdges = steps.flatMap((step) =>
    step.kind !== "write"
      ? []
      : holders(step).flatMap((address) => {
          const after = writeAt.get(address);
          return after === undefined ? [] : [{ node: step.id, after }];
        }),
  );
  if (softEdges.length === 0) return;
  const needs = withSoftOrder(new Map(steps.map((step) => [step.id, step.needs])), softEdges);
  steps.forEach((step, index) => {
    if (step.kind === "write") steps[index] = { ...step, needs: needs.get(step.id) ?? step.needs };
  });
}
