import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { didYouMean, guessOf, nearestName } from "../../../packages/base/nearest-name.ts";
import { validateValue } from "../../definitions/schema/checks/validate-value.ts";
import type { Catalog, ProviderDefinition, ProviderField } from "../../definitions/schema/definition.ts";
import type { ObjectSchema } from "../../definitions/schema/schema.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { Declaration, ProviderDeclaration } from "../declare/declaration.ts";
import type { CheckedProvider } from "./checked-declaration.ts";
import type { Compiler } from "./compile-values.ts";
import type { ProblemCollector } from "./problem-collector.ts";

/** What the surroundings give to every provider: environment variables, and values by kind such as a base address. */
export interface ProviderSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly defaults: Readonly<Record<string, JsonObject>>;
}

/** The providers of a declaration, resolved, and which of them serves a resource. */
export interface Providers {
  readonly byRef: Readonly<Record<string, CheckedProvider>>;
  /** Addresses that a provider's configuration refers to. */
  needsOf(ref: string): readonly string[];
  /** The provider for a resource of the kind: the one named, or the kind's default. Undefined after a problem. */
  choose(kind: string, named: Json | undefined, place: NodePlace): CheckedProvider | undefined;
}

interface Place {
  readonly address?: string;
  readonly pointer: string;
}

type NodePlace = Required<Place>;

export function checkProviders(
  declaration: Declaration,
  catalog: Catalog,
  surroundings: ProviderSurroundings,
  compiler: Compiler,
  collector: ProblemCollector,
): Providers {
  const providers = new DeclaredProviders(declaration.providers, catalog, surroundings, collector);
  for (const [ref, provider] of Object.entries(declaration.providers)) providers.check(ref, provider, compiler);
  providers.checkDefaults();
  return providers;
}

class DeclaredProviders implements Providers {
  readonly byRef: Record<string, CheckedProvider> = {};
  readonly #declared: Declaration["providers"];
  readonly #catalog: Catalog;
  readonly #surroundings: ProviderSurroundings;
  readonly #collector: ProblemCollector;
  /** All that are declared, by kind. */
  readonly #refs: ReadonlyMap<string | undefined, readonly string[]>;
  readonly #needs = new Map<string, readonly string[]>();
  /** Those marked as the default of their kind, by kind. */
  readonly #defaults = new Map<string, readonly string[]>();

  constructor(
    declared: Declaration["providers"],
    catalog: Catalog,
    surroundings: ProviderSurroundings,
    collector: ProblemCollector,
  ) {
    this.#declared = declared;
    this.#catalog = catalog;
    this.#surroundings = surroundings;
    this.#collector = collector;
    this.#refs = Map.groupBy(Object.keys(declared), (ref) => declared[ref]?.kind);
  }

  needsOf(ref: string): readonly string[] {
    return this.#needs.get(ref) ?? [];
  }

  choose(kind: string, named: Json | undefined, place: NodePlace): CheckedProvider | undefined {
    return named === undefined ? this.#usual(kind, place) : this.#named(kind, named, place);
  }

  /** A sound provider is found under its name from here on. */
  check(ref: string, provider: ProviderDeclaration, compiler: Compiler): void {
    const { kind } = provider;
    const at = pointer("/providers", ref);
    const definition = this.#definitionOf(kind, at);
    if (definition === undefined) return;
    const { value, needs } = compiler.compileObject(provider.properties, {
      pointer: at,
      expected: schemaOf(definition),
    });
    for (const place of secretPlaces(value)) {
      const detail = `provider ${ref} is part of every record: it can't hold a secret`;
      const hint = "give it a value that may be shown; credentials come from the environment";
      this.#collector.add("value-not-allowed", detail, { pointer: `${at}${place}`, hint });
    }
    const declared = withoutAliases(definition, value, at, this.#collector);
    this.byRef[ref] = { ref, kind, config: this.#configOf(definition, declared, { pointer: at }) };
    this.#needs.set(ref, needs);
    if (provider.default === true) this.#defaults.set(kind, [...(this.#defaults.get(kind) ?? []), ref]);
  }

  /** A kind has one default at most. */
  checkDefaults(): void {
    for (const [kind, [first, ...others]] of this.#defaults) {
      const detail = `\`${first}\` is already the default provider of kind ${kind}`;
      for (const ref of others)
        this.#collector.add("invalid-option", detail, { pointer: pointer("/providers", ref, "default") });
    }
  }

  #definitionOf(kind: string, at: string): ProviderDefinition | undefined {
    const { providers } = this.#catalog;
    if (Object.hasOwn(providers, kind)) return providers[kind];
    // That the kind is missing was told by the reading.
    if (kind === "") return undefined;
    const known = Object.keys(providers);
    const elsewhere = known.find((each) => providers[each]?.knownElsewhereAs?.includes(kind) === true);
    const way = elsewhere === undefined ? didYouMean(kind, known) : guessOf([elsewhere], kind);
    const detail = `there is no provider kind \`${kind}\`; known are ${known.join(", ")}`;
    this.#collector.add("provider-kind", detail, { pointer: pointer(at, "kind"), ...way });
    return undefined;
  }

  #configOf(definition: ProviderDefinition, declared: JsonObject, place: Place): JsonObject {
    complainOfEnvironment(definition, declared, this.#surroundings, place, this.#collector);
    return resolveConfig(definition, declared, this.#surroundings);
  }

  #named(kind: string, named: Json, place: NodePlace): CheckedProvider | undefined {
    const at = { ...place, pointer: pointer(place.pointer, "options", "provider") };
    const chosen = typeof named === "string" && Object.hasOwn(this.byRef, named) ? this.byRef[named] : undefined;
    if (chosen?.kind === kind) return chosen;
    if (chosen !== undefined) {
      const detail = `\`${named}\` is of kind ${chosen.kind}; the resource needs one of kind ${kind}`;
      const fitting = this.#refs.get(kind) ?? [];
      const hint = fitting.length === 0 ? undefined : `of that kind: ${fitting.map((ref) => `\`${ref}\``).join(", ")}`;
      this.#collector.add("provider-kind", detail, {
        ...at,
        hint,
        fix: fitting.length === 1 ? fitting[0] : undefined,
      });
    } else if (typeof named !== "string" || !Object.hasOwn(this.#declared, named)) {
      // One that is declared and unsound has its problem already.
      const detail = `there is no provider ${JSON.stringify(named)} under \`providers\``;
      const known = Object.keys(this.#declared);
      const among = known.length === 0 ? undefined : `declared are ${known.map((ref) => `\`${ref}\``).join(", ")}`;
      const way = { hint: among, ...(typeof named === "string" ? didYouMean(named, known) : {}) };
      this.#collector.add("unknown-provider", detail, { ...at, ...way });
    }
    return undefined;
  }

  /** The default of its kind, the only one declared, or the one that the surroundings give. */
  #usual(kind: string, place: NodePlace): CheckedProvider | undefined {
    const ofKind = this.#refs.get(kind) ?? [];
    const ref = this.#defaults.get(kind)?.[0] ?? (ofKind.length === 1 ? ofKind[0] : undefined);
    if (ref !== undefined) return this.byRef[ref];
    if (ofKind.length === 0) return this.#hasUnsoundKind() ? undefined : this.#implicit(kind, place);
    this.#collector.add(
      "unknown-provider",
      `there are ${ofKind.length} providers of kind ${kind} and none is the default; ` +
        "name one in `options.provider` or mark one `default: true`",
      { address: place.address, pointer: place.pointer, at: "key" },
    );
    return undefined;
  }

  /** One whose kind is wrong may be the one that is meant, and has its problem already. */
  #hasUnsoundKind(): boolean {
    return [...this.#refs.keys()].some((each) => !Object.hasOwn(this.#catalog.providers, each ?? ""));
  }

  #implicit(kind: string, place: NodePlace): CheckedProvider | undefined {
    const definition = this.#catalog.providers[kind];
    if (definition === undefined) return undefined;
    this.byRef[kind] ??= { ref: kind, kind, config: this.#configOf(definition, {}, place) };
    return this.byRef[kind];
  }
}

/** What an expression in a provider's configuration must give, under the proper names and the aliases. */
function schemaOf({ fields }: ProviderDefinition): ObjectSchema {
  const properties = Object.entries(fields).flatMap(([name, { schema, aliases }]) =>
    [name, ...(aliases ?? [])].map((each) => [each, schema] as const),
  );
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

/** Declared keys under their proper names; unknown keys and misfit values are problems. */
function withoutAliases(
  definition: ProviderDefinition,
  declared: JsonObject,
  at: string,
  collector: ProblemCollector,
): JsonObject {
  const result: Record<string, Json> = {};
  const names = Object.keys(definition.fields);
  for (const [key, value] of Object.entries(declared)) {
    const name = names.find((each) => each === key || definition.fields[each]?.aliases?.includes(key));
    const field: ProviderField | undefined = name === undefined ? undefined : definition.fields[name];
    if (name === undefined || field === undefined) {
      const free = names.filter((each) => !Object.hasOwn(declared, each));
      const nearest = nearestName(key, free);
      const detail = `a provider of kind ${definition.type} has no \`${key}\`; known are ${names.join(", ")}`;
      collector.add("unknown-key", detail, { pointer: pointer(at, key), at: "key", ...didYouMean(key, free) });
      // It stands for what it is misspelt for: that this were missing is not said as well.
      const meant = nearest === undefined ? undefined : definition.fields[nearest];
      if (nearest !== undefined && meant !== undefined && validateValue(meant.schema, value).length === 0)
        result[nearest] ??= value;
      continue;
    }
    const violations = validateValue(field.schema, value);
    for (const { code, detail, ...place } of violations)
      collector.add(code, detail, { ...place, pointer: `${pointer(at, key)}${place.pointer}` });
    if (violations.length === 0) result[name] = value;
  }
  return result;
}

/**
 * What the environment gives must be in a closed list as much as what is declared: a misspelt word is no default. Of
 * other values the vendors' tools take more forms than a declaration may have.
 */
function complainOfEnvironment(
  definition: ProviderDefinition,
  declared: JsonObject,
  { environment }: ProviderSurroundings,
  place: Place,
  collector: ProblemCollector,
): void {
  for (const [name, { schema, environment: variables }] of Object.entries(definition.fields)) {
    if (declared[name] !== undefined || !("enum" in schema)) continue;
    const variable = variables.find((each) => (environment[each] ?? "") !== "");
    if (variable === undefined) continue;
    for (const { code, detail, hint } of validateValue(schema, environment[variable] ?? ""))
      collector.add(code, `\`${name}\` is taken from ${variable}: ${detail}`, { ...place, at: "key", hint });
  }
}

function resolveConfig(
  definition: ProviderDefinition,
  declared: JsonObject,
  { environment, defaults }: ProviderSurroundings,
): JsonObject {
  const config: Record<string, Json> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const fromEnvironment = field.environment
      .map((variable) => environment[variable])
      .find((value) => value !== undefined && value !== "");
    const value = declared[name] ?? fromEnvironment ?? defaults[definition.type]?.[name] ?? field.default;
    if (value !== undefined) config[name] = value;
  }
  return { ...config, ...definition.constants };
}

/** Why the provider is not what the resource requires, or undefined when it is (as far as its configuration tells). */
export function levelMistake(
  provider: CheckedProvider,
  definition: ProviderDefinition | undefined,
  required: Readonly<Record<string, Json>>,
): string | undefined {
  for (const [field, wanted] of Object.entries(required)) {
    const level = `${field} ${JSON.stringify(wanted)}`;
    if (!isMarker(provider.config[field]) && provider.config[field] !== wanted) {
      const configured = JSON.stringify(provider.config[field] ?? null);
      return `\`${provider.ref}\` has ${field} ${configured}; the resource works only with ${level}`;
    }
    const base = provider.config["baseUrl"];
    if (typeof base !== "string") continue;
    const host = URL.canParse(base) ? new URL(base).hostname : base;
    const other = definition?.hostLevels?.find(
      (each) => each.field === field && each.value !== wanted && new RegExp(each.hosts, "i").test(host),
    );
    if (other !== undefined) {
      const address = `an address of ${field} ${other.value}`;
      return `\`${provider.ref}\` points at ${host}, which is ${address}; the resource works only with ${level}`;
    }
  }
  return undefined;
}
