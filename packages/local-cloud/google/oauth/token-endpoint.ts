import { createHash } from "node:crypto";
import type { JsonObject } from "../../../base/json/json.ts";
import {
  codeVerifierPattern,
  grantTypes,
  identityScopes,
  oauthLifetimes,
  oauthPaths,
} from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../../runtime/local-vendor.ts";
import { authenticateClient } from "./client-authentication.ts";
import { signedIdToken } from "./id-token.ts";
import {
  type AuthorizationCode,
  type Consent,
  findCode,
  findToken,
  issueToken,
  markUsed,
  revokeGrant,
} from "./oauth-grants.ts";
import { type OauthParameters, readBody, scopesOf } from "./oauth-parameters.ts";
import { oauthAnswer, oauthRefusal } from "./oauth-reply.ts";

/** Exchanges codes and refresh tokens for access tokens (RFC 6749, 4.1.3 and 6). */
export const tokenRoutes: readonly LocalRoute[] = [
  {
    method: "POST",
    template: oauthPaths.token,
    handle: (request, _params, context) => {
      const parameters = readBody(request);
      if (!parameters.ok) return oauthRefusal("invalid_request", parameters.error);
      const client = authenticateClient(request.headers, parameters.value, context);
      if (!client.ok) return client.error;
      const grantType = parameters.value.get("grant_type") ?? "";
      if (grantType !== "authorization_code" && grantType !== "refresh_token") {
        return oauthRefusal("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
      }
      if (!allows(client.value, grantTypes[grantType])) {
        return oauthRefusal("unauthorized_client", `The client may not use the grant type ${grantType}.`);
      }
      const call = { parameters: parameters.value, client: client.value, request, context };
      return grantType === "authorization_code" ? exchange(call) : refresh(call);
    },
  },
];

interface TokenCall {
  readonly parameters: OauthParameters;
  readonly client: JsonObject;
  readonly request: LocalRequest;
  readonly context: EmulatorContext;
}

function exchange({ parameters, client, request, context }: TokenCall): LocalReply {
  const text = parameters.get("code") ?? "";
  const code = findCode(text, context);
  if (code === undefined || code.clientId !== client["clientId"]) {
    return oauthRefusal("invalid_grant", "The code was not given to this client.");
  }
  if (code.used) {
    // Somebody else may have it: what the first exchange gave is void from now on (RFC 6749, 4.1.2).
    revokeGrant(code.grant, context);
    return { ...oauthRefusal("invalid_grant", "The code was used already."), keepsWrites: true };
  }
  if (code.expiresMs <= context.now()) return oauthRefusal("invalid_grant", "The code has expired.");
  if (parameters.get("redirect_uri") !== code.redirectUri) {
    return oauthRefusal("invalid_grant", "The redirect_uri is not that of the authorization.");
  }
  if (!verifies(parameters.get("code_verifier"), code.challenge)) {
    return oauthRefusal("invalid_grant", "The code_verifier does not fit the code_challenge.");
  }
  markUsed(text, code, context);
  const refreshToken = allows(client, grantTypes.refresh_token) ? issueToken("refresh", code, context) : undefined;
  return tokens(code, code, refreshToken, request, context);
}

function refresh({ parameters, client, request, context }: TokenCall): LocalReply {
  const token = findToken(parameters.get("refresh_token") ?? "", context);
  if (token === undefined || token.use !== "refresh" || token.clientId !== client["clientId"]) {
    return oauthRefusal("invalid_grant", "The refresh token is not good, or not this client's.");
  }
  const asked = parameters.get("scope");
  const scopes = asked === undefined ? token.scopes : scopesOf(asked);
  const allowed = client["allowedScopes"];
  const strange = scopes.find(
    (scope) => !token.scopes.includes(scope) || !(Array.isArray(allowed) && allowed.includes(scope)),
  );
  if (strange !== undefined) return oauthRefusal("invalid_scope", `The scope ${strange} is not granted.`);
  return tokens({ ...token, scopes }, null, undefined, request, context);
}

/** The answer with an access token, and with an ID token where the user let the client know who it is. */
function tokens(
  consent: Consent,
  code: AuthorizationCode | null,
  refreshToken: string | undefined,
  request: LocalRequest,
  context: EmulatorContext,
): LocalReply {
  const body = {
    access_token: issueToken("access", consent, context),
    token_type: "Bearer",
    expires_in: oauthLifetimes.accessToken,
    scope: consent.scopes.join(" "),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  };
  if (!consent.scopes.includes(identityScopes.openid)) return oauthAnswer(body);
  const sign = signedIdToken(consent, code?.nonce ?? null, request.url.origin, context);
  return { ...oauthAnswer(body), complete: async () => oauthAnswer({ ...body, id_token: await sign() }) };
}

/**
 * RFC 7636, 4.6; a verifier without a challenge is refused as well, for the challenge may have been taken out on the
 * way.
 */
function verifies(verifier: string | undefined, challenge: string | null): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !codeVerifierPattern.test(verifier)) return false;
  return createHash("sha256").update(verifier, "ascii").digest("base64url") === challenge;
}

function allows(client: JsonObject, grantType: string): boolean {
  const allowed = client["allowedGrantTypes"];
  return Array.isArray(allowed) && allowed.includes(grantType);
}
