import { expect, test } from "vitest";
import { declared, done, plan, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// What a call is to record leans on a resource that gets another name before it is known what came of the call.

class Killed extends Error {}

/** A world in which a run dies right after its creation of `leaf` took effect. */
function dying(world: TestDeployment): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change) => {
          const outcome = await driver.write(change);
          if (change.target.id.endsWith("/leaf")) throw new Killed();
          return outcome;
        },
      };
    },
  };
}

const hidden = { kind: "unavailable", detail: "dark", retryAfterMs: null } as const;

/** A world that shows nothing of `leaf`. */
function dark(world: TestDeployment): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      const isHidden = (id: string) => id.endsWith("/leaf");
      return {
        ...driver,
        read: async (target, ...rest) => (isHidden(target.id) ? hidden : driver.read(target, ...rest)),
        collectionOf: () => null,
        poll: async (change, ...rest) => (isHidden(change.target.id) ? hidden : driver.poll(change, ...rest)),
      };
    },
  };
}

const leaf = (on: string) => gateway("leaf", {}, { dependsOn: [on] });

test("what is found of an open call leans on a renamed resource by its present name, and goes before it", async () => {
  const world = testDeployment();
  const before = declared({ base: gateway("base"), leaf: leaf("base") });
  await expect(run(dying(world), await plan(world, before))).rejects.toThrow(Killed);
  const renamed = declared({ ground: gateway("base", {}, { aliases: ["base"] }), leaf: leaf("ground") });
  const unseeing = dark(world);
  await run(unseeing, await plan(unseeing, renamed));
  const { records } = await world.store.readStack("dev");
  expect([...records.keys()]).toEqual(["ground"]);
  const destroy = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect((await world.store.readStack("dev")).records.get("leaf")?.dependsOn).toEqual(["ground"]);
  done(await run(world, destroy.digest));
  expect(await world.writes()).toEqual(["create base", "create leaf", "delete leaf", "delete base"]);
});
