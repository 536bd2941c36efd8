import { expect, test } from "vitest";
import { cloudFile, openCloud } from "./served-cloud.ts";

const subscription = "11111111-1111-4111-8111-111111111111";

const connection = {
  kind: "privateEndpointConnection",
  subscriptionId: subscription,
  resourceGroupName: "rg",
  migrateProjectName: "project",
  name: "pe",
  privateEndpointId: "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/privateEndpoints/pe",
};

test("a question about a subscription that was not planted leaves no lock behind", async () => {
  const file = cloudFile();
  const [served, other] = [openCloud(file, "faithful"), openCloud(file, "faithful")];
  try {
    expect((await served.seed(connection)).status).toBe(200);
    const policy =
      `subscriptions/${subscription}/providers/Microsoft.Authorization/roleManagementPolicies/none` +
      "?api-version=2020-10-01";
    const asked = await served.call("GET", policy);
    expect([asked.status, await asked.json()]).toEqual([404, expect.objectContaining({ error: expect.anything() })]);
    expect((await other.seed({ kind: "subscription", subscriptionId: subscription, displayName: "s" })).status).toBe(
      200,
    );
    expect((await served.call("GET", policy)).status).toBe(404);
    expect((await served.seed({ ...connection, name: "second" })).status).toBe(200);
  } finally {
    served.close();
    other.close();
  }
});
