import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { client, clientPath, declared, run, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway, seenIn, setting } from "../undo/undo-world.fixture.ts";

// What was updated is declared back at once, and the platform shows the former value.

const strict = "RESTRICT_TOKENS_AND_JOB_RUN_AS";

/** A world whose next reads, as many as are said, show each object as the first read after `remembers` has shown it. */
function laggingWorld() {
  const before = new Map<string, ReadOutcome>();
  let left = 0;
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        const former = before.get(target.id);
        if (left > 0 && former !== undefined) {
          left -= 1;
          return former;
        }
        const outcome = await driver.read(target, signal);
        if (former === undefined) before.set(target.id, outcome);
        return outcome;
      },
    }),
  });
  const lags = (reads: number) => {
    left = reads;
  };
  return { world, remembers: () => before.clear(), lags };
}

const one = client({ displayName: "one" });
const two = client({ displayName: "two" });
const both = (displayName: string, description: string) => client({ displayName, description });
const other = gateway("gate-1");

describe.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
  ["a client", { a: one }, { a: two }, { a: one }],
  ["one of two fields", { a: both("one", "1") }, { a: both("two", "2") }, { a: both("one", "2") }],
  [
    "a field beside one that the plan does not know",
    { a: one },
    { a: two },
    { a: both("one", "${b.endpointIp}"), b: other },
  ],
  ["a setting", { a: setting("ALLOW_ALL") }, { a: setting(strict) }, { a: setting("ALLOW_ALL") }],
])("%s that was changed and is declared back", (_, first, second, third) => {
  test.each([
    ["the plan's look lags", 1],
    ["all looks of the plan and the run lag", 2],
  ])("is written where %s", async (_, reads) => {
    const { world, remembers, lags } = laggingWorld();
    const planned = () =>
      planStack({ stack: "dev", kind: "apply", declaration: declared(third), refresh: true }, world);
    await up(world, declared(first));
    remembers();
    await up(world, declared(second));
    lags(reads);
    const view = await planned();
    expect(view.steps).toContainEqual(expect.objectContaining({ name: "a", action: "update" }));
    expect(view.problems).toContainEqual(expect.objectContaining({ code: "lagging-read" }));
    expect(await run(world, view.digest)).toMatchObject({ status: "done" });
    lags(0);
    expect((await planned()).steps.map(({ action }) => action)).toEqual(Object.keys(third).map(() => "same"));
  });
});

test("what another hand has put back meanwhile stays so, whatever version it has by then", async () => {
  const { world } = laggingWorld();
  await up(world, declared({ a: setting("ALLOW_ALL"), b: client({ displayName: "one" }) }));
  await up(world, declared({ a: setting(strict), b: client({ displayName: "two" }) }));
  await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "one" });
  await seenIn(world).setStatus("ALLOW_ALL");
  await up(world, declared({ a: setting("ALLOW_ALL"), b: client({ displayName: "one" }) }));
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
  expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "one" });
});
