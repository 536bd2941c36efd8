import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { accountHostPrefix } from "../wire/paths.ts";

/** The origin of a provider's `baseUrl`; undefined when that is no http(s) address. A path or query in it has no meaning. */
export function workspaceOrigin(provider: ProviderInstance): string | undefined {
  const baseUrl = provider.config["baseUrl"];
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url.origin : undefined;
}

/** True for the address of an account console, which has no workspace settings. */
export function isAccountAddress(origin: string): boolean {
  return new URL(origin).hostname.startsWith(accountHostPrefix);
}
