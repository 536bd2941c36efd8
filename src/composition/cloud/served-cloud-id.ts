import { isOk } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import type { Passage } from "../../providers/credentials/sources/credential-rule.ts";
import { type VendorOptions, vendorExchange } from "../../providers/credentials/vendor-exchange.ts";

/**
 * What the local cloud on this machine calls itself to which a provider leads. Null for a vendor, which is not asked;
 * for a local cloud that does not tell; and for one that does not answer: the calls that follow say why.
 */
export async function servedCloudId(
  provider: ProviderInstance,
  passage: Passage,
  vendors: VendorOptions,
): Promise<string | null> {
  if (passage.kind !== "local") return null;
  const [origin] = passage.origins;
  try {
    const request = { method: "GET", url: `${origin}/_local/cloud`, headers: {}, body: "" };
    const answer = await vendorExchange(provider, passage, vendors)(request);
    const told = isOk(answer) ? parsedJson(answer.body) : null;
    const id = isJsonObject(told) ? told["id"] : null;
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}
