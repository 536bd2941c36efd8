/**
 * Paths of the platform itself, which every subscription has. Source: the vendor's swagger of Microsoft.Resources
 * (`Subscriptions_Get`, `Providers_Get`).
 */
export const subscriptionResource = {
  item: "subscriptions/{subscriptionId}",
  resourceProvider: "subscriptions/{subscriptionId}/providers/{namespace}",
  version: "2021-04-01",
} as const;
