import { digest } from "../../../../packages/base/digest.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import { memoized } from "../../../../packages/base/memoized.ts";
import { functionAt, resourceAt } from "../at-version.ts";
import { matchesPattern } from "../checks/patterns.ts";
import type {
  Catalog,
  FunctionDefinition,
  Identity,
  ImportForm,
  ProviderDefinition,
  ProviderField,
  ResourceDefinition,
} from "../definition.ts";
import { behaviourBy, type Words } from "./behaviour-words.ts";
import { schemaBehaviour, schemasBehaviour } from "./schema-behaviour.ts";

/**
 * Content address of what the definition of a resource or function does in an interface version; null where the catalog
 * has none of that type. Prose does not count, nor what other versions have.
 */
export function behaviourOfType({ resources, functions }: Catalog, type: string, version: string): string | null {
  const definition = resources[type] ?? functions[type];
  return definition === undefined ? null : behaviourAt(definition, version);
}

/** The same of a kind of provider. */
export function behaviourOfProvider({ providers }: Catalog, kind: string): string | null {
  const definition = providers[kind];
  return definition === undefined ? null : providerBehaviour(definition);
}

type Versioned = ResourceDefinition | FunctionDefinition;

const digestsOf = memoized((_: Versioned) => new Map<string, string>());

function behaviourAt(definition: Versioned, version: string): string {
  const digests = digestsOf(definition);
  const known = digests.get(version);
  if (known !== undefined) return known;
  const behaviour =
    definition.kind === "resource"
      ? behaviourBy(resourceWords, resourceAt(definition, version))
      : behaviourBy(functionWords, functionAt(definition, version));
  const made = digest({ ...behaviour, isOffered: isOffered(definition, version) });
  digests.set(version, made);
  return made;
}

const providerBehaviour = memoized((definition: ProviderDefinition) => digest(behaviourBy(providerWords, definition)));

/** Whether a declaration may ask for the version. */
function isOffered({ versions, unlistedVersions }: Versioned, version: string): boolean {
  if (version === versions.default || versions.others.includes(version)) return true;
  return unlistedVersions !== undefined && matchesPattern(unlistedVersions.pattern, version);
}

const importWords: Words<ImportForm> = { template: "behaviour", source: "prose" };

const identityWords: Words<Identity> = {
  variables: "behaviour",
  formats: "behaviour",
  claim: "behaviour",
  renamed: "behaviour",
  ignoreCase: "behaviour",
  imports: (forms) => forms.map((form) => behaviourBy(importWords, form)),
};

const sharedWords = {
  kind: "behaviour",
  type: "behaviour",
  title: "prose",
  description: "prose",
  section: "prose",
  provider: "behaviour",
  versions: "version",
  unlistedVersions: "version",
  permissions: "prose",
  examples: "prose",
} as const;

const resourceWords: Words<ResourceDefinition> = {
  ...sharedWords,
  requiresProvider: "behaviour",
  inputs: schemaBehaviour,
  outputs: schemaBehaviour,
  responses: schemasBehaviour,
  identity: (identity) => behaviourBy(identityWords, identity),
  existence: "behaviour",
  softDelete: "behaviour",
  onDestroy: "behaviour",
  strictness: "behaviour",
  beforeDelete: "behaviour",
  liesIn: "behaviour",
  // A plan warns of it, and does the same.
  refusedIn: "prose",
  grants: "prose",
  rights: "prose",
  lastChange: "behaviour",
  createdAt: "behaviour",
  noAutoNaming: "prose",
  governsAccess: "prose",
  longestOperation: ({ milliseconds }) => milliseconds,
};

const functionWords: Words<FunctionDefinition> = {
  ...sharedWords,
  aliases: "behaviour",
  needsOfProvider: "behaviour",
  arguments: schemaBehaviour,
  result: schemaBehaviour,
};

const fieldWords: Words<ProviderField> = {
  schema: schemaBehaviour,
  environment: "behaviour",
  aliases: "behaviour",
  default: "behaviour",
  ofCalls: "prose",
};

const fieldsBehaviour = (fields: ProviderDefinition["fields"]): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { ofCalls }]) => ofCalls !== true)
      .map(([name, field]) => [name, behaviourBy(fieldWords, field)]),
  );

const providerWords: Words<ProviderDefinition> = {
  kind: "behaviour",
  type: "behaviour",
  title: "prose",
  description: "prose",
  fields: fieldsBehaviour,
  constants: "behaviour",
  hostLevels: "behaviour",
  // Which credential is used is no part of a plan.
  takesOAuthClients: "prose",
  knownElsewhereAs: "prose",
};
