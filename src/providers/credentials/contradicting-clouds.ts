import type { JsonObject } from "../../../packages/base/json/json.ts";
import { planeAtOrigin, planeNamed } from "../../../packages/vendor-wire/azure/management-planes.ts";
import {
  apiAddress,
  googleApis,
  knownUniverses,
  universeAt,
  universeOf,
} from "../../../packages/vendor-wire/google/hosts.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";

/** An address of the vendor's own that is in another cloud than the configuration names. */
export interface Contradiction {
  /** The field with the address. */
  readonly field: string;
  readonly why: string;
}

/**
 * Null where a configuration names no cloud, or leads to that one, or to an address of which the cloud is not known. `universe`: the one
 * of Google's that the environment names; its addresses are of no other, said or not. Pure.
 */
export function contradictionIn(
  { kind, config }: Pick<ProviderInstance, "kind" | "config">,
  universe?: string,
): Contradiction | null {
  if (kind === "google") return otherUniverse(config, universe);
  return kind === "azure" ? otherPlane(config) : null;
}

const remedy = "leave out the one that is not meant";

function otherUniverse(config: JsonObject, universe: string | undefined): Contradiction | null {
  const { universeDomain = "" } = config;
  // A value that is not known yet is looked at in the plan.
  if (typeof universeDomain !== "string") return null;
  const named = universeOf(config);
  for (const api of googleApis) {
    const { base, field } = apiAddress(config, api);
    const url = URL.parse(base);
    const led = url === null ? undefined : universeAt(url.hostname, universe);
    if (field === null || url === null || led === undefined || led === named) continue;
    // Without a name the address alone says which of the known ones is meant.
    if (universeDomain === "" && knownUniverses.includes(led)) continue;
    const why = `${url.origin} is of the universe \`${led}\`, and \`universeDomain\` says \`${named}\`: ${remedy}`;
    return { field, why };
  }
  return null;
}

function otherPlane({ baseUrl, environment }: JsonObject): Contradiction | null {
  const named = planeNamed(environment);
  const led = typeof baseUrl === "string" ? planeAtOrigin(URL.parse(baseUrl)?.origin ?? "") : undefined;
  if (named === undefined || led === undefined || named === led) return null;
  const what = `${led.origin} is the management plane of the cloud \`${led.name}\``;
  return { field: "baseUrl", why: `${what}, and \`environment\` says \`${named.name}\`: ${remedy}` };
}
