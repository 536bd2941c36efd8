import { digest } from "../../../../packages/base/digest.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import { memoized } from "../../../../packages/base/memoized.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";

/**
 * Content address of all definitions, prose and all: of what a text was checked by, and of what plans of older versions
 * are bound to.
 */
export const definitionsDigest: (catalog: Catalog) => string = memoized((catalog: Catalog) =>
  digest(catalog as unknown as Json),
);
