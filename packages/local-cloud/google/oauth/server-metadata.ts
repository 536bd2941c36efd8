import { cloudPlatformScope, newerScopes } from "../../../vendor-wire/google/oauth-client-wire.ts";
import { grantTypes, oauthPaths } from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { LocalReply, LocalRequest, LocalRoute } from "../../runtime/local-vendor.ts";
import { publicPart, signingAlgorithm, signingKey } from "./signing-key.ts";

/** Where OAuth clients find the endpoints (RFC 8414, OpenID Connect Discovery) and the key of ID tokens. */
export const serverMetadataRoutes: readonly LocalRoute[] = [
  { method: "GET", template: oauthPaths.openidConfiguration, handle: metadata },
  { method: "GET", template: oauthPaths.serverMetadata, handle: metadata },
  {
    method: "GET",
    template: oauthPaths.keys,
    handle: (_request, _params, context) => ({ status: 200, body: { keys: [publicPart(signingKey(context))] } }),
  },
];

function metadata({ url: { origin } }: LocalRequest): LocalReply {
  const authentication = ["client_secret_basic", "client_secret_post"];
  return {
    status: 200,
    body: {
      issuer: origin,
      authorization_endpoint: `${origin}/${oauthPaths.authorize}`,
      token_endpoint: `${origin}/${oauthPaths.token}`,
      introspection_endpoint: `${origin}/${oauthPaths.introspect}`,
      revocation_endpoint: `${origin}/${oauthPaths.revoke}`,
      jwks_uri: `${origin}/${oauthPaths.keys}`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: Object.keys(grantTypes),
      scopes_supported: [cloudPlatformScope, ...newerScopes],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: [...authentication, "none"],
      introspection_endpoint_auth_methods_supported: authentication,
      revocation_endpoint_auth_methods_supported: [...authentication, "none"],
      authorization_response_iss_parameter_supported: true,
    },
  };
}
