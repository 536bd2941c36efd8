import { databricksPaths, type HostType } from "../../vendor-wire/databricks/paths.ts";
import type { LocalRoute } from "../runtime/local-vendor.ts";
import { scimIdentity } from "./identities/scim-identity.ts";
import { reply } from "./replies.ts";
import { isAccountHost, workspaceRoute } from "./routes.ts";
import { workspace } from "./workspace.ts";

const hostTypes: Readonly<Record<"account" | "workspace", HostType>> = { account: "account", workspace: "workspace" };
const cloud = "AWS";

/** What a host tells about itself (to anybody) and about the caller (to members of the workspace). */
export const workspaceRoutes: readonly LocalRoute[] = [
  {
    method: "GET",
    template: databricksPaths.hostMetadata,
    handle: (request, _params, context) => {
      const { origin } = request.url;
      const { account_id } = workspace;
      if (isAccountHost(request.url)) {
        const oidc_endpoint = `${origin}/oidc/accounts/${account_id}`;
        return reply(context, 200, { oidc_endpoint, host_type: hostTypes.account, account_id, cloud });
      }
      return reply(context, 200, {
        oidc_endpoint: `${origin}/oidc`,
        host_type: hostTypes.workspace,
        ...workspace,
        cloud,
      });
    },
  },
  workspaceRoute("GET", databricksPaths.currentUser, ({ caller }, context) =>
    reply(context, 200, scimIdentity(context, caller.identity)),
  ),
];
