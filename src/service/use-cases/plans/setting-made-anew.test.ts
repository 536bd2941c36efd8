import { expect, test } from "vitest";
import { declared, plan, run, testDeployment, up } from "../deployment.fixture.ts";
import { seenIn, setting } from "../undo/undo-world.fixture.ts";

class Killed extends Error {}

const options = { replaceOnChanges: ["restrictWorkspaceAdmins"] };
const at = (status: string) => declared({ s: setting(status, options) });
const [wide, narrow] = ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"];

/**
 * A run that was to make a recorded setting anew, and whose process died: before its call was sent, or once it took
 * effect.
 */
async function broken(when: "before" | "after") {
  let dies = false;
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (!dies) return driver.write(change, signal);
        dies = false;
        if (when === "after") await driver.write(change, signal);
        throw new Killed();
      },
    }),
  });
  await up(world, at(wide));
  dies = true;
  await expect(run(world, await plan(world, at(narrow)))).rejects.toThrow(Killed);
  world.advance(120_000);
  return world;
}

test.each(["before", "after"] as const)(
  "a recorded setting goes back at once where a run that was to make it anew died %s its call, and no call stays open",
  async (when) => {
    const world = await broken(when);
    await up(world, at(wide));
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
    expect(await seenIn(world).status()).toBe(wide);
  },
);

test.each(["before", "after"] as const)(
  "it gets its new value from the next run where that run died %s its call",
  async (when) => {
    const world = await broken(when);
    await up(world, at(narrow));
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
    expect(await seenIn(world).status()).toBe(narrow);
  },
);
