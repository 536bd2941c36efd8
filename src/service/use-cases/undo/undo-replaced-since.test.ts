import { beforeEach, expect, test } from "vitest";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { errorsIn, gateway, member, ours, seenIn, undone } from "./undo-world.fixture.ts";

// A field belongs to the object that the run has changed it on: another object in its place is a later run's.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const it = (id: string, description: string) =>
  declared({ it: gateway(id, { description }, { retainOnDelete: true }) });

test("an undo does not write on the object that a later run has made in the place of the one that its run has changed", async () => {
  await up(world, it("a", "one"));
  const changing = await up(world, it("a", "two"));
  const replacing = await up(world, it("b", "two"));
  const view = await planUndo("dev", changing.run, world);
  expect(errorsIn(view)).toMatchObject([{ code: "stands-on-it", address: "it" }]);
  expect(errorsIn(view)[0]?.detail).toContain(replacing.run);
  expect(await seenIn(world).described("b")).toBe("two");
});

test("it does once the later run is undone itself", async () => {
  await up(world, it("a", "one"));
  const changing = await up(world, it("a", "two"));
  await undone(world, await up(world, it("b", "two")));
  await undone(world, changing);
  expect(await seenIn(world).described("a")).toBe("one");
});

test("shares of one policy follow one another in place", async () => {
  const condition = { title: "later", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
  await up(world, declared({ it: member("res-one") }));
  const changing = await up(world, declared({ it: member("res-one", { condition }) }));
  await up(world, declared({ it: member("res-one", { condition, role: "roles/compute.admin" }) }));
  await undone(world, changing);
  expect(await seenIn(world).grants("res-one")).toEqual([`roles/compute.admin ${ours}`]);
});
