import type { Fetch } from "../../../base/fetch.ts";
import type { Complaint, ProviderInstance } from "../../../engine/ports/driver.ts";
import { databricksPaths, type HostType } from "../wire/paths.ts";
import { wireCall } from "./wire-call.ts";
import { isAccountAddress, workspaceOrigin } from "./workspace-address.ts";

const accountHost: HostType = "account";

/**
 * What keeps the provider from being a workspace-level one, or null. The host's name and its own metadata decide; a host
 * that answers and does not tell is given the benefit of the doubt, because older ones have no metadata. One that does
 * not answer is not: an account's must not pass because it is under load.
 */
export async function verifyWorkspace(fetch: Fetch, provider: ProviderInstance): Promise<Complaint | null> {
  const origin = workspaceOrigin(provider);
  if (origin === undefined) {
    return {
      kind: "mismatch",
      field: "baseUrl",
      detail: "the address of a workspace is needed, such as https://example.cloud.databricks.com",
    };
  }
  const account = {
    kind: "mismatch",
    field: "level",
    detail: `${origin} is an account's address; this setting belongs to one workspace, so give the workspace's own address`,
  } as const;
  if (isAccountAddress(origin)) return account;
  const asked = { method: "GET", path: databricksPaths.hostMetadata, mayBePage: true } as const;
  const answer = await wireCall(fetch, provider, asked);
  switch (answer.kind) {
    case "answer":
      return answer.body["host_type"] === accountHost ? account : null;
    case "throttled":
    case "unavailable":
      return answer;
    default:
      return null;
  }
}
