import { beforeEach, expect, test } from "vitest";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { storedPlan } from "../plans/kept-plans.ts";
import { member, seenIn, undone } from "../undo/undo-world.fixture.ts";

// A share that a broken-off run has left on its policy, and another share of the same resource that is made beside it.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

class Killed extends Error {}

const admin = "roles/compute.admin";

/** A run that dies before its second write on a policy. */
async function dieAtSecondWrite(digest: string): Promise<void> {
  let writes = 0;
  const dying: TestDeployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change) => {
          writes += 1;
          if (writes > 1) throw new Killed();
          return driver.write(change);
        },
      };
    },
  };
  await expect(run(dying, digest)).rejects.toThrow(Killed);
}

test("our own former share is displaced by nothing, and no undo brings it back", async () => {
  await up(world, declared({ a: member("wave", { role: admin }) }));
  await dieAtSecondWrite(await plan(world, declared({ a: member("moved") })));
  const back = await plan(world, declared({ a: member("wave") }));
  const { steps } = (await storedPlan("dev", back, world)).plan;
  expect(steps.flatMap((step) => (step.kind === "write" ? (step.displaces ?? []) : []))).toEqual([]);
  const summary = await run(world, back);
  expect(summary).toMatchObject({ status: "done" });
  await undone(world, summary);
  const { grants } = seenIn(world);
  expect(await grants("wave")).toEqual([]);
  expect(await grants("moved")).toEqual(["roles/compute.viewer group:ops@acme.example"]);
});

test("a former share that is to be kept is told where another takes the whole policy", async () => {
  await up(world, declared({ a: member("wave", { role: admin }) }));
  await dieAtSecondWrite(await plan(world, declared({ a: member("moved") })));
  const back = await plan(world, declared({ a: member("wave", {}, { onDestroy: "retain" }) }));
  const { steps } = (await storedPlan("dev", back, world)).plan;
  expect(steps.flatMap((step) => (step.kind === "write" ? (step.displaces ?? []) : []))).toEqual([
    "roles/compute.admin to group:ops@acme.example",
  ]);
});
