import { beforeEach, describe, expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { gateway, member, seenIn } from "../undo/undo-world.fixture.ts";

// The first write of a share takes away grants of others, and its run does not learn what came of it. What was there
// before it is known from its intent, whatever a later look shows.

const theirs = "roles/compute.admin user:them@acme.example";
const world: { value: TestDeployment } = { value: testDeployment() };
let lagging: TestDeployment;
let isLagging = false;
let seen: ReturnType<typeof seenIn>;

/** A world in which the answer to the write of a share is lost, and looks at it show for a while what was before. */
function losing(around: TestDeployment): TestDeployment {
  let before: ReadOutcome | undefined;
  const ofShare = (id: string) => id.includes("res-one");
  return {
    ...around,
    driverOf: (provider, at) => {
      const driver = around.driverOf(provider, at);
      return {
        ...driver,
        read: async (target, ...rest) =>
          isLagging && before !== undefined && ofShare(target.id) ? before : driver.read(target, ...rest),
        write: async (change, signal) => {
          if (!ofShare(change.target.id) || isLagging) return driver.write(change, signal);
          before = await driver.read(change.target, signal);
          await driver.write(change, signal);
          isLagging = true;
          throw new Error("killed");
        },
      };
    },
  };
}

const managed = declared({ m: member("res-one", {}, { onDestroy: "restore" }), z: gateway("z") });
const without = declared({ z: gateway("z") });

beforeEach(async () => {
  isLagging = false;
  world.value = testDeployment();
  seen = seenIn(world.value);
  lagging = losing(world.value);
  await seen.grant("res-one", "user:them@acme.example");
  await up(world.value, without);
  await expect(run(lagging, await plan(lagging, managed))).rejects.toThrow("killed");
});

describe("what a share displaced by a call of unknown end", () => {
  test("comes back where the next run finds the share in place", async () => {
    const view = await plan(lagging, managed);
    isLagging = false;
    await run(lagging, view).catch(() => undefined);
    isLagging = false;
    done(await run(world.value, await plan(world.value, managed)));
    done(await run(world.value, await plan(world.value, without)));
    expect(await seen.grants("res-one")).toEqual([theirs]);
  });

  test("comes back where the share is taken away before a look has shown it", async () => {
    const view = await plan(lagging, without);
    isLagging = false;
    done(await run(world.value, view));
    expect(await seen.grants("res-one")).toEqual([theirs]);
  });

  test("comes back where looks lag at recovery, and show the share to the plan", async () => {
    const { driverOf } = lagging;
    let looks = 0;
    const late: TestDeployment = {
      ...lagging,
      driverOf: (provider, at) => {
        const driver = driverOf(provider, at);
        return {
          ...driver,
          read: async (target, ...rest) => {
            const found = await driver.read(target, ...rest);
            if (target.id.includes("res-one") && ++looks === 1) isLagging = false;
            return found;
          },
        };
      },
    };
    isLagging = true;
    const view = await plan(late, managed);
    isLagging = false;
    await run(world.value, view);
    done(await run(world.value, await plan(world.value, without)));
    expect(await seen.grants("res-one")).toEqual([theirs]);
  });
});
