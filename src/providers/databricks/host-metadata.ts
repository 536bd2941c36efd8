import { type Exchange, withFields } from "../../../packages/base/exchange/exchange.ts";
import {
  databricksPaths,
  type HostType,
  mayServeSeveral,
  workspaceHeaders,
} from "../../../packages/vendor-wire/databricks/paths.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { type WireAnswer, wireCall } from "./wire-call.ts";
import { declaredWorkspace, workspaceOrigin } from "./workspace-address.ts";

/** What a host says of itself; null where it does not tell, as older ones do not. */
interface HostMetadata {
  readonly type: HostType | null;
  /** The one workspace behind the host. */
  readonly workspaceId: string | null;
}

type MetadataAnswer =
  | { readonly kind: "metadata"; readonly metadata: HostMetadata }
  | Extract<WireAnswer, { kind: "throttled" | "unavailable" }>;

const unknownHost: HostMetadata = { type: null, workspaceId: null };
const hostTypes: readonly HostType[] = ["workspace", "account", "unified"];

/**
 * Asks a host what it is. One that answers without telling is an older one; one that does not answer may be anything.
 */
export async function askMetadata(exchange: Exchange, provider: ProviderInstance): Promise<MetadataAnswer> {
  const asked = { method: "GET", path: databricksPaths.hostMetadata, mayBePage: true } as const;
  const answer = await wireCall(exchange, provider, asked);
  if (answer.kind === "throttled" || answer.kind === "unavailable") return answer;
  if (answer.kind !== "answer") return { kind: "metadata", metadata: unknownHost };
  const { host_type: type, workspace_id: id } = answer.body;
  const workspaceId = typeof id === "string" && id !== "" ? id : typeof id === "number" ? String(id) : null;
  return { kind: "metadata", metadata: { type: hostTypes.find((each) => each === type) ?? null, workspaceId } };
}

/**
 * The workspace that a call has to name: the declared one, else the one in the metadata of a host that may serve
 * several. Asks each host once; null where there is none to name. A host that can't be asked now is named as the
 * refusal.
 */
function workspacesOver(exchange: Exchange) {
  const known = new Map<string, string | null>();
  return async (provider: ProviderInstance): Promise<string | null | Exclude<MetadataAnswer, { kind: "metadata" }>> => {
    const declared = declaredWorkspace(provider);
    if (declared !== undefined) return declared;
    const origin = workspaceOrigin(provider);
    if (origin === undefined || !mayServeSeveral(new URL(origin).hostname)) return null;
    const before = known.get(origin);
    if (before !== undefined) return before;
    const answer = await askMetadata(exchange, provider);
    if (answer.kind !== "metadata") return answer;
    known.set(origin, answer.metadata.workspaceId);
    return answer.metadata.workspaceId;
  };
}

/** Makes calls that name their workspace to the host, or says why it can't be told now: nothing was sent then. */
export function namingWorkspace(exchange: Exchange) {
  const workspaceOf = workspacesOver(exchange);
  return async <T>(
    provider: ProviderInstance,
    call: (to: Exchange) => Promise<T>,
  ): Promise<T | Exclude<MetadataAnswer, { kind: "metadata" }>> => {
    const id = await workspaceOf(provider);
    if (id === null) return call(exchange);
    if (typeof id !== "string") return id;
    return call((request) => exchange(withFields(request, { [workspaceHeaders[0]]: id })));
  };
}
