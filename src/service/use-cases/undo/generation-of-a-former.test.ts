import { expect, test } from "vitest";
import { declared, done, plan, run, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { gateway, refusing } from "./undo-world.fixture.ts";

// An undo puts a former object back in its place, and may not delete the later one: that waits with the higher
// generation.

test("an object that is made beside a waiting one of a higher generation does not take its record away", async () => {
  let isRefusing = false;
  const world = refusing(({ operation }) => isRefusing && operation === "delete");
  await up(world, declared({ it: gateway("one") }));
  isRefusing = true;
  const half = await run(world, await plan(world, declared({ it: gateway("two") })));
  await run(world, (await planUndo("dev", half.run, world)).digest);
  const { records, superseded } = await world.store.readStack("dev");
  expect([...records.values(), ...superseded].map(({ identity }) => identity.id.split("/").at(-1))).toEqual([
    "one",
    "two",
  ]);
  await run(world, await plan(world, declared({ it: gateway("three") })));
  const after = await world.store.readStack("dev");
  expect(after.superseded.map(({ identity }) => identity.id.split("/").at(-1)).sort()).toEqual(["one", "two"]);
  isRefusing = false;
  done(await run(world, await plan(world, declared({ it: gateway("three") }))));
  expect(await world.writes()).toEqual(["create one", "create two", "create three", "delete one", "delete two"]);
});
