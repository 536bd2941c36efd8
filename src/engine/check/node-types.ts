import { pointer } from "../../../packages/base/json/pointer.ts";
import { guessOf, nearestName } from "../../../packages/base/nearest-name.ts";
import { matchesPattern } from "../../definitions/schema/checks/patterns.ts";
import type {
  Catalog,
  FunctionDefinition,
  ResourceDefinition,
  VersionForm,
} from "../../definitions/schema/definition.ts";
import type { Declaration } from "../declare/declaration.ts";
import { nearestType } from "./nearest-type.ts";
import type { ProblemCollector } from "./problem-collector.ts";

/** An interface version that was chosen. */
interface ChosenVersion {
  readonly apiVersion: string;
  /** The definition does not list it. */
  readonly isUnlisted?: true;
}

/** What a logical name is. */
export type NodeType = ChosenVersion &
  (
    | { readonly kind: "resource"; readonly definition: ResourceDefinition }
    | { readonly kind: "function"; readonly definition: FunctionDefinition }
  );

type Definition = ResourceDefinition | FunctionDefinition;

/** What is written before a version that the definition does not list, to say that it is meant. */
const unlistedWord = "unlisted:";

/** What went wrong with a type token. */
export interface TokenError {
  readonly code: "unknown-type" | "unknown-function" | "unknown-version";
  readonly detail: string;
  readonly hint?: string;
  readonly fix?: string;
}

/** Reads `namespace:Name` or `namespace:Name@version` as a resource type of the catalog. */
function resourceType(token: string, catalog: Catalog): NodeType | TokenError {
  const { name, version } = splitToken(token);
  const definition = Object.hasOwn(catalog.resources, name) ? catalog.resources[name] : undefined;
  if (definition !== undefined) {
    const chosen = chosenVersion(definition, version);
    return chosen === undefined
      ? unknownVersion(name, version, definition)
      : { kind: "resource", definition, ...chosen };
  }
  if (Object.hasOwn(catalog.functions, name)) {
    const detail = `\`${name}\` is a function; call it under \`lookups\`, or with \`plumb lookup ${name}\``;
    return { code: "unknown-type", detail };
  }
  return unknownToken("unknown-type", "resource type", name, Object.keys(catalog.resources), catalog);
}

/** Reads `namespace:name` or `namespace:name@version` as a function of the catalog. */
function functionType(token: string, catalog: Catalog): NodeType | TokenError {
  const { name, version } = splitToken(token);
  const definition = Object.hasOwn(catalog.functions, name) ? catalog.functions[name] : undefined;
  if (definition !== undefined) {
    const chosen = chosenVersion(definition, version);
    return chosen === undefined
      ? unknownVersion(name, version, definition)
      : { kind: "function", definition, ...chosen };
  }
  if (Object.hasOwn(catalog.resources, name)) {
    return {
      code: "unknown-function",
      detail:
        `\`${name}\` is a resource type; ` + `read one with \`get\` under \`resources\`, or with \`plumb get ${name}\``,
    };
  }
  return unknownToken("unknown-function", "function", name, Object.keys(catalog.functions), catalog);
}

/** The type of every logical name of a declaration; names whose type is not known are left out after a problem. */
export function nodeTypes(
  declaration: Declaration,
  catalog: Catalog,
  collector: ProblemCollector,
): ReadonlyMap<string, NodeType> {
  const types = new Map<string, NodeType>();
  const note = (name: string, found: NodeType | TokenError, place: Place) => {
    if (!("kind" in found)) {
      const { code, detail, hint, fix } = found;
      collector.add(code, detail, { address: name, pointer: pointerTo(name, place, code), hint, fix });
      return;
    }
    types.set(name, found);
    if (found.isUnlisted !== true) return;
    const detail = unlistedAdvice(found.definition, found.apiVersion);
    collector.add("unlisted-version", detail, { address: name, pointer: pointerTo(name, place, "unlisted-version") });
  };
  const resourceTypeOf = once((token) => resourceType(token, catalog));
  for (const [name, { type, options }] of Object.entries(declaration.resources)) {
    const place = { space: "/resources", key: "type", isOption: isOption(type, options["version"]) };
    note(name, resourceTypeOf(withOption(type, options["version"])), place);
  }
  const functionTypeOf = once((token) => functionType(token, catalog));
  for (const [name, { function: token, options }] of Object.entries(declaration.lookups)) {
    const place = { space: "/lookups", key: "function", isOption: isOption(token, options["version"]) };
    note(name, functionTypeOf(withOption(token, options["version"])), place);
  }
  return types;
}

/** Where the type of a node stands, and whether its version stands among the options. */
interface Place {
  readonly space: string;
  readonly key: string;
  readonly isOption: boolean;
}

function pointerTo(name: string, { space, key, isOption }: Place, code: string): string {
  return isOption && code.endsWith("-version") ? pointer(space, name, "options", "version") : pointer(space, name, key);
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
  return isOption(token, version) ? `${token}@${version}` : token;
}

function isOption(token: string, version: unknown): version is string {
  return typeof version === "string" && !token.includes("@");
}

/** A type token in its two parts. */
export function splitToken(token: string): { readonly name: string; readonly version: string | undefined } {
  const at = token.indexOf("@");
  return at < 0 ? { name: token, version: undefined } : { name: token.slice(0, at), version: token.slice(at + 1) };
}

/** The version that is meant; undefined where there is none such. */
function chosenVersion(
  { versions, unlistedVersions }: Definition,
  version: string | undefined,
): ChosenVersion | undefined {
  if (version === undefined) return { apiVersion: versions.default };
  const isAsked = version.startsWith(unlistedWord) && unlistedVersions !== undefined;
  const bare = isAsked ? version.slice(unlistedWord.length) : version;
  if (bare === versions.default || versions.others.includes(bare)) return { apiVersion: bare };
  return isAsked && matchesPattern(unlistedVersions.pattern, bare) ? { apiVersion: bare, isUnlisted: true } : undefined;
}

function unlistedAdvice({ type, versions }: Definition, version: string): string {
  const known = [versions.default, ...versions.others].join(", ");
  return (
    `\`${type}\` is asked for in \`${version}\`, which is not known here (known: ${known}): ` +
    "what differs in it is not checked"
  );
}

function unknownVersion(name: string, version: string | undefined, definition: Definition): TokenError {
  const { versions, unlistedVersions } = definition;
  const known = [versions.default, ...versions.others];
  const given = version ?? "";
  // A version cut short is nearer to its whole than to another of the same length.
  const nearest =
    (given === "" ? undefined : known.find((each) => each.startsWith(given))) ?? nearestName(given, known);
  return {
    code: "unknown-version",
    detail:
      `\`${name}\` has no interface version \`${version}\`; it has ` +
      `${known.join(", ")}${unlistedWay(given, unlistedVersions)}`,
    ...(nearest === undefined ? {} : guessOf([`${name}@${nearest}`], given)),
  };
}

/** How a version that is not listed is asked for; empty where none can be. */
function unlistedWay(given: string, form: VersionForm | undefined): string {
  if (form === undefined) return "";
  if (given.startsWith(unlistedWord)) return `; \`${unlistedWord}\` takes ${form.description}`;
  return matchesPattern(form.pattern, given)
    ? `; if the vendor lists it, ask for it as \`${unlistedWord}${given}\``
    : "";
}

function unknownToken(
  code: "unknown-type" | "unknown-function",
  what: string,
  name: string,
  known: readonly string[],
  catalog: Catalog,
): TokenError {
  const nearest = nearestType(name, known, catalog);
  return {
    code,
    detail: `there is no ${what} \`${name}\`; known are ${known.join(", ")}`,
    ...(nearest === undefined ? {} : guessOf([nearest], name)),
  };
}
