import type { Catalog } from "../../../definitions/schema/definition.ts";
import { changedDefinitions } from "../../../engine/plan/document/used-definitions.ts";
import type { Bindings } from "../../../engine/plan/plan.ts";

/** How the definitions are others than those that a plan went by; nothing where they do the same. */
export function otherDefinitions({ definitions }: Pick<Bindings, "definitions">, catalog: Catalog): readonly string[] {
  const changed = changedDefinitions(definitions, catalog);
  if (changed.length === 0) return [];
  const named = changed.map(({ type, version }) =>
    version === null ? `provider \`${type}\`` : `\`${type}\` version \`${version}\``,
  );
  return [`the definition of ${named.join(", ")} has changed since the plan`];
}
