import { beforeEach, describe, expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway, seenIn, setting } from "../undo/undo-world.fixture.ts";

// A setting of ours is changed, and the run does not learn what came of it. The change has taken effect, and looks show
// for a while what was before it, which is what was before us, or what is declared by now.

const strict = "RESTRICT_TOKENS_AND_JOB_RUN_AS";
const other = gateway("z");
const allowing = declared({ s: setting("ALLOW_ALL"), z: other });
const restricting = declared({ s: setting(strict), z: other });
const without = declared({ z: other });

let world: TestDeployment;
let lagging: TestDeployment;
let isLagging = false;

/** A world in which the answer to the next write of the setting is lost, and looks at it show what was before it. */
function losing(around: TestDeployment): TestDeployment {
  let before: ReadOutcome | undefined;
  return {
    ...around,
    driverOf: (provider, at) => {
      const driver = around.driverOf(provider, at);
      return {
        ...driver,
        read: async (target, ...rest) =>
          isLagging && before !== undefined && target.type.startsWith("settings:")
            ? before
            : driver.read(target, ...rest),
        write: async (change, signal) => {
          if (isLagging || !change.target.type.startsWith("settings:")) return driver.write(change, signal);
          before = await driver.read(change.target, signal);
          await driver.write(change, signal);
          isLagging = true;
          throw new Error("killed");
        },
      };
    },
  };
}

beforeEach(async () => {
  isLagging = false;
  world = testDeployment();
  lagging = losing(world);
  await up(world, allowing);
  await expect(run(lagging, await plan(lagging, restricting))).rejects.toThrow("killed");
});

const status = () => seenIn(world).status();

describe("a change whose end was not heard, and that no look shows", () => {
  test("is put back where the setting leaves the declaration", async () => {
    const digest = await plan(lagging, without);
    isLagging = false;
    done(await run(world, digest));
    expect(await status()).toBe("ALLOW_ALL");
  });

  test("is put back by a destroy", async () => {
    const { digest } = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, lagging);
    isLagging = false;
    done(await run(world, digest));
    expect(await status()).toBe("ALLOW_ALL");
  });

  test("is written over where the former value is declared again", async () => {
    const digest = await plan(lagging, allowing);
    isLagging = false;
    done(await run(world, digest));
    expect(await status()).toBe("ALLOW_ALL");
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });

  test("is made where it is declared still", async () => {
    const digest = await plan(lagging, restricting);
    isLagging = false;
    done(await run(world, digest));
    expect(await status()).toBe(strict);
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });

  test("is found where looks show it", async () => {
    isLagging = false;
    done(await run(world, await plan(world, restricting)));
    expect((await world.store.readStack("dev")).records.get("s")?.outputs).toMatchObject({
      restrictWorkspaceAdmins: { status: strict },
    });
  });

  test("has come to nothing once looks lag no more", async () => {
    await seenIn(world).setStatus("ALLOW_ALL");
    world.advance(6 * 60_000);
    isLagging = false;
    const view = await planStack({ stack: "dev", kind: "apply", declaration: allowing, refresh: true }, world);
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });
});
