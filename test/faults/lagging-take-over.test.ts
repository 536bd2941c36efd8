import { expect, test } from "vitest";
import type { Driver, ReadOutcome, WriteOutcome } from "../../src/engine/ports/driver.ts";
import { attachments, declared, plan, run, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { seenIn, setting } from "../../src/service/use-cases/undo/undo-world.fixture.ts";
import { testClock } from "../scenarios/test-time.ts";

/**
 * A platform that loses the answer to the first change of a setting, and shows what stood before it for as long as it
 * `lags`.
 */
function lagging() {
  const platform = { lags: true };
  let before: ReadOutcome | undefined;
  let isLost = false;
  const clock = testClock("moves");
  const made = testDeployment({
    around: (driver): Driver => ({
      ...driver,
      read: async (target, signal) => {
        if (!target.type.startsWith("settings:")) return driver.read(target, signal);
        return platform.lags && before !== undefined ? before : driver.read(target, signal);
      },
      write: async (change, signal): Promise<WriteOutcome> => {
        if (isLost || !change.target.type.startsWith("settings:")) return driver.write(change, signal);
        before = await driver.read(change.target, signal);
        await driver.write(change, signal);
        isLost = true;
        return { kind: "unknown", detail: "the connection broke off" };
      },
    }),
  });
  return { world: { ...made, clock }, platform, clock };
}

const restricted = "RESTRICT_TOKENS_AND_JOB_RUN_AS";
const guarded = declared({ guardrail: setting(restricted, { onDestroy: "restore" }) });

/** A run whose change takes effect, while no read shows it. */
async function taken() {
  const { world, platform } = lagging();
  await run(world, await plan(world, guarded));
  expect(await seenIn(world).status()).toBe(restricted);
  return { world, platform };
}

async function destroyed(world: ReturnType<typeof lagging>["world"]): Promise<void> {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  await run(world, view.digest);
}

test("a setting whose change was not answered is put back once it has left the declaration, though a read lags behind", async () => {
  const { world, platform } = await taken();
  await run(world, await plan(world, attachments({ a: "one" })));
  platform.lags = false;
  await destroyed(world);
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});

test("a read that shows what stood before the change for longer than any lags tells that it came to nothing", async () => {
  const { world, platform, clock } = lagging();
  await run(world, await plan(world, guarded));
  clock.pass(600_000);
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: attachments({ a: "one" }), refresh: true },
    world,
  );
  expect(view.steps).toMatchObject([{ name: "a", action: "create" }]);
  platform.lags = false;
});

test("a destroy puts it back at once, though a read lags behind", async () => {
  const { world, platform } = await taken();
  await destroyed(world);
  platform.lags = false;
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});

test("a run that declares it still puts it back in the end to what was there before us", async () => {
  const { world, platform } = await taken();
  await run(world, await plan(world, guarded));
  platform.lags = false;
  await run(world, await plan(world, guarded));
  await destroyed(world);
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});
