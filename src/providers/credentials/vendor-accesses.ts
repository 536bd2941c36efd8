import { invariant } from "../../../packages/base/invariant.ts";
import type { Environment, VendorAccess } from "./vendor-access.ts";

/** How the vendors of a composition are reached, by kind of provider. */
export class VendorAccesses {
  readonly #byKind: ReadonlyMap<string, VendorAccess>;
  readonly #publicOrigins: ReadonlySet<string>;

  constructor(vendors: readonly { readonly kind: string; readonly access: VendorAccess }[]) {
    this.#byKind = new Map(vendors.map(({ kind, access }) => [kind, access]));
    this.#publicOrigins = new Set(vendors.flatMap(({ access }) => access.places.publicOrigins));
  }

  of(kind: string): VendorAccess {
    const access = this.#byKind.get(kind);
    invariant(access !== undefined, `no vendor of kind ${kind}`);
    return access;
  }

  /** True for a public address of any vendor, whose name needs no guard. */
  isVendorOrigin(origin: string): boolean {
    return this.#publicOrigins.has(origin);
  }

  /** True where the library of any vendor signs in by itself. */
  isSignIn(url: URL, environment: Environment): boolean {
    return [...this.#byKind.values()].some(({ places }) => places.isSignIn?.(url, environment) === true);
  }
}
