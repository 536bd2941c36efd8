import { expect, test } from "vitest";
import type { Driver } from "../../../engine/ports/driver.ts";
import { client, declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { errorsIn } from "./undo-world.fixture.ts";

// The answer to an undelete is lost, and the platform refuses the second one: the object is not deleted any more.

/** A world in which the first undelete takes effect and is not answered. */
function losing(): TestDeployment {
  let isLost = false;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      const outcome = await driver.write(change, signal);
      if (change.operation !== "undelete" || isLost) return outcome;
      isLost = true;
      return { kind: "unknown", detail: "the connection broke" };
    },
  });
  return testDeployment({ around });
}

const portal = (id: string) => declared({ portal: client({ oauthClientId: id }) });

test("within a replacement the run goes on with what its first send has brought back", async () => {
  const world = losing();
  await up(world, portal("portal-one"));
  const replacing = await up(world, portal("portal-two"));
  const view = await planUndo("dev", replacing.run, world);
  expect(errorsIn(view)).toEqual([]);
  done(await run(world, view.digest));
  const again = await planStack(
    { stack: "dev", kind: "apply", declaration: portal("portal-one"), refresh: true },
    world,
  );
  expect(again.steps.filter(({ action }) => action !== "same")).toEqual([]);
});
