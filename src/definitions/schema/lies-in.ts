import { expandTemplate } from "../../../packages/base/path-template.ts";
import type { Catalog, ResourceDefinition } from "./definition.ts";

/** An object of a type, by its id. */
export interface NamedObject {
  readonly definition: ResourceDefinition;
  readonly id: string;
}

/**
 * The object that one of the definition lies in, by the variables of its identity; undefined where its type lies in
 * none.
 */
export function holderOf(
  { liesIn }: Pick<ResourceDefinition, "liesIn">,
  variables: Readonly<Record<string, string>>,
  { resources }: Pick<Catalog, "resources">,
): NamedObject | undefined {
  const definition = liesIn === undefined ? undefined : resources[liesIn.type];
  const id = liesIn === undefined ? undefined : expandTemplate(liesIn.id, variables);
  return definition === undefined || id === undefined ? undefined : { definition, id };
}
