import { digest } from "../../base/digest.ts";
import { invariant } from "../../base/invariant.ts";
import { type Json, type JsonObject, ownMember } from "../../base/json.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedDeclaration, CheckedProvider, ResourceNode } from "../check/checked-declaration.ts";
import { lastingInputs } from "./changed-fields.ts";
import { givenValues, readAnew } from "./given-values.ts";
import type { PutBack } from "./verdict.ts";

/** What is put back, as the declaration that plans it, each object after those that it leans on. */
export function declarationOf(
  order: readonly string[],
  putBack: readonly PutBack[],
  outputs: JsonObject,
  catalog: Catalog,
): CheckedDeclaration {
  const byAddress = new Map(putBack.map((each) => [each.address, each]));
  const providers: Record<string, CheckedProvider> = {};
  const given = new Map(
    putBack.flatMap(({ address, replaced }) => {
      const definition = replaced === undefined ? undefined : catalog.resources[replaced.type];
      if (replaced === undefined || definition === undefined) return [];
      return [[address, givenValues(address, replaced, definition)] as const];
    }),
  );
  const givenTo = (addresses: readonly string[]) => addresses.flatMap((address) => given.get(address) ?? []);
  const nodes = order.flatMap((address): readonly ResourceNode[] => {
    const object = byAddress.get(address);
    return object === undefined ? [] : [nodeOf(object, providers, catalog, givenTo)];
  });
  const content = { project: "undo", providers, nodes, outputs: readAnew(outputs, givenTo([...given.keys()])) };
  return { format: 1, digest: digest(content as unknown as Json), ...content };
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
