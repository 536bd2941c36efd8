import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { client, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { errorsIn, member, seenIn, setting, undone } from "./undo-world.fixture.ts";

// An undo so soon after its run that reads still show what was before the run (decision 0122).

/** A world whose reads can be held back: each object is shown then as the plan of the last run saw it. */
function laggingWorld() {
  const lag = { isOn: false };
  const before = new Map<string, ReadOutcome>();
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => (lag.isOn ? before.get(target.id) : undefined) ?? driver.read(target, signal),
    }),
  });
  const noting: TestDeployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      const read: typeof driver.read = async (target, signal) => {
        const outcome = await driver.read(target, signal);
        if (!before.has(target.id)) before.set(target.id, outcome);
        return outcome;
      };
      return { ...driver, read };
    },
  };
  /** Applies a declaration, after which reads lag. */
  const lastRun = async (resources: JsonObject) => {
    before.clear();
    const summary = await up(noting, declared(resources));
    lag.isOn = true;
    return summary;
  };
  return { world, lag, lastRun };
}

describe("what a run has changed and reads still show as it was", () => {
  test.each([
    ["a client", { a: client({ displayName: "one" }) }, { a: client({ displayName: "two" }) }],
    ["a setting", { a: setting("ALLOW_ALL") }, { a: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") }],
    ["a share", { a: member("wave") }, { a: member("wave", { role: "roles/compute.admin" }) }],
  ])("is not taken for put back, and when to undo is told: %s", async (_, first, second) => {
    const { world, lag, lastRun } = laggingWorld();
    await up(world, declared(first));
    const { run } = await lastRun(second);
    expect(errorsIn(await planUndo("dev", run, world))).toMatchObject([
      { code: "undo-too-soon", address: "a", detail: expect.stringContaining("undo again after 2026-01-01T00:05:00") },
    ]);
    lag.isOn = false;
    const { view } = await undone(world, { run });
    expect(view.steps[0]).toMatchObject({ name: "a", action: "update" });
  });

  test("is not taken for a stranger's where the run has deleted it", async () => {
    const { world, lag, lastRun } = laggingWorld();
    const other = { b: client({ oauthClientId: "other-one" }) };
    await up(world, declared({ a: client(), ...other }));
    const { run } = await lastRun(other);
    expect(errorsIn(await planUndo("dev", run, world))).toMatchObject([
      { code: "already-exists", address: "a", detail: expect.stringContaining("has deleted it") },
    ]);
    lag.isOn = false;
    expect((await planUndo("dev", run, world)).steps).toMatchObject([{ name: "a" }]);
  });

  test("is another hand's doing five minutes later", async () => {
    const { world, lastRun } = laggingWorld();
    await up(world, declared({ a: client({ displayName: "one" }) }));
    const { run } = await lastRun({ a: client({ displayName: "two" }) });
    world.advance(5 * 60_000);
    const view = await planUndo("dev", run, world);
    expect([errorsIn(view), view.steps]).toMatchObject([[], [{ name: "a", action: "same" }]]);
  });
});

test("a grant of others that the run has overwritten comes back, and the plan says so though reads show it still", async () => {
  const { world, lag, lastRun } = laggingWorld();
  const { grantOnly, grants } = seenIn(world);
  await grantOnly("wave", "user:eve@acme.example");
  const { run } = await lastRun({ a: member("wave") });
  expect(await grants("wave")).toEqual(["roles/compute.viewer group:ops@acme.example"]);
  const view = await planUndo("dev", run, world);
  expect(view.problems.map(({ code }) => code)).toContain("brought-back");
  lag.isOn = false;
  await undone(world, { run });
  expect(await grants("wave")).toEqual(["roles/compute.admin user:eve@acme.example"]);
});
