import { expandTemplate, templateVariables } from "../../../packages/base/path-template.ts";
import type { Catalog, ResourceDefinition } from "./definition.ts";
import { parseId } from "./identity/identity.ts";

/**
 * What is wrong with what a definition says of the object that its own lie in, a sentence each: their names must tell
 * that one's id.
 */
export function liesInFaults(definition: ResourceDefinition, catalog: Pick<Catalog, "resources">): readonly string[] {
  const { type, liesIn, identity, provider } = definition;
  if (liesIn === undefined) return [];
  const holder = catalog.resources[liesIn.type];
  if (holder === undefined) return [`${type} lies in ${liesIn.type}, which is no type`];
  if (holder.type === type) return [`${type} lies in itself`];
  if (holder.provider !== provider) return [`${type} lies in ${liesIn.type}, which is of another provider`];
  const names = templateVariables(liesIn.id);
  const lacking = names.filter((name) => identity.variables[name] === undefined);
  if (lacking.length > 0) return lacking.map((name) => `${type} has no identity variable ${name}`);
  const sample = expandTemplate(liesIn.id, Object.fromEntries(names.map((name) => [name, "sample"]))) ?? "";
  const read = parseId(holder, sample, {});
  return read.ok && read.value.id === sample ? [] : [`${liesIn.id} is no id of ${liesIn.type}`];
}
