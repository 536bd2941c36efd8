import { digest } from "../base/digest.ts";
import type { Json } from "../base/json.ts";
import type { Catalog } from "../definitions/schema/definition.ts";

const catalogDigests = new WeakMap<Catalog, string>();

/** Content address of the definitions, for plans to be bound to. */
export function definitionsDigest(catalog: Catalog): string {
  const known = catalogDigests.get(catalog);
  if (known !== undefined) return known;
  const made = digest(catalog as unknown as Json);
  catalogDigests.set(catalog, made);
  return made;
}
