import type { Catalog } from "../../definitions/schema/definition.ts";
import { changedDefinitions } from "../../engine/plan/document/used-definitions.ts";
import type { Bindings } from "../../engine/plan/plan.ts";
import { definitionsDigest } from "./definitions-digest.ts";

/**
 * How the definitions are others than those that a plan went by; nothing where they do the same. A plan of an older version
 * tells only whether the whole catalog is as it was.
 */
export function otherDefinitions({ definitions }: Pick<Bindings, "definitions">, catalog: Catalog): readonly string[] {
  if (typeof definitions === "string") {
    const isSame = definitions === definitionsDigest(catalog);
    return isSame ? [] : ["the plan was made by an older version, under other definitions"];
  }
  const changed = changedDefinitions(definitions, catalog);
  if (changed.length === 0) return [];
  const named = changed.map(({ type, version }) =>
    version === null ? `provider \`${type}\`` : `\`${type}\` version \`${version}\``,
  );
  return [`the definition of ${named.join(", ")} has changed since the plan`];
}
