/**
 * Paths of the OAuth endpoints for workforce users, without the leading slash. The vendor spreads them over hosts of
 * their own (`auth.cloud.google`, `sts.googleapis.com`); revocation, metadata and keys are the local cloud's additions,
 * at the places where RFC 8414 and OpenID Connect Discovery look for them.
 */
export const oauthPaths = {
  authorize: "authorize",
  token: "v1/oauthtoken",
  introspect: "v1/introspect",
  revoke: "v1/revoke",
  openidConfiguration: ".well-known/openid-configuration",
  serverMetadata: ".well-known/oauth-authorization-server",
  keys: ".well-known/jwks.json",
} as const;

/** `grant_type` on the wire, and the client's grant type that allows it. */
export const grantTypes = {
  authorization_code: "AUTHORIZATION_CODE_GRANT",
  refresh_token: "REFRESH_TOKEN_GRANT",
} as const;

/**
 * Seconds. A code lives as long as RFC 6749 recommends at most; refresh tokens as long as the longest workforce
 * session.
 */
export const oauthLifetimes = { code: 600, accessToken: 3600, refreshToken: 12 * 3600 } as const;

/** RFC 7636: what a code challenge and a code verifier may look like. */
export const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/;
export const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** Scopes of OpenID Connect that ask for more than access. */
export const identityScopes = { openid: "openid", email: "email", groups: "groups" } as const;

/** The principal that stands for a workforce user in policies. */
export const workforcePrincipalPrefix = "principal://iam.googleapis.com/locations/global/workforcePools/local/subject/";
