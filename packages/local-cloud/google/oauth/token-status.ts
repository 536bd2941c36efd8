import { oauthPaths, workforcePrincipalPrefix } from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { LocalRoute } from "../../runtime/local-vendor.ts";
import { authenticateClient } from "./client-authentication.ts";
import { findToken, revokeGrant } from "./oauth-grants.ts";
import { readBody } from "./oauth-parameters.ts";
import { oauthAnswer, oauthRefusal } from "./oauth-reply.ts";

/**
 * Introspection (RFC 7662) and revocation (RFC 7009) of a client's own tokens. The vendor introspects access tokens
 * only, and writes times as proto JSON does: seconds, in a string.
 */
export const tokenStatusRoutes: readonly LocalRoute[] = [
  {
    method: "POST",
    template: oauthPaths.introspect,
    handle: (request, _params, context) => {
      const parameters = readBody(request);
      if (!parameters.ok) return oauthRefusal("invalid_request", parameters.error);
      const client = authenticateClient(request.headers, parameters.value, context);
      if (!client.ok) return client.error;
      const text = parameters.value.get("token");
      if (text === undefined) return oauthRefusal("invalid_request", "token is required.");
      const token = findToken(text, context);
      if (token?.use !== "access" || token.clientId !== client.value["clientId"]) return oauthAnswer({ active: false });
      return oauthAnswer({
        active: true,
        client_id: token.clientId,
        scope: token.scopes.join(" "),
        iat: seconds(token.issuedMs),
        exp: seconds(token.expiresMs),
        iss: request.url.origin,
        sub: `${workforcePrincipalPrefix}${token.subject}`,
        username: token.subject,
      });
    },
  },
  {
    method: "POST",
    template: oauthPaths.revoke,
    handle: (request, _params, context) => {
      const parameters = readBody(request);
      if (!parameters.ok) return oauthRefusal("invalid_request", parameters.error);
      const client = authenticateClient(request.headers, parameters.value, context);
      if (!client.ok) return client.error;
      const token = findToken(parameters.value.get("token") ?? "", context);
      // One that is not good, or somebody else's, is as good as revoked for this client.
      if (token !== undefined && token.clientId === client.value["clientId"]) revokeGrant(token.grant, context);
      return oauthAnswer({});
    },
  },
];

function seconds(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1000));
}
