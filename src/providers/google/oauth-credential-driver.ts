import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { credentialMaskFields } from "../../../packages/vendor-wire/google/oauth-credential-wire.ts";
import { resourceNames, wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import { type IamKind, iamDriver } from "./iam-driver.ts";
import type { ResourceDriver } from "./resource-driver.ts";

const credentials: IamKind = {
  noun: "an OAuth client credential",
  nouns: "credentials of OAuth clients",
  paths: {
    item: wirePaths.oauthClientCredential,
    collection: wirePaths.oauthClientCredentials,
    undelete: null,
  },
  resourceName: resourceNames.oauthClientCredential,
  idVariable: "oauthClientCredentialId",
  createFields: credentialMaskFields,
  maskFields: credentialMaskFields,
  // The list has no pages.
  list: { key: "oauthClientCredentials", query: {} },
  observed: (credential, id, variables) => ({
    outputs: {
      location: variables["location"] ?? null,
      oauthClientCredentialId: variables["oauthClientCredentialId"] ?? null,
      oauthClientId: variables["oauthClientId"] ?? null,
      // The platform leaves false out.
      disabled: credential["disabled"] ?? false,
      displayName: credential["displayName"] ?? null,
      project: variables["project"] ?? null,
      clientSecret: credential["clientSecret"] ?? null,
      id,
      name: credential["name"] ?? null,
    },
    version: null,
    deleted: false,
    displaces: [],
  }),
};

/** Credentials of OAuth clients. The platform refuses to delete one that is in use. */
export function oauthCredentialDriver(exchange: Exchange): ResourceDriver {
  return iamDriver(exchange, credentials);
}
