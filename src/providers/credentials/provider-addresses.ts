import { planeOfConfig } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { apiAddress, googleApis } from "../../../packages/vendor-wire/google/hosts.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { contradictionIn } from "./contradicting-clouds.ts";
import { natureOf, type OriginNature } from "./provider-origin.ts";

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

interface Address {
  readonly base: string;
  readonly field: string | null;
}

/**
 * The origins that calls through a provider go to, each once: those of the addresses in its configuration, or else the vendor's.
 * Pure. `universe`: the one of Google's that the environment names. One address where no credential goes is enough for all; so is one of this machine beside others, and one of another cloud than
 * the configuration names: which cloud's credential is meant, and whose objects, can't be told.
 */
export function originsOfProvider(
  provider: Pick<ProviderInstance, "kind" | "config">,
  universe?: string,
): ProviderAddresses {
  const contradiction = contradictionIn(provider, universe);
  if (contradiction !== null) return { kind: "never", ...contradiction };
  const found = new Map<string, LedOrigin>();
  for (const { base, field } of addressesOf(provider)) {
    const nature = natureOf(base);
    if (nature.kind === "never") return { ...nature, field: field ?? "baseUrl" };
    // The path of each call is put behind it, and would be swallowed: the call would go to another object than it names.
    if (provider.kind !== "databricks" && /[?#]/.test(base))
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

function addressesOf({ kind, config }: Pick<ProviderInstance, "kind" | "config">): readonly Address[] {
  if (kind === "google") return googleApis.map((api) => apiAddress(config, api));
  const baseUrl = config["baseUrl"];
  if (typeof baseUrl === "string" && baseUrl !== "") return [{ base: baseUrl, field: "baseUrl" }];
  if (kind !== "azure") return [];
  const plane = planeOfConfig(config);
  return [{ base: plane.origin, field: config["environment"] === undefined ? null : "environment" }];
}
