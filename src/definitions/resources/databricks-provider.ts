import type { ProviderDefinition } from "../schema/definition.ts";
import { baseUrl, callsAtOnce, callsPerMinute, localPrincipal, retryFor } from "./provider-fields.ts";

/** Both get into addresses and headers. */
const idLimits = [{ pattern: "^[A-Za-z0-9_-]{1,64}$", description: "must be at most 64 letters, digits, _ and -" }];

export const databricksProvider: ProviderDefinition = {
  kind: "provider",
  type: "databricks",
  title: "Databricks",
  description: "Settings of a workspace.",
  fields: {
    level: {
      schema: {
        type: "string",
        description: "Whether the provider speaks to a workspace or to the account. Settings need a workspace.",
        enum: ["workspace", "account"],
      },
      environment: [],
      default: "workspace",
    },
    baseUrl: baseUrl(["DATABRICKS_HOST"]),
    workspaceId: {
      schema: {
        type: "string",
        description: "Id of the workspace, where one address serves several.",
        allOf: idLimits,
      },
      environment: ["DATABRICKS_WORKSPACE_ID"],
    },
    accountId: {
      schema: {
        type: "string",
        description: "Id of the account that the workspace belongs to.",
        allOf: idLimits,
      },
      environment: ["DATABRICKS_ACCOUNT_ID"],
    },
    localPrincipal,
    retryFor,
    callsPerMinute,
    callsAtOnce,
  },
  constants: {},
  takesOAuthClients: true,
  hostLevels: [{ field: "level", value: "account", hosts: "^accounts(-dod)?\\." }],
};
