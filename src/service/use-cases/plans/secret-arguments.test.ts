import { expect, test } from "vitest";
import { client, declared, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

test("what a resource keeps secret is sent by no look-up while it is planned", async () => {
  const world = testDeployment();
  const portal = { ...client({}), options: { additionalSecretOutputs: ["clientId"] } };
  await up(world, declared({ portal }));
  const lookups = {
    link: {
      function: "migrate:getPrivateEndpointConnection",
      arguments: { resourceGroupName: "$" + "{portal.clientId}", migrateProjectName: "exit", peConnectionName: "c" },
    },
  };
  world.calls.length = 0;
  const declaration = declared({ portal }, { lookups });
  const plan = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(plan.problems).toMatchObject([
    { code: "value-not-allowed", severity: "error", pointer: "/lookups/link/arguments/resourceGroupName" },
  ]);
  expect(world.calls.filter((call) => call.includes("resourceGroups"))).toEqual([]);
});
