import { digest } from "../../base/digest.ts";
import { invariant } from "../../base/invariant.ts";
import { type Json, type JsonObject, ownMember } from "../../base/json.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { escapeRecorded } from "../../definitions/schema/value.ts";
import type { CheckedDeclaration, CheckedProvider, ResourceNode } from "../check/checked-declaration.ts";
import { lastingInputs } from "./changed-fields.ts";
import type { PutBack } from "./inverse-of-object.ts";

/** What is put back, as the declaration that plans it, each object after those that it leans on. */
export function declarationOf(
  order: readonly string[],
  putBack: readonly PutBack[],
  outputs: JsonObject,
  catalog: Catalog,
): CheckedDeclaration {
  const byAddress = new Map(putBack.map((each) => [each.address, each]));
  const providers: Record<string, CheckedProvider> = {};
  const nodes = order.flatMap((address): readonly ResourceNode[] => {
    const object = byAddress.get(address);
    return object === undefined ? [] : [nodeOf(object, providers, catalog)];
  });
  const content = { project: "undo", providers, nodes, outputs: escaped(outputs) };
  return { format: 1, digest: digest(content as unknown as Json), ...content };
}

function nodeOf(object: PutBack, providers: Record<string, CheckedProvider>, { resources }: Catalog): ResourceNode {
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
    inputs: escaped(lastingInputs(record, definition)),
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

function escaped(values: JsonObject): JsonObject {
  const text = escapeRecorded(values);
  invariant(typeof text === "object" && text !== null && !Array.isArray(text), "an object stays one");
  return text as JsonObject;
}
