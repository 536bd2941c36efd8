import type { Json } from "../../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../../packages/base/json/pointer.ts";
import type { HunkView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import { outputSchema, schemaAt } from "../../../../definitions/schema/field-schema.ts";
import type { Schema } from "../../../../definitions/schema/schema.ts";
import { difference } from "../../../../engine/difference/difference.ts";

interface Changed {
  readonly old?: Json;
  readonly new?: Json;
}

interface WithDifference {
  readonly difference?: { readonly hunks: readonly HunkView[] };
}

/** The same field and, where it has both values, the places at which they differ by the definition of its type. */
export function withDifference<F extends Changed & { readonly path: string }>(
  field: F,
  type: string,
  catalog: Pick<Catalog, "resources">,
): F & WithDifference {
  return compared(field, () => schemaOf(field.path, type, catalog));
}

/** The same of what no definition speaks about: an output of a stack, or an option of a resource. */
export function withPlainDifference<F extends Changed>(changed: F): F & WithDifference {
  return compared(changed, () => undefined);
}

function compared<F extends Changed>(changed: F, schema: () => Schema | undefined): F & WithDifference {
  const { old, new: next } = changed;
  if (old === undefined || next === undefined) return changed;
  return { ...changed, difference: { hunks: difference(schema(), old, next) } };
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
