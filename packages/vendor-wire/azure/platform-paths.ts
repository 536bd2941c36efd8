/**
 * Paths of the platform itself, which every subscription has. Source: the vendor's swagger of Microsoft.Resources
 * (`Subscriptions_Get`, `Providers_Get`, `Providers_Register`).
 */
export const subscriptionResource = {
  item: "subscriptions/{subscriptionId}",
  resourceProvider: "subscriptions/{subscriptionId}/providers/{namespace}",
  /** POST, without a body. It goes on in the background: `registrationState` tells. */
  register: "subscriptions/{subscriptionId}/providers/{namespace}/register",
  version: "2021-04-01",
  /** What it takes to read the resource providers. Source: Microsoft Learn, Azure RBAC resource provider operations. */
  providersRight: "Microsoft.Resources/subscriptions/providers/read",
} as const;
