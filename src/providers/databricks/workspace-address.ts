import { isAccountHost, mayServeSeveral } from "../../../packages/vendor-wire/databricks/paths.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";

/**
 * The origin of a provider's `baseUrl`; undefined when that is no http(s) address. A path or query in it has no
 * meaning.
 */
export function workspaceOrigin(provider: ProviderInstance): string | undefined {
  const baseUrl = provider.config["baseUrl"];
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url.origin : undefined;
}

/** True for the address of an account console, which has no workspace settings. */
export function isAccountAddress(origin: string): boolean {
  return isAccountHost(new URL(origin).hostname);
}

/** The workspace that the provider's configuration names; undefined where it names none. */
export function declaredWorkspace(provider: ProviderInstance): string | undefined {
  const id = provider.config["workspaceId"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The cloud behind a provider: its origin, and the workspace where the address may serve several. */
export function workspaceCloud(provider: ProviderInstance): string {
  const origin = workspaceOrigin(provider);
  // An address that is none is reported by `verify`; until then it is only equal to itself.
  if (origin === undefined) return String(provider.config["baseUrl"]);
  const id = declaredWorkspace(provider);
  // A dot at the end of a host's name leads to the same host.
  const cloud = origin.replace(/\.(?=:|$)/, "");
  return id === undefined || !mayServeSeveral(new URL(cloud).hostname) ? cloud : `${cloud} workspace=${id}`;
}
