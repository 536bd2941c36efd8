import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { ProviderInstance, ProviderMistake } from "../../engine/ports/driver.ts";
import { askMetadata } from "./host-metadata.ts";
import { declaredWorkspace, isAccountAddress, workspaceOrigin } from "./workspace-address.ts";

/**
 * What keeps the provider from being a workspace-level one, or null. The host's name and its own metadata decide; a
 * host that answers and does not tell is given the benefit of the doubt, because older ones have no metadata. One that
 * does not answer is not: an account's must not pass because it is under load.
 */
export async function verifyWorkspace(exchange: Exchange, provider: ProviderInstance): Promise<ProviderMistake | null> {
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
    detail:
      `${origin} is an account's address; this setting belongs to one workspace, ` +
      "so give the workspace's own address",
  } as const;
  if (isAccountAddress(origin)) return account;
  const answer = await askMetadata(exchange, provider);
  if (answer.kind !== "metadata") return answer;
  const { type, workspaceId } = answer.metadata;
  const declared = declaredWorkspace(provider);
  if (type === "account") return account;
  if (type === "unified" && workspaceId === null && declared === undefined) {
    const detail = `${origin} serves several workspaces; name one by \`workspaceId\``;
    return { kind: "mismatch", field: "workspaceId", detail };
  }
  if (type === "workspace" && workspaceId !== null && declared !== undefined && workspaceId !== declared) {
    const detail = `${origin} is the address of workspace ${workspaceId}, and \`workspaceId\` says ${declared}`;
    return { kind: "mismatch", field: "workspaceId", detail };
  }
  return null;
}
