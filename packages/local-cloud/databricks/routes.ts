import { isAccountHost as isAccountName, workspaceHeaders } from "../../vendor-wire/databricks/paths.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../runtime/local-vendor.ts";
import { type Caller, callerOf, refuseStranger } from "./identities/caller.ts";
import { errorReply, notFound } from "./replies.ts";
import { workspace } from "./workspace.ts";

/** A call by somebody whose credentials are sound. */
export interface AuthenticatedCall {
  readonly request: LocalRequest;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

type Handle = (call: AuthenticatedCall, context: EmulatorContext) => LocalReply;

/** A route of the workspace: for callers who may enter it, unless `strangersToo` leaves that to the handler. */
export function workspaceRoute(method: string, template: string, handle: Handle, strangersToo = false): LocalRoute {
  return {
    method,
    template,
    handle: (request, params, context) => {
      if (isAccountHost(request.url)) return noSuchEndpoint(request, context);
      const caller = callerOf(request, context);
      if (!caller.ok) return caller.error;
      const other = otherWorkspace(request);
      if (other !== undefined) return notFound(context, `Workspace ${other} is not here.`);
      const refusal = strangersToo ? undefined : refuseStranger(caller.value, context);
      return refusal ?? handle({ request, params, caller: caller.value }, context);
    },
  };
}

/**
 * A route of the account, for its admins. In `faithful` mode only the account's host has it; in `documented` mode the
 * workspace's host serves it too, so that one loopback address is enough.
 */
export function accountRoute(method: string, template: string, handle: Handle): LocalRoute {
  return {
    method,
    template,
    handle: (request, params, context) => {
      if (context.mode === "faithful" && !isAccountHost(request.url)) return noSuchEndpoint(request, context);
      const caller = callerOf(request, context);
      if (!caller.ok) return caller.error;
      if (params["account_id"] !== workspace.account_id) {
        return notFound(context, `Account ${params["account_id"]} does not exist.`);
      }
      return handle({ request, params, caller: caller.value }, context);
    },
  };
}

/** Whatever else is asked of the REST API. */
export const unrouted: readonly LocalRoute[] = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({
  method,
  template: "api/{+rest}",
  handle: (request, _params, context) => noSuchEndpoint(request, context),
}));

export function isAccountHost(url: URL): boolean {
  return isAccountName(url.hostname);
}

export function noSuchEndpoint(request: LocalRequest, context: EmulatorContext): LocalReply {
  const path = request.path.replace(/^api/, "");
  return errorReply(context, 404, "ENDPOINT_NOT_FOUND", `No API found for '${request.method} ${path}'`);
}

/** The workspace that the caller means, when it is not the one that is here. */
function otherWorkspace(request: LocalRequest): string | undefined {
  return workspaceHeaders
    .map((header) => request.headers[header])
    .find((id) => id !== undefined && id !== workspace.workspace_id);
}
