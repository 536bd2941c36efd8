import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { errorsIn, gateway, member, seenIn, undone, viewer } from "./undo-world.fixture.ts";

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

describe("a share that a later run has made give something else, or to somebody else, is another one", () => {
  const admin = "roles/compute.admin";
  const [a, b] = ["group:a@acme.example", "group:b@acme.example"];
  const condition = { title: "later", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
  const grants = () => seenIn(world).grants("wave");
  const share = (properties: JsonObject) => declared({ it: member("wave", { member: a, ...properties }) });

  // The fields that the run has changed, and those of the later one, would come to a grant that was never declared.
  test.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
    ["the other field", { role: admin }, { role: viewer }, { role: viewer, member: b }],
    ["the role, where the run has set a condition", { role: viewer }, { condition }, { condition, role: admin }],
    ["one of two fields back", { role: admin }, { role: viewer, member: b }, { role: viewer }],
  ])("an undo writes none of it: it has changed %s", async (_, one, two, three) => {
    await up(world, share(one));
    const changing = await up(world, share(two));
    const giving = await up(world, share(three));
    const before = await grants();
    const view = await planUndo("dev", changing.run, world);
    expect(errorsIn(view)).toMatchObject([{ code: "stands-on-it", address: "it" }]);
    expect(errorsIn(view)[0]?.detail).toContain(giving.run);
    expect(view.steps).toEqual([]);
    expect(await grants()).toEqual(before);
    await undone(world, giving);
    await undone(world, changing);
    expect(await grants()).toEqual([`${String(one["role"])} ${a}`]);
  });

  test("but for one that is again as the run has left it", async () => {
    await up(world, share({ role: admin }));
    const changing = await up(world, share({ role: viewer }));
    await up(world, share({ role: viewer, member: b }));
    await up(world, share({ role: viewer }));
    await undone(world, changing);
    expect(await grants()).toEqual([`${admin} ${a}`]);
  });
});
