import { expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { declared, eventsOf, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { seenIn, setting } from "./undo-world.fixture.ts";

// A destroy so soon after our own write that reads still show what was before it.

/** A world whose reads can be held back: all that follow give the answer of the first, or `instead`. */
function laggingWorld() {
  const lag: { first: ReadOutcome | null; instead: ReadOutcome | null; isOn: boolean } = {
    first: null,
    instead: null,
    isOn: false,
  };
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        const held = lag.isOn ? (lag.instead ?? lag.first) : null;
        if (held !== null) return held;
        const outcome = await driver.read(target, signal);
        lag.first ??= outcome;
        return outcome;
      },
    }),
  });
  return { world, lag };
}

const destroyed = async (world: TestDeployment) => {
  const dropAllOf = ["workspace"];
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true, dropAllOf }, world);
  return { view, summary: (await eventsOf(world, view.digest)).at(-1) };
};
const nothing: ReadOutcome = { kind: "absent", detail: "not found", version: null, displaces: [] };

test.each([
  ["shows what was before us", "restore", null],
  ["shows nothing", "restore", nothing],
  ["shows nothing", "delete", nothing],
] as const)("a read that %s is no ground for forgetting what always stands (%s)", async (_, onDestroy, instead) => {
  const { world, lag } = laggingWorld();
  await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy }) }));
  Object.assign(lag, { instead, isOn: true });
  const { view, summary } = await destroyed(world);
  expect(view.problems).toContainEqual(expect.objectContaining({ code: "widens-rights" }));
  expect(summary).toMatchObject({ status: "done" });
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});

test("long after our write the same read is somebody's hand, and nothing is written", async () => {
  const { world, lag } = laggingWorld();
  await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy: "restore" }) }));
  const made = (await world.writes()).length;
  lag.isOn = true;
  world.advance(3_600_000);
  expect((await destroyed(world)).view.steps).toMatchObject([{ name: "guardrail", action: "retain" }]);
  expect((await world.writes()).slice(made)).toEqual([]);
});
