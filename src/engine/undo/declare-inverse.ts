import { digest } from "../../../packages/base/digest.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { pointer, valueAt } from "../../../packages/base/json/pointer.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { overlap, withValues } from "../../definitions/schema/place-values.ts";
import { escapeRecorded } from "../../definitions/schema/value.ts";
import type { CheckedDeclaration, CheckedProvider, ResourceNode } from "../check/checked-declaration.ts";
import type { Dependencies } from "../graph/order.ts";
import { lastingInputs, renewedPaths } from "./changed-fields.ts";
import { givenValues, type MovedValue, readAnew, withPresent } from "./former/given-values.ts";
import type { Inverse } from "./journal/undo-scope.ts";
import type { PutBack } from "./verdict.ts";

/** Of what a value may come from through others, as many as are looked at, the nearest first. */
const mostBelow = 100;

/**
 * The names that some names lean on, and they themselves. A value may come through others: one describes what the next
 * repeats.
 */
export function namesBelow(names: readonly string[], dependencies: Dependencies): readonly string[] {
  const found = new Set(names);
  // The set grows while it is gone through.
  for (const name of found) {
    if (found.size >= mostBelow) break;
    for (const need of dependencies.get(name) ?? []) found.add(need);
  }
  return [...found];
}

/** What is put back, as the declaration that plans it, each object after those that it leans on. */
export function declarationOf(
  order: readonly string[],
  dependencies: Dependencies,
  putBack: readonly PutBack[],
  outputs: JsonObject,
  moved: (names: readonly string[]) => readonly MovedValue[],
  catalog: Catalog,
): CheckedDeclaration {
  const byAddress = new Map(putBack.map((each) => [each.address, each]));
  const providers: Record<string, CheckedProvider> = {};
  const given = new Map(
    putBack.flatMap(({ address, replaced, mayBeAnew }) => {
      const former = replaced ?? mayBeAnew;
      const definition = former === undefined ? undefined : catalog.resources[former.type];
      if (former === undefined || definition === undefined) return [];
      return [[address, givenValues(address, former, definition)] as const];
    }),
  );
  const givenTo = (addresses: readonly string[]) =>
    given.size === 0 ? [] : namesBelow(addresses, dependencies).flatMap((address) => given.get(address) ?? []);
  const nodes = order.flatMap((address): readonly ResourceNode[] => {
    const object = byAddress.get(address);
    return object === undefined ? [] : [nodeOf(presentOf(object, moved), providers, catalog, givenTo)];
  });
  const content = { project: "undo", providers, nodes, outputs: readAnew(outputs, [...given.values()].flat()) };
  return { format: 1, digest: digest(jsonOf(content)), ...content };
}

/** How an object is put back, with the places that the declaration of it gives other values than were recorded. */
export function withRenewed(
  { address, record, inverse }: PutBack,
  { nodes }: CheckedDeclaration,
  { resources }: Catalog,
): Inverse {
  const definition = resources[record.type];
  const node = nodes.find((each) => each.kind === "resource" && each.address === address);
  if (inverse.stood === undefined || definition === undefined || node?.kind !== "resource") return inverse;
  const former = escapeRecorded(lastingInputs(record, definition)) as JsonObject;
  const renewed = renewedPaths(former, node.inputs, definition);
  // What did not stand as recorded comes back as it stood.
  const isLost = (path: string) => inverse.lostValues.some((lost) => overlap(lost.path, path));
  return { ...inverse, renewed: renewed.filter((path) => !isLost(path)) };
}

/** What is put back with the values that the objects which it leans on have now; all else of it stays. */
export function presentOf(object: PutBack, moved: (names: readonly string[]) => readonly MovedValue[]): PutBack {
  const { record, inverse } = object;
  const values = moved(record.dependsOn);
  if (values.length === 0) return object;
  const paths = inverse.lost === null ? inverse.paths : Object.keys(record.inputs).map((name) => pointer("", name));
  const present = paths.flatMap((path) => {
    const value = valueAt(record.inputs, path);
    return value === undefined ? [] : [{ path, value: withPresent(value, values) }];
  });
  return { ...object, record: { ...record, inputs: withValues(record.inputs, present) } };
}

function nodeOf(
  object: PutBack,
  providers: Record<string, CheckedProvider>,
  { resources }: Catalog,
  givenTo: (addresses: readonly string[]) => ReturnType<typeof givenValues>,
): ResourceNode {
  const { address, movedFrom, record, provider, options, import: id } = object;
  const definition = resources[record.type];
  invariant(definition !== undefined, `no definition of ${record.type}`);
  const { parent, ...others } = options;
  const { ref, kind, config } = provider;
  // Two records may name one provider by different configurations, from different times.
  const known = ownMember(providers, ref);
  const key =
    known === undefined || digest(known.config) === provider.configDigest ? ref : `${ref} ${provider.configDigest}`;
  providers[key] = { ref: key, kind, config };
  return {
    kind: "resource",
    address,
    type: record.type,
    apiVersion: record.apiVersion,
    provider: key,
    edges: record.dependsOn,
    inputs: readAnew(lastingInputs(record, definition), givenTo(record.dependsOn)),
    ...(parent === undefined ? {} : { parent }),
    options: {
      ...others,
      ...(id === undefined ? {} : { import: id }),
      ...(movedFrom === undefined ? {} : { aliases: [movedFrom] }),
      // The scope of the undo says which fields are put back.
      ignoreChanges: [],
      replaceOnChanges: [],
      deleteBeforeReplace: false,
    },
  };
}
