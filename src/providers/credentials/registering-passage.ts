import { universeAt } from "../../../packages/vendor-wire/google/hosts.ts";
import { serviceUsageAddress } from "../../../packages/vendor-wire/google/service-usage.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import type { OpenPassage } from "./guards/bound-driver.ts";

/**
 * The passage of a provider by which its vendor is asked to register something. Google has a host of its own for that, to which the
 * credential goes where it is used at hosts of the same universe, unless whoever named the credential gave it other origins. Pure.
 */
export function registeringPassage({ kind, config }: ProviderInstance, passage: OpenPassage): OpenPassage {
  if (kind !== "google" || passage.kind !== "bound") return passage;
  const origin = URL.parse(serviceUsageAddress(config))?.origin;
  const { origins, binding } = passage;
  if (origin === undefined || origins.includes(origin)) return passage;
  const universe = universeAt(new URL(origin).hostname);
  const isOwn = origins.some((each) => universe !== undefined && universeAt(new URL(each).hostname) === universe);
  const isMeant = binding.origins === null ? isOwn : binding.origins.includes(origin);
  return isMeant ? { ...passage, origins: [...origins, origin] } : passage;
}
