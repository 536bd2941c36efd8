import type { LocalRoute } from "../../ground/local-vendor.ts";
import { databricksPaths, type HostType } from "../wire/paths.ts";
import { refuseStranger } from "./caller-rights.ts";
import { reply, unauthenticated } from "./replies.ts";

const hostType: HostType = "workspace";

/** The one workspace of the local cloud. */
const workspace = { account_id: "00000000-0000-4000-8000-0000000000ac", workspace_id: "1000000000000001" };

/** What a workspace tells about itself (to anybody) and about the caller (to members). */
export const workspaceRoutes: readonly LocalRoute[] = [
  {
    method: "GET",
    template: databricksPaths.hostMetadata,
    handle: (request, _params, world) =>
      reply(world, 200, { oidc_endpoint: `${request.url.origin}/oidc`, host_type: hostType, ...workspace }),
  },
  {
    method: "GET",
    template: databricksPaths.currentUser,
    handle: (request, _params, world) => {
      const { caller } = request;
      if (caller === null) return unauthenticated(world);
      const refusal = refuseStranger(caller, world);
      if (refusal !== undefined) return refusal;
      return reply(world, 200, {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        id: caller.name,
        userName: caller.name,
        displayName: caller.name,
        active: true,
        emails: [{ type: "work", value: caller.name, primary: true }],
        // The local workspace's members are its admins: what they may not do follows from the setting and the account.
        groups: [{ display: "admins", value: "admins", type: "direct" }],
      });
    },
  },
];
