import {
  clientCredentialsGrant,
  type OauthError,
  oauthPaths,
  oauthScope,
} from "../../../vendor-wire/databricks/token-wire.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../../runtime/local-vendor.ts";
import { findIdentity, permissionOf } from "../identities/directory.ts";
import { reply } from "../replies.ts";
import { isAccountHost } from "../routes.ts";
import { workspace } from "../workspace.ts";
import { accessTokenPrefix, forgetExpired, giveToken } from "./bearer-tokens.ts";
import { isSecretOf } from "./client-secrets.ts";

const lifetimeSeconds = 3600;
const accountPrefix = `oidc/accounts/${workspace.account_id}`;

/** OAuth for machines: where the endpoints are, and tokens against a service principal's secret. */
export const oauthRoutes: readonly LocalRoute[] = [
  { method: "GET", template: oauthPaths.workspaceServer, handle: discovery("oidc") },
  { method: "GET", template: oauthPaths.accountServer, handle: discovery(accountPrefix) },
  {
    method: "POST",
    template: oauthPaths.workspaceToken,
    handle: (request, _params, context) => token(request, context, false),
  },
  {
    method: "POST",
    template: oauthPaths.accountToken,
    handle: (request, _params, context) => token(request, context, true),
  },
];

function discovery(prefix: string): LocalRoute["handle"] {
  return (request, params, context) => {
    const isOther = params["account_id"] !== undefined && params["account_id"] !== workspace.account_id;
    if (isOther || (prefix === "oidc" && isAccountHost(request.url))) {
      return reply(context, 404, { error_code: "NOT_FOUND", message: "There is no authorization server here." });
    }
    const base = `${request.url.origin}/${prefix}`;
    return reply(context, 200, {
      issuer: base,
      authorization_endpoint: `${base}/v1/authorize`,
      token_endpoint: `${base}/v1/token`,
      grant_types_supported: [clientCredentialsGrant],
      scopes_supported: [oauthScope],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    });
  };
}

function token(request: LocalRequest, context: EmulatorContext, isAccount: boolean): LocalReply {
  const client = clientIn(request);
  const grant = request.form.get("grant_type");
  if (grant === null) return refused(context, 400, "invalid_request", "grant_type is required.");
  if (grant !== clientCredentialsGrant)
    return refused(context, 400, "unsupported_grant_type", `${grant} is not offered.`);
  const principal = client === undefined ? undefined : findIdentity(context, "servicePrincipals", client.id);
  // A wrong secret and an unknown client look alike, so that it can't be found out who exists.
  if (client === undefined || principal?.active !== true || !isSecretOf(context, client.id, client.secret)) {
    return refused(context, 401, "invalid_client", "Client authentication failed");
  }
  if (!isAccount && permissionOf(context, principal) === null) {
    return refused(context, 401, "invalid_client", "The client is not a member of this workspace");
  }
  const scopes = (request.form.get("scope") ?? oauthScope).split(" ");
  if (scopes.some((scope) => scope !== oauthScope)) {
    return refused(context, 400, "invalid_scope", `The only scope is ${oauthScope}.`);
  }
  forgetExpired(context);
  const accessToken = `${accessTokenPrefix}${context.unique()}${context.unique()}`;
  giveToken(context, accessToken, principal, context.now() + lifetimeSeconds * 1000);
  const body = { access_token: accessToken, token_type: "Bearer", expires_in: lifetimeSeconds, scope: oauthScope };
  return reply(context, 200, body, { "cache-control": "no-store" });
}

/** The client by HTTP Basic, whose halves are form-encoded (RFC 6749, section 2.3.1), or by the form. */
function clientIn(request: LocalRequest): { readonly id: string; readonly secret: string } | undefined {
  const basic = /^basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (basic === undefined) {
    const id = request.form.get("client_id");
    const secret = request.form.get("client_secret");
    return id === null || secret === null ? undefined : { id, secret };
  }
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, "base64").toString("utf8")) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
  return { id: decoded.get("id") ?? "", secret: decoded.get("secret") ?? "" };
}

function refused(context: EmulatorContext, status: number, error: OauthError, description: string): LocalReply {
  const challenge: Record<string, string> = status === 401 ? { "www-authenticate": 'Basic realm="oidc"' } : {};
  return reply(context, status, { error, error_description: description }, challenge);
}
