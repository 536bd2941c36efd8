import { nearestName } from "../../base/nearest-name.ts";
import { err, ok, type Result } from "../../base/result.ts";
import { functionAt, resourceAt } from "../../definitions/schema/at-version.ts";
import type { Catalog, FunctionDefinition, ResourceDefinition } from "../../definitions/schema/definition.ts";

/** A type as an interface version has it, and how declarations name it. */
export interface MemberAt {
  readonly definition: ResourceDefinition | FunctionDefinition;
  readonly token: string;
}

/**
 * The types of a namespace (`authorization`) that have an interface version; without a version, all of them in their
 * default one. The error says which there are.
 */
export function membersAt(
  catalog: Catalog,
  namespace: string,
  version: string | undefined,
): Result<readonly MemberAt[], string> {
  const definitions = [...Object.values(catalog.resources), ...new Set(Object.values(catalog.functions))];
  const members = definitions.filter(({ type }) => type.startsWith(`${namespace}:`));
  if (members.length === 0) {
    const namespaces = [...new Set(definitions.map(({ type }) => type.slice(0, type.indexOf(":"))))];
    const nearest = nearestName(namespace, namespaces);
    const guess = nearest === undefined ? "." : `; did you mean \`${nearest}\`?`;
    return err(`there is no package \`${namespace}\`${guess} There are ${namespaces.sort().join(", ")}.`);
  }
  const at = members.flatMap((definition): readonly MemberAt[] => {
    const { default: usual, others } = definition.versions;
    const wanted = version ?? usual;
    if (wanted !== usual && !others.includes(wanted)) return [];
    const token = wanted === usual ? definition.type : `${definition.type}@${wanted}`;
    return [
      {
        definition: definition.kind === "resource" ? resourceAt(definition, wanted) : functionAt(definition, wanted),
        token,
      },
    ];
  });
  if (at.length > 0) return ok(at);
  const versions = [...new Set(members.flatMap(({ versions: { default: usual, others } }) => [usual, ...others]))];
  return err(`\`${namespace}\` has no version ${version}; it has ${versions.sort().join(", ")}`);
}

/** Everything that programs import by name: the namespaces, and the kinds of providers. */
export function moduleNames({ resources, functions, providers }: Catalog): readonly string[] {
  const types = [...Object.keys(resources), ...Object.keys(functions)];
  return [...new Set([...types.map((type) => type.slice(0, type.indexOf(":"))), ...Object.keys(providers)])];
}

/** Whether there are resources and whether there are functions among members. */
export function kindsOf(members: readonly MemberAt[]): { readonly resources: boolean; readonly functions: boolean } {
  return {
    resources: members.some(({ definition }) => definition.kind === "resource"),
    functions: members.some(({ definition }) => definition.kind === "function"),
  };
}

/** A definition as the packages without a version have it: in its default interface version. */
export function inDefaultVersion<Definition extends ResourceDefinition | FunctionDefinition>(
  definition: Definition,
): Definition {
  const { default: version } = definition.versions;
  return (
    definition.kind === "resource" ? resourceAt(definition, version) : functionAt(definition, version)
  ) as Definition;
}
