import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import type { CheckedProvider } from "./checked-declaration.ts";

/**
 * Which objects the resources of a declaration stand for, as far as that is known without a call. Providers of one
 * configuration lead to one platform; whether others do is told by the plan.
 */
export class DeclaredClaims {
  readonly #holders = new Map<string, string>();
  readonly #platforms = new Map<CheckedProvider, string>();

  /** Notes that a resource stands for an object; gives the resource that was noted for it before. */
  holderBeside(address: string, provider: CheckedProvider, claim: string): string | undefined {
    const key = `${this.#platformOf(provider)} ${claim}`;
    const holder = this.#holders.get(key);
    if (holder === undefined) this.#holders.set(key, address);
    return holder;
  }

  #platformOf(provider: CheckedProvider): string {
    const known = this.#platforms.get(provider);
    if (known !== undefined) return known;
    const platform = canonicalJson([provider.kind, provider.config]);
    this.#platforms.set(provider, platform);
    return platform;
  }
}
