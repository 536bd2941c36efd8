import type { ProviderDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";
import { baseUrl, callsAtOnce, callsPerMinute, localPrincipal, retryFor } from "./provider-fields.ts";

export const azureProvider: ProviderDefinition = {
  kind: "provider",
  type: "azure",
  title: "Azure",
  description: "Role management policy assignments, server collectors and private endpoint connections.",
  knownElsewhereAs: ["azurerm", "azuread", "azapi", "azure-native", "microsoft"],
  fields: {
    subscriptionId: {
      schema: {
        type: "string",
        description: "Id of the subscription that holds the resource groups.",
        equality: "ignore-case",
        allOf: pathSegment,
      },
      environment: ["ARM_SUBSCRIPTION_ID", "AZURE_SUBSCRIPTION_ID"],
    },
    environment: {
      schema: {
        type: "string",
        description:
          "Which of Azure's clouds is meant: its management plane, where no base address is given, " +
          "and the audience of its tokens. The public one when left out.",
        enum: ["public", "usgovernment", "china"],
      },
      environment: ["ARM_ENVIRONMENT"],
    },
    baseUrl: baseUrl([]),
    localPrincipal,
    retryFor,
    callsPerMinute,
    callsAtOnce,
  },
  constants: { namespace: "Microsoft" },
};
