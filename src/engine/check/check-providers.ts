import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { memoized } from "../../../packages/base/memoized.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import { validateValue } from "../../definitions/schema/checks/validate-value.ts";
import type { Catalog, ProviderDefinition, ProviderField } from "../../definitions/schema/definition.ts";
import type { ObjectSchema } from "../../definitions/schema/schema.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { Declaration } from "../declare/declaration.ts";
import type { CheckedProvider } from "./checked-declaration.ts";
import type { Compiler } from "./compile-values.ts";
import type { Complaints } from "./complaints.ts";

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
  /** The provider for a resource of the kind: the one named, or the kind's default. Undefined after a complaint. */
  choose(
    kind: string,
    named: Json | undefined,
    place: { address: string; pointer: string },
  ): CheckedProvider | undefined;
}

export function checkProviders(
  declaration: Declaration,
  catalog: Catalog,
  surroundings: ProviderSurroundings,
  compiler: Compiler,
  complaints: Complaints,
): Providers {
  const byRef: Record<string, CheckedProvider> = {};
  const resolve = (definition: ProviderDefinition, declared: JsonObject, place: Place) => {
    complainOfEnvironment(definition, declared, surroundings, place, complaints);
    return resolveConfig(definition, declared, surroundings);
  };
  const needs = new Map<string, readonly string[]>();
  const defaults: Record<string, string[]> = {};
  for (const [ref, provider] of Object.entries(declaration.providers)) {
    const at = pointer("/providers", ref);
    const definition = Object.hasOwn(catalog.providers, provider.kind) ? catalog.providers[provider.kind] : undefined;
    if (definition === undefined) {
      const nearest = nearestName(provider.kind, Object.keys(catalog.providers));
      complaints.add(
        "provider-kind",
        `there is no provider kind \`${provider.kind}\`; known are ${Object.keys(catalog.providers).join(", ")}`,
        {
          pointer: pointer(at, "kind"),
          hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
          fix: nearest,
        },
      );
      continue;
    }
    const compiled = compiler.compileObject(provider.properties, { pointer: at, expected: schemaOf(definition) });
    if (secretPlaces(compiled.value).length > 0)
      complaints.add("value-not-allowed", `provider ${ref} is part of every record: it can't hold a secret`, {
        pointer: at,
      });
    needs.set(ref, compiled.needs);
    byRef[ref] = {
      ref,
      kind: provider.kind,
      config: resolve(definition, withoutAliases(definition, compiled.value, at, complaints), { pointer: at }),
    };
    if (provider.default === true) defaults[provider.kind] = [...(defaults[provider.kind] ?? []), ref];
  }
  for (const [kind, refs] of Object.entries(defaults)) {
    for (const ref of refs.slice(1)) {
      complaints.add("invalid-option", `\`${refs[0]}\` is already the default provider of kind ${kind}`, {
        pointer: pointer("/providers", ref, "default"),
      });
    }
  }

  const refsByKind = new Map<string, string[]>();
  for (const [ref, { kind }] of Object.entries(declaration.providers)) {
    refsByKind.set(kind, [...(refsByKind.get(kind) ?? []), ref]);
  }
  const implicit = (kind: string, place: Place): CheckedProvider | undefined => {
    const definition = catalog.providers[kind];
    if (definition === undefined) return undefined;
    const known = byRef[kind];
    if (known !== undefined) return known;
    const made = { ref: kind, kind, config: resolve(definition, {}, place) };
    byRef[kind] = made;
    return made;
  };

  return {
    byRef,
    needsOf: (ref) => needs.get(ref) ?? [],
    choose: (kind, named, place) => {
      if (named !== undefined) {
        const at = pointer(place.pointer, "options", "provider");
        const chosen = typeof named === "string" && Object.hasOwn(byRef, named) ? byRef[named] : undefined;
        if (chosen === undefined) {
          const declaredUnsound = typeof named === "string" && Object.hasOwn(declaration.providers, named);
          if (!declaredUnsound) {
            complaints.add("unknown-provider", `there is no provider ${JSON.stringify(named)} under \`providers\``, {
              ...place,
              pointer: at,
            });
          }
          return undefined;
        }
        if (chosen.kind === kind) return chosen;
        complaints.add(
          "provider-kind",
          `\`${named}\` is of kind ${chosen.kind}; the resource needs one of kind ${kind}`,
          { ...place, pointer: at },
        );
        return undefined;
      }
      const ofKind = refsByKind.get(kind) ?? [];
      const ref = defaults[kind]?.[0] ?? (ofKind.length === 1 ? ofKind[0] : undefined);
      if (ref !== undefined) return byRef[ref];
      if (ofKind.length === 0) return implicit(kind, place);
      complaints.add(
        "unknown-provider",
        `there are ${ofKind.length} providers of kind ${kind} and none is the default; name one in \`options.provider\` or mark one \`default: true\``,
        { address: place.address, pointer: place.pointer, at: "key" },
      );
      return undefined;
    },
  };
}

/** What an expression in a provider's configuration must give, under the proper names and the aliases. */
const schemaOf = memoized(({ fields }: ProviderDefinition): ObjectSchema => {
  const properties = Object.entries(fields).flatMap(([name, { schema, aliases }]) =>
    [name, ...(aliases ?? [])].map((each) => [each, schema] as const),
  );
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
});

/** Declared keys under their proper names; unknown keys and misfit values are problems. */
function withoutAliases(
  definition: ProviderDefinition,
  declared: JsonObject,
  at: string,
  complaints: Complaints,
): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(declared)) {
    const name =
      Object.keys(definition.fields).find((each) => each === key || definition.fields[each]?.aliases?.includes(key)) ??
      undefined;
    const field: ProviderField | undefined = name === undefined ? undefined : definition.fields[name];
    if (name === undefined || field === undefined) {
      const nearest = nearestName(key, Object.keys(definition.fields));
      complaints.add(
        "unknown-key",
        `a provider of kind ${definition.type} has no \`${key}\`; known are ${Object.keys(definition.fields).join(", ")}`,
        {
          pointer: pointer(at, key),
          at: "key",
          hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
          fix: nearest,
        },
      );
      continue;
    }
    const violations = validateValue(field.schema, value);
    for (const each of violations) {
      complaints.add(each.code, each.detail, {
        pointer: `${pointer(at, key)}${each.pointer}`,
        at: each.at,
        hint: each.hint,
        fix: each.fix,
      });
    }
    if (violations.length === 0) result[name] = value;
  }
  return result;
}

interface Place {
  readonly address?: string;
  readonly pointer: string;
}

/**
 * What the environment gives must be in a closed list as much as what is declared: a misspelt word is no default. Of other values the
 * vendors' tools take more forms than a declaration may have.
 */
function complainOfEnvironment(
  definition: ProviderDefinition,
  declared: JsonObject,
  { environment }: ProviderSurroundings,
  place: Place,
  complaints: Complaints,
): void {
  for (const [name, { schema, environment: variables }] of Object.entries(definition.fields)) {
    if (declared[name] !== undefined || !("enum" in schema)) continue;
    const variable = variables.find((each) => (environment[each] ?? "") !== "");
    if (variable === undefined) continue;
    for (const { code, detail, hint } of validateValue(schema, environment[variable] ?? ""))
      complaints.add(code, `\`${name}\` is taken from ${variable}: ${detail}`, { ...place, at: "key", hint });
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
export function levelComplaint(
  provider: CheckedProvider,
  definition: ProviderDefinition | undefined,
  required: Readonly<Record<string, Json>>,
): string | undefined {
  for (const [field, wanted] of Object.entries(required)) {
    if (!isMarker(provider.config[field]) && provider.config[field] !== wanted) {
      return `\`${provider.ref}\` has ${field} ${JSON.stringify(provider.config[field] ?? null)}; the resource works only with ${field} ${JSON.stringify(wanted)}`;
    }
    const base = provider.config["baseUrl"];
    if (typeof base !== "string") continue;
    const host = URL.canParse(base) ? new URL(base).hostname : base;
    const other = definition?.hostLevels?.find(
      (each) => each.field === field && each.value !== wanted && new RegExp(each.hosts, "i").test(host),
    );
    if (other !== undefined) {
      return `\`${provider.ref}\` points at ${host}, which is an address of ${field} ${other.value}; the resource works only with ${field} ${JSON.stringify(wanted)}`;
    }
  }
  return undefined;
}
