import { expect, test } from "vitest";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { findPlan } from "../plans/kept-plans.ts";
import { planStack } from "../plans/make-plans.ts";

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

class Killed extends Error {}

/** A platform whose creations never end; the asking process is killed within one. */
function neverMaking(world: TestDeployment): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => ({
      ...world.driverOf(provider, at),
      write: async () => ({ kind: "pending", operationName: "operations/1", pollAfterMs: 0 }),
      poll: async () => {
        throw new Killed();
      },
    }),
  };
}

test("a destroy has the time limit of the deletion where the creation goes on, whose end nobody has seen", async () => {
  const world = testDeployment();
  const made = gateway("one", { create: "5s", delete: "30s" });
  const never = neverMaking(world);
  await expect(run(never, await plan(never, made))).rejects.toThrow(Killed);
  for (const declaration of [made, null]) {
    const view = await planStack({ stack: "dev", kind: "destroy", declaration, refresh: true }, world);
    const found = await findPlan("dev", view.digest, world);
    expect(found?.plan.steps).toMatchObject([{ kind: "removal", address: "gateway", timeoutMs: 30_000 }]);
  }
});
