import type { JsonObject } from "../../../base/json/json.ts";
import { codeChallengePattern, grantTypes, oauthPaths } from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../../runtime/local-vendor.ts";
import { isPublic, usableClient } from "./client-authentication.ts";
import { issueCode } from "./oauth-grants.ts";
import { type OauthParameters, readParameters, scopesOf } from "./oauth-parameters.ts";
import { type OauthError, oauthRefusal } from "./oauth-reply.ts";

/** The user who consents when the request names none. */
const defaultUser = "admin@local.example";

/**
 * Where a user's browser is sent to (RFC 6749, 4.1.1). There is no page to click through: the user whom `login_hint`
 * names is signed in and consents at once. What can't be trusted is answered here; anything else goes to the redirect
 * address.
 */
export const authorizationRoutes: readonly LocalRoute[] = [
  {
    method: "GET",
    template: oauthPaths.authorize,
    handle: (request, _params, context) => {
      const parameters = readParameters(request.query);
      return parameters.ok
        ? authorize(parameters.value, request, context)
        : oauthRefusal("invalid_request", parameters.error);
    },
  },
];

function authorize(parameters: OauthParameters, request: LocalRequest, context: EmulatorContext): LocalReply {
  const client = usableClient(parameters.get("client_id") ?? "", context);
  if (!client.ok) return oauthRefusal("invalid_client", client.error);
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!list(client.value, "allowedRedirectUris").includes(redirectUri)) {
    return oauthRefusal("invalid_request", "The redirect_uri is not one of the client's.");
  }
  const back = (answer: Readonly<Record<string, string>>) => {
    const location = new URL(redirectUri);
    const state = parameters.get("state");
    const all = { ...answer, ...(state === undefined ? {} : { state }), iss: request.url.origin };
    for (const [name, value] of Object.entries(all)) location.searchParams.append(name, value);
    return { status: 302, headers: { location: location.href, "cache-control": "no-store" } };
  };
  const refusal = refusalOf(parameters, client.value) ?? callerRefusal(request);
  if (refusal !== undefined) return back({ error: refusal.error, error_description: refusal.description });
  const code = issueCode(
    {
      clientId: String(client.value["clientId"]),
      subject: parameters.get("login_hint") ?? request.caller?.name ?? defaultUser,
      scopes: scopesOf(parameters.get("scope")),
      redirectUri,
      challenge: parameters.get("code_challenge") ?? null,
      nonce: parameters.get("nonce") ?? null,
    },
    context,
  );
  return back({ code });
}

interface Refusal {
  readonly error: OauthError;
  readonly description: string;
}

/** Why a client that may have its answer does not get a code. */
function refusalOf(parameters: OauthParameters, client: JsonObject): Refusal | undefined {
  if (parameters.get("response_type") !== "code") {
    return { error: "unsupported_response_type", description: "Only the response type code is supported." };
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    return { error: "invalid_request", description: "Only the response mode query is supported." };
  }
  if (!list(client, "allowedGrantTypes").includes(grantTypes.authorization_code)) {
    return { error: "unauthorized_client", description: "The client may not use the authorization code grant." };
  }
  const scopes = scopesOf(parameters.get("scope"));
  if (scopes.length === 0) return { error: "invalid_scope", description: "scope is required." };
  const strange = scopes.find((scope) => !list(client, "allowedScopes").includes(scope));
  if (strange !== undefined) {
    return { error: "invalid_scope", description: `The client may not ask for the scope ${strange}.` };
  }
  return challengeRefusal(parameters, client);
}

/** RFC 7636: only S256, and no public client without it. */
function challengeRefusal(parameters: OauthParameters, client: JsonObject): Refusal | undefined {
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === undefined) {
    if (method === undefined && !isPublic(client)) return undefined;
    return { error: "invalid_request", description: "code_challenge is required." };
  }
  if (method !== "S256") return { error: "invalid_request", description: "code_challenge_method must be S256." };
  if (codeChallengePattern.test(challenge)) return undefined;
  return { error: "invalid_request", description: "code_challenge is not the digest of a verifier." };
}

/** A request that carries credentials speaks for their owner, who may have no rights at all. */
function callerRefusal({ caller }: LocalRequest): Refusal | undefined {
  if (caller === null || caller.permitted) return undefined;
  return { error: "access_denied", description: `${caller.name} may not sign in.` };
}

function list(client: JsonObject, field: string): readonly unknown[] {
  const value = client[field];
  return Array.isArray(value) ? value : [];
}
