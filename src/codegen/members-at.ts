import { nearestName } from "../../packages/base/nearest-name.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import type { CatalogDocument, CatalogFunction, CatalogResource } from "../contract/documents/catalog/catalog.ts";
import { typeAtVersion } from "../definitions/document/type-at-version.ts";

/** A type as an interface version has it, and how declarations name it. */
export interface MemberAt {
  readonly definition: CatalogResource | CatalogFunction;
  readonly token: string;
}

/**
 * The types of a namespace (`authorization`) that have an interface version; without a version, all of them in their
 * default one. The error says which there are.
 */
export function membersAt(
  { resources, functions }: CatalogDocument,
  namespace: string,
  version: string | undefined,
): Result<readonly MemberAt[], string> {
  const definitions = [...resources, ...functions];
  const members = definitions.filter(({ type }) => type.startsWith(`${namespace}:`));
  if (members.length === 0) {
    const namespaces = namespacesOf(definitions);
    const nearest = nearestName(namespace, namespaces);
    const guess = nearest === undefined ? "." : `; did you mean \`${nearest}\`?`;
    return err(`there is no package \`${namespace}\`${guess} There are ${namespaces.toSorted().join(", ")}.`);
  }
  const at = members.flatMap((definition): readonly MemberAt[] => {
    const { default: usual, others } = definition.versions;
    const wanted = version ?? usual;
    if (wanted !== usual && !others.includes(wanted)) return [];
    const token = wanted === usual ? definition.type : `${definition.type}@${wanted}`;
    return [{ definition: typeAtVersion(definition, wanted), token }];
  });
  if (at.length > 0) return ok(at);
  const versions = [...new Set(members.flatMap(({ versions: { default: usual, others } }) => [usual, ...others]))];
  return err(`\`${namespace}\` has no version ${version}; it has ${versions.sort().join(", ")}`);
}

/** Everything that programs import by name: the namespaces, and the kinds of providers. */
export function moduleNames({ resources, functions, providers }: CatalogDocument): readonly string[] {
  return [...new Set([...namespacesOf([...resources, ...functions]), ...providers.map(({ type }) => type)])];
}

/** The namespaces of types, each once. */
export function namespacesOf(definitions: readonly { readonly type: string }[]): readonly string[] {
  return [...new Set(definitions.map(({ type }) => type.slice(0, type.indexOf(":"))))];
}

/** Whether there are resources and whether there are functions among members. */
export function kindsOf(members: readonly MemberAt[]): { readonly resources: boolean; readonly functions: boolean } {
  return {
    resources: members.some(({ definition }) => definition.kind === "resource"),
    functions: members.some(({ definition }) => definition.kind === "function"),
  };
}

/** A definition as the packages without a version have it: in its default interface version. */
export function inDefaultVersion<T extends CatalogResource | CatalogFunction>(definition: T): T {
  return typeAtVersion(definition, definition.versions.default);
}
