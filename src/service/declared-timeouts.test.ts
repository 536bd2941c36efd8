import { expect, test } from "vitest";
import { declared, plan, testDeployment, up } from "./deployment.fixture.ts";
import { findPlan } from "./make-plans.ts";

const gateway = (serviceAttachment: string, customTimeouts: Readonly<Record<string, string>>) =>
  declared({
    gateway: {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "gateway",
        serviceAttachment: `projects/p/regions/r/serviceAttachments/${serviceAttachment}`,
      },
      options: { replaceOnChanges: ["serviceAttachment"], customTimeouts },
    },
  });

test.each([
  ["that is declared with the replacement", { delete: "2m" }, 120_000],
  ["that is recorded, where none is declared", {}, 30_000],
])("the deletion of a replaced object has the time limit %s", async (_, customTimeouts, timeoutMs) => {
  const world = testDeployment();
  await up(world, gateway("one", { delete: "30s" }));
  const found = await findPlan("dev", await plan(world, gateway("two", customTimeouts)), world);
  expect(found?.plan.steps.filter(({ kind }) => kind === "removal")).toMatchObject([{ timeoutMs }]);
});
