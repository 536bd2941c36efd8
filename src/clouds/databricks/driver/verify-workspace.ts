import type { Fetch } from "../../../base/fetch.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { databricksPaths, type HostType } from "../wire/paths.ts";
import { type WireAnswer, wireCall } from "./wire-call.ts";
import { isAccountAddress, workspaceOrigin } from "./workspace-address.ts";

const accountHost: HostType = "account";
const mostAttempts = 3;

/**
 * What keeps the provider from being a workspace-level one, or null. The host's name and its own metadata decide; a
 * host that does not tell is given the benefit of the doubt, because older ones have no metadata.
 */
export async function verifyWorkspace(
  fetch: Fetch,
  provider: ProviderInstance,
): Promise<{ readonly field: string; readonly detail: string } | null> {
  const origin = workspaceOrigin(provider);
  if (origin === undefined) {
    return {
      field: "baseUrl",
      detail: "the address of a workspace is needed, such as https://example.cloud.databricks.com",
    };
  }
  const account = {
    field: "level",
    detail: `${origin} is an account's address; this setting belongs to one workspace, so give the workspace's own address`,
  };
  if (isAccountAddress(origin)) return account;
  const answer = await metadata(fetch, provider);
  return answer.kind === "answer" && answer.body["host_type"] === accountHost ? account : null;
}

/** A host that is only busy is asked again: an account's must not pass because it is under load. */
async function metadata(fetch: Fetch, provider: ProviderInstance): Promise<WireAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await wireCall(fetch, provider, { method: "GET", path: databricksPaths.hostMetadata });
    const isBusy = answer.kind === "throttled" || answer.kind === "unavailable";
    if (!isBusy || attempt === mostAttempts) return answer;
  }
}
