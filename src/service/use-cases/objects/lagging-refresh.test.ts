import { expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { client, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planRefresh } from "../plans/plan-refresh.ts";
import { refreshStack } from "../state/refresh-stack.ts";

/** A world in which reads show, from `holds` on, what the last read before that has shown. */
function lagging(): { readonly world: TestDeployment; holds(): Promise<void> } {
  let last: ReadOutcome | undefined;
  let isHeld = false;
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        if (isHeld && last !== undefined) return last;
        last = await driver.read(target, signal);
        return last;
      },
    }),
  });
  const holds = async () => {
    const before = last;
    await up(world, declared({ portal: client({ displayName: "new" }) }));
    last = before;
    isHeld = true;
  };
  return { world, holds };
}

async function shown(world: TestDeployment): Promise<unknown> {
  return (await world.store.readStack("dev")).records.get("portal")?.outputs["displayName"];
}

test.each([
  ["right after the write stays out of the records", 0, "same", "new"],
  ["long after it is what the object is by now", 600_000, "adopt", "old"],
])("what stood before our last write and is read %s", async (_, laterMs, action, expected) => {
  const { world, holds } = lagging();
  await up(world, declared({ portal: client({ displayName: "old" }) }));
  await planRefresh({ stack: "dev" }, world);
  await holds();
  world.advance(laterMs);
  expect((await planRefresh({ stack: "dev" }, world)).steps).toMatchObject([{ name: "portal", action }]);
  await refreshStack("dev", world);
  expect(await shown(world)).toBe(expected);
});
