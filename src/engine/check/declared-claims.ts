import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedProvider } from "./checked-declaration.ts";

/**
 * Which objects the resources of a declaration stand for, as far as that is known without a call. Providers that differ
 * in nothing but parts of names, and in how calls are made, lead to one platform. The plan tells of others.
 */
export class DeclaredClaims {
  readonly #catalog: Catalog;
  readonly #holders = new Map<string, string>();
  readonly #platforms = new Map<CheckedProvider, string>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Notes that a resource stands for an object; gives the resource that was noted for it before. */
  holderBeside(address: string, provider: CheckedProvider, claim: string): string | undefined {
    const key = `${this.#platformOf(provider)} ${claim}`;
    const holder = this.#holders.get(key);
    if (holder === undefined) this.#holders.set(key, address);
    return holder;
  }

  /** The resource that was noted for an object. */
  holderOf(provider: CheckedProvider, claim: string): string | undefined {
    return this.#holders.get(`${this.#platformOf(provider)} ${claim}`);
  }

  #platformOf(provider: CheckedProvider): string {
    const known = this.#platforms.get(provider);
    if (known !== undefined) return known;
    const names = namingFields(this.#catalog, provider.kind);
    const fields = this.#catalog.providers[provider.kind]?.fields ?? {};
    const leading = Object.entries(provider.config).filter(
      ([field]) => !names.has(field) && fields[field]?.ofCalls !== true,
    );
    const platform = canonicalJson([provider.kind, Object.fromEntries(leading)]);
    this.#platforms.set(provider, platform);
    return platform;
  }
}

/** Fields of a kind of provider whose values stand in the names of objects, and so in what they claim. */
function namingFields(catalog: Catalog, kind: string): ReadonlySet<string> {
  const sources = Object.values(catalog.resources)
    .filter(({ provider }) => provider === kind)
    .flatMap(({ identity }) => Object.values(identity.variables).flat());
  return new Set(sources.flatMap((source) => ("provider" in source ? [source.provider] : [])));
}
