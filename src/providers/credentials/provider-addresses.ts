import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { natureOf, type OriginNature } from "./provider-origin.ts";
import type { Environment, VendorPlaces } from "./vendor-access.ts";

/** One origin that a provider leads to. */
export interface LedOrigin {
  readonly origin: string;
  /** The field of the provider's configuration that says so; null where it is the vendor's own by default. */
  readonly field: string | null;
  readonly nature: Exclude<OriginNature["kind"], "never">;
}

/** Where a provider leads. */
export type ProviderAddresses =
  /** None where the kind has no address of its own and the provider names none. */
  | { readonly kind: "origins"; readonly origins: readonly LedOrigin[] }
  | { readonly kind: "never"; readonly why: string; readonly field: string };

/**
 * The origins that calls through a provider go to, each once: those of the addresses in its configuration, or else the
 * vendor's. Pure. One address where no credential goes is enough for all; so is one of this machine beside others, and
 * one of another cloud than the configuration names: which cloud's credential is meant, and whose objects, can't be
 * told.
 */
export function originsOfProvider(
  { config }: Pick<ProviderInstance, "config">,
  places: VendorPlaces,
  environment: Environment,
): ProviderAddresses {
  const contradiction = places.contradiction?.(config, environment) ?? null;
  if (contradiction !== null) return { kind: "never", ...contradiction };
  const found = new Map<string, LedOrigin>();
  for (const { base, field } of places.addresses(config)) {
    const nature = natureOf(base);
    if (nature.kind === "never") return { ...nature, field: field ?? "baseUrl" };
    // The path of each call is put behind it, and would be swallowed: the call would go to another object than it
    // names.
    if (places.takesOriginOnly !== true && /[?#]/.test(base))
      return {
        kind: "never",
        why: "a base address has no `?` and no `#`; leave out what begins there",
        field: field ?? "baseUrl",
      };
    if (!found.has(nature.origin)) found.set(nature.origin, { origin: nature.origin, field, nature: nature.kind });
  }
  const origins = [...found.values()];
  const here = origins.find(({ nature }) => nature === "loopback");
  if (here !== undefined && origins.some(({ nature }) => nature !== "loopback")) {
    const why = `one provider leads to this machine (${here.origin}) and elsewhere; give each its own provider`;
    return { kind: "never", why, field: here.field ?? "baseUrl" };
  }
  return { kind: "origins", origins };
}
