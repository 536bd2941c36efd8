import type { ProviderInstance } from "../../engine/ports/driver.ts";
import type { OpenPassage } from "./guards/bound-driver.ts";
import type { VendorAccesses } from "./vendor-accesses.ts";

/**
 * The passage of a provider by which its vendor is asked to register something. A vendor may have a host of its own for
 * that, to which the credential goes where it is used at hosts of the same cloud, unless whoever named the credential
 * gave it other origins. Pure.
 */
export function registeringPassage(
  { kind, config }: ProviderInstance,
  passage: OpenPassage,
  accesses: VendorAccesses,
): OpenPassage {
  const there = accesses.of(kind).places.registering?.(config) ?? null;
  if (there === null || passage.kind !== "bound") return passage;
  const { origins, binding } = passage;
  if (origins.includes(there.origin)) return passage;
  const isMeant = binding.origins === null ? origins.some(there.isOwn) : binding.origins.includes(there.origin);
  return isMeant ? { ...passage, origins: [...origins, there.origin] } : passage;
}
