import type { Json } from "../../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../../packages/base/json/pointer.ts";
import type { HunkView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import { outputSchema, schemaAt } from "../../../../definitions/schema/field-schema.ts";
import type { Schema } from "../../../../definitions/schema/schema.ts";
import { difference } from "../../../../engine/difference/difference.ts";

interface Changed {
  readonly path: string;
  readonly old?: Json;
  readonly new?: Json;
}

interface WithDifference {
  readonly difference?: { readonly hunks: readonly HunkView[] };
}

/** The same field and, where it has both values, the places at which they differ by the definition of its type. */
export function withDifference<F extends Changed>(
  field: F,
  type: string,
  catalog: Pick<Catalog, "resources">,
): F & WithDifference {
  const { path, old, new: next } = field;
  if (old === undefined || next === undefined) return field;
  return { ...field, difference: { hunks: difference(schemaOf(path, type, catalog), old, next) } };
}

/** The schema of what a path leads to, on which items of lists may be named by their keys. */
function schemaOf(path: string, type: string, { resources }: Pick<Catalog, "resources">): Schema | undefined {
  const definition = resources[type];
  return pointerSegments(path).reduce<Schema | undefined>((schema, segment) => {
    if (schema === undefined || "items" in schema) return schema?.items;
    const found = schemaAt(schema, [segment]);
    return found === "any" ? undefined : found;
  }, definition && outputSchema(definition));
}
