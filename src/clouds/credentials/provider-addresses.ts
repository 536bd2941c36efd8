import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { armHost } from "../arm/wire/resource-types.ts";
import { googleHosts } from "../google/wire/hosts.ts";
import { natureOf } from "./provider-origin.ts";

/** Where a provider leads. */
export type ProviderAddresses =
  | {
      readonly kind: "origins";
      /** None where the kind has no address of its own and the provider names none. */
      readonly origins: readonly string[];
      readonly isLoopback: boolean;
      readonly isPrivate: boolean;
    }
  | { readonly kind: "never"; readonly why: string };

const vendors = (origins: readonly string[]): ProviderAddresses => ({
  kind: "origins",
  origins,
  isLoopback: false,
  isPrivate: false,
});

/** The origins that calls through a provider go to: that of its `baseUrl`, or else the vendor's. Pure. */
export function originsOfProvider({ kind, config }: Pick<ProviderInstance, "kind" | "config">): ProviderAddresses {
  const baseUrl = config["baseUrl"];
  if (typeof baseUrl !== "string" || baseUrl === "")
    return vendors(kind === "google" ? Object.values(googleHosts) : kind === "azure" ? [armHost] : []);
  const nature = natureOf(baseUrl);
  if (nature.kind === "never") return nature;
  const isLoopback = nature.kind === "loopback";
  return { kind: "origins", origins: [nature.origin], isLoopback, isPrivate: nature.kind === "private" };
}
