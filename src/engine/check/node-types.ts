import { nearestName } from "../../base/nearest-name.ts";
import { pointer } from "../../base/pointer.ts";
import type {
  Catalog,
  FunctionDefinition,
  InterfaceVersions,
  ResourceDefinition,
} from "../../definitions/schema/definition.ts";
import type { Declaration } from "../declare/declaration.ts";
import type { Complaints } from "./complaints.ts";

/** What a logical name is. */
export type NodeType =
  | { readonly kind: "resource"; readonly definition: ResourceDefinition; readonly apiVersion: string }
  | { readonly kind: "function"; readonly definition: FunctionDefinition; readonly apiVersion: string };

/** What went wrong with a type token. */
export interface TokenError {
  readonly code: "unknown-type" | "unknown-function" | "unknown-version" | "separate-resource";
  readonly detail: string;
  readonly hint?: string;
  readonly fix?: string;
}

/** Reads `namespace:Name` or `namespace:Name@version` as a resource type of the catalog. */
function resourceType(token: string, catalog: Catalog): NodeType | TokenError {
  const { name, version } = splitToken(token);
  const definition = Object.hasOwn(catalog.resources, name) ? catalog.resources[name] : undefined;
  if (definition !== undefined) {
    const apiVersion = versionOf(definition.versions, version);
    return apiVersion === undefined
      ? unknownVersion(name, version, definition.versions)
      : { kind: "resource", definition, apiVersion };
  }
  const bare = name.slice(name.indexOf(":") + 1).toLowerCase();
  const owner = Object.values(catalog.resources).find((each) =>
    each.separateResources?.some((other) => other.toLowerCase() === bare),
  );
  if (owner !== undefined) {
    return {
      code: "separate-resource",
      detail: `\`${name}\` is a resource of its own that Plumbline does not manage; it belongs to ${owner.type}, which is managed here`,
    };
  }
  if (Object.hasOwn(catalog.functions, name)) {
    return { code: "unknown-type", detail: `\`${name}\` is a function; call it under \`lookups\`` };
  }
  return unknownToken("unknown-type", "resource type", name, Object.keys(catalog.resources));
}

/** Reads `namespace:name` or `namespace:name@version` as a function of the catalog. */
function functionType(token: string, catalog: Catalog): NodeType | TokenError {
  const { name, version } = splitToken(token);
  const definition = Object.hasOwn(catalog.functions, name) ? catalog.functions[name] : undefined;
  if (definition !== undefined) {
    const apiVersion = versionOf(definition.versions, version);
    return apiVersion === undefined
      ? unknownVersion(name, version, definition.versions)
      : { kind: "function", definition, apiVersion };
  }
  if (Object.hasOwn(catalog.resources, name)) {
    return {
      code: "unknown-function",
      detail: `\`${name}\` is a resource type; read one with \`get\` under \`resources\``,
    };
  }
  return unknownToken("unknown-function", "function", name, Object.keys(catalog.functions));
}

/** The type of every logical name of a declaration; names whose type is not known are left out after a complaint. */
export function nodeTypes(
  declaration: Declaration,
  catalog: Catalog,
  complaints: Complaints,
): ReadonlyMap<string, NodeType> {
  const types = new Map<string, NodeType>();
  const note = (name: string, found: NodeType | TokenError, space: string, key: string) => {
    if ("kind" in found) types.set(name, found);
    else {
      const { code, detail, hint, fix } = found;
      complaints.add(code, detail, { address: name, pointer: pointer(space, name, key), hint, fix });
    }
  };
  const resourceTypeOf = once((token) => resourceType(token, catalog));
  for (const [name, { type, options }] of Object.entries(declaration.resources)) {
    note(name, resourceTypeOf(withOption(type, options["version"])), "/resources", "type");
  }
  const functionTypeOf = once((token) => functionType(token, catalog));
  for (const [name, { function: token, options }] of Object.entries(declaration.lookups)) {
    note(name, functionTypeOf(withOption(token, options["version"])), "/lookups", "function");
  }
  return types;
}

/** Reads each token once: many resources have the same. */
function once(read: (token: string) => NodeType | TokenError): (token: string) => NodeType | TokenError {
  const known = new Map<string, NodeType | TokenError>();
  return (token) => {
    const before = known.get(token);
    if (before !== undefined) return before;
    const found = read(token);
    known.set(token, found);
    return found;
  };
}

/** `options.version` says what the token could say itself. */
function withOption(token: string, version: unknown): string {
  return typeof version === "string" && !token.includes("@") ? `${token}@${version}` : token;
}

/** A type token in its two parts. */
export function splitToken(token: string): { readonly name: string; readonly version: string | undefined } {
  const at = token.indexOf("@");
  return at < 0 ? { name: token, version: undefined } : { name: token.slice(0, at), version: token.slice(at + 1) };
}

function versionOf(versions: InterfaceVersions, version: string | undefined): string | undefined {
  if (version === undefined) return versions.default;
  return version === versions.default || versions.others.includes(version) ? version : undefined;
}

function unknownVersion(name: string, version: string | undefined, versions: InterfaceVersions): TokenError {
  const known = [versions.default, ...versions.others];
  const given = version ?? "";
  // A version cut short is nearer to its whole than to another of the same length.
  const nearest =
    (given === "" ? undefined : known.find((each) => each.startsWith(given))) ?? nearestName(given, known);
  return {
    code: "unknown-version",
    detail: `\`${name}\` has no interface version \`${version}\`; it has ${known.join(", ")}`,
    ...(nearest === undefined ? {} : { hint: `did you mean \`${name}@${nearest}\`?`, fix: `${name}@${nearest}` }),
  };
}

function unknownToken(
  code: "unknown-type" | "unknown-function",
  what: string,
  name: string,
  known: readonly string[],
): TokenError {
  const nearest = nearestName(name, known);
  return {
    code,
    detail: `there is no ${what} \`${name}\`; known are ${known.join(", ")}`,
    ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?`, fix: nearest }),
  };
}
