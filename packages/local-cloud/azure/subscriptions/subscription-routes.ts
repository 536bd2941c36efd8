import { subscriptionResource } from "../../../vendor-wire/azure/platform-paths.ts";
import { platformVersions } from "../../../vendor-wire/azure/resource-types.ts";
import type { LocalRoute } from "../../runtime/local-vendor.ts";
import { done } from "../arm-reply.ts";
import { guardedRoute } from "../arm-route.ts";
import { subscriptionName, tenantOf } from "./subscriptions.ts";

/** What a subscription tells of itself (swagger of Microsoft.Resources, `Subscription`). */
export const subscriptionRoutes: readonly LocalRoute[] = [
  guardedRoute({
    method: "GET",
    template: subscriptionResource.item,
    action: "Microsoft.Resources/subscriptions/read",
    typeName: "Microsoft.Resources/subscriptions",
    versions: platformVersions,
    handle: ({ params: { subscriptionId = "" }, context }) =>
      done(200, {
        id: `/subscriptions/${subscriptionId}`,
        authorizationSource: "RoleBased",
        managedByTenants: [],
        subscriptionId,
        tenantId: tenantOf(context, subscriptionId),
        displayName: subscriptionName(context, subscriptionId) ?? subscriptionId,
        state: "Enabled",
        subscriptionPolicies: {
          locationPlacementId: "Public_2014-09-01",
          quotaId: "PayAsYouGo_2014-09-01",
          spendingLimit: "Off",
        },
      }),
  }),
];
