/** Personal access tokens, and OAuth for machines. Source: Databricks REST API, token management; SDKs' OAuth M2M. */
export const tokenPaths = {
  /** POST: a token on behalf of a service principal. */
  onBehalfOf: "api/2.0/token-management/on-behalf-of/tokens",
  /** GET; one of them: GET, PATCH, DELETE. */
  tokens: "api/2.0/token-management/tokens",
  /** The caller's own: POST, GET, POST. */
  createOwn: "api/2.0/token/create",
  listOwn: "api/2.0/token/list",
  deleteOwn: "api/2.0/token/delete",
} as const;

/** A personal access token starts with this. */
export const tokenPrefix = "dapi";

/** `expiry_time` of a token that never expires; times are milliseconds since the epoch. */
export const neverExpires = -1;

/** Below the address that a host's metadata call `oidc_endpoint`: where the endpoints are. */
export const oauthServer = ".well-known/oauth-authorization-server";

export const oauthPaths = {
  /** GET, without credentials: where the endpoints are. */
  workspaceServer: "oidc/.well-known/oauth-authorization-server",
  accountServer: "oidc/accounts/{account_id}/.well-known/oauth-authorization-server",
  /** POST, a form: `grant_type=client_credentials&scope=all-apis`, the client by HTTP Basic or in the form. */
  workspaceToken: "oidc/v1/token",
  accountToken: "oidc/accounts/{account_id}/v1/token",
} as const;

export const oauthScope = "all-apis";
export const clientCredentialsGrant = "client_credentials";

/** What goes with a token of another issuer's (RFC 8693). Source: the vendor's Go SDK, `auth_databricks_wif.go`. */
export const tokenExchangeGrant = {
  grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
} as const;

/** Query and answer members of the token endpoint's refusals. Source: RFC 6749, section 5.2. */
export type OauthError = "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope";
