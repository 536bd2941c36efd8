import type { MessageFields } from "./field-kinds.ts";

/** IAM v1 `OauthClient`: all fields that the discovery document lists. */
export const oauthClientFields = {
  name: "string",
  state: "string",
  disabled: "boolean",
  clientId: "string",
  displayName: "string",
  description: "string",
  clientType: "string",
  allowedGrantTypes: "strings",
  allowedScopes: "strings",
  allowedRedirectUris: "strings",
  expireTime: "string",
} as const satisfies MessageFields;

/** Fields that an `updateMask` may name; `clientType` is immutable, the rest is the platform's. */
export const oauthClientMaskFields = [
  "allowedScopes",
  "disabled",
  "displayName",
  "description",
  "allowedGrantTypes",
  "allowedRedirectUris",
] as const;

/** Fields that a create takes: those of the mask and the immutable one. */
export const oauthClientCreateFields = [...oauthClientMaskFields, "clientType"] as const;

export const oauthClientStates = { active: "ACTIVE", deleted: "DELETED" } as const;
export const oauthClientTypes = ["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"] as const;
/** The complete list; `GRANT_TYPE_UNSPECIFIED` exists on the wire and is not allowed. */
export const oauthGrantTypes = ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"] as const;

export const cloudPlatformScope = "https://www.googleapis.com/auth/cloud-platform";
/** Further scopes that only the newer reference pages name. */
export const newerScopes = ["openid", "email", "groups"] as const;

/** The vendor's rule for `oauthClientId`; `gcp-` is the reserved prefix that the specification calls `cloud-`. */
export const oauthClientIdPattern = /^(?!gcp-)[a-z][a-z0-9-]{4,61}[a-z0-9]$/;
export const oauthClientLimits = { displayName: 32, description: 256 } as const;
/** The documented only location. */
export const oauthClientLocation = "global";
/** Soft-deleted clients are purged after so many days. */
export const oauthClientRetentionDays = 30;
export const oauthClientPages = { default: 50, maximum: 100 } as const;
