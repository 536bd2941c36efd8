import type { MessageFields } from "./field-kinds.ts";

/** IAM v1 `OauthClientCredential`: all fields that the discovery document lists. */
export const credentialFields = {
  name: "string",
  disabled: "boolean",
  displayName: "string",
  clientSecret: "string",
} as const satisfies MessageFields;

/** What a create takes and an `updateMask` may name; name and secret are the platform's. */
export const credentialMaskFields = ["disabled", "displayName"] as const;

/** The vendor's rule for `oauthClientCredentialId`: 4 to 32 characters, with the same reserved prefix as clients. */
export const credentialIdPattern = /^(?!gcp-)[a-z0-9-]{4,32}$/;
export const credentialLimits = { displayName: 32 } as const;
