import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import {
  oauthClientCreateFields,
  oauthClientMaskFields,
  oauthClientPages,
  oauthClientStates,
} from "../../../packages/vendor-wire/google/oauth-client-wire.ts";
import { resourceNames, wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import { type IamKind, iamDriver } from "./iam-driver.ts";
import type { ResourceDriver } from "./resource-driver.ts";

const clients: IamKind = {
  noun: "an OAuth client",
  nouns: "OAuth clients",
  paths: {
    item: wirePaths.oauthClient,
    collection: wirePaths.oauthClients,
    undelete: wirePaths.undeleteOauthClient,
  },
  resourceName: resourceNames.oauthClient,
  idVariable: "oauthClientId",
  createFields: oauthClientCreateFields,
  maskFields: oauthClientMaskFields,
  list: { key: "oauthClients", query: { pageSize: String(oauthClientPages.maximum), showDeleted: "true" } },
  observed: (client, id, variables) => ({
    outputs: {
      allowedGrantTypes: client["allowedGrantTypes"] ?? null,
      allowedRedirectUris: client["allowedRedirectUris"] ?? null,
      allowedScopes: client["allowedScopes"] ?? null,
      location: variables["location"] ?? null,
      oauthClientId: variables["oauthClientId"] ?? null,
      clientType: client["clientType"] ?? null,
      description: client["description"] ?? null,
      // The platform leaves false out.
      disabled: client["disabled"] ?? false,
      displayName: client["displayName"] ?? null,
      project: variables["project"] ?? null,
      clientId: client["clientId"] ?? null,
      expireTime: client["expireTime"] ?? null,
      id,
      name: client["name"] ?? null,
      state: client["state"] ?? null,
    },
    version: null,
    deleted: client["state"] === oauthClientStates.deleted,
    displaces: [],
  }),
};

/** OAuth clients. The platform keeps what is deleted for a while, and brings it back. */
export function oauthClientDriver(exchange: Exchange): ResourceDriver {
  return iamDriver(exchange, clients);
}
