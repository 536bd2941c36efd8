import { beforeEach, describe, expect, test } from "vitest";
import { attachments, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { errorsIn, gateway, seenIn, undone } from "./undo-world.fixture.ts";

// The undo of a replacement deletes the object that the run has made: what a later run has made of that object would go
// with it.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const it = (id: string, description: string) => declared({ it: gateway(id, { description }) });

describe("the undo of a replacement is refused where a later run has changed the new object", () => {
  test.each([
    { what: "in a field that the replacement has not changed", first: "one", second: "one", third: "two" },
    { what: "back to what the former object had", first: "one", second: "two", third: "one" },
  ])("$what", async ({ first, second, third }) => {
    await up(world, it("a", first));
    const replacing = await up(world, it("b", second));
    const changing = await up(world, it("b", third));
    const view = await planUndo("dev", replacing.run, world);
    expect(errorsIn(view)).toMatchObject([{ code: "stands-on-it", address: "it" }]);
    expect(errorsIn(view)[0]?.detail).toContain(changing.run);
    expect(errorsIn(view)[0]?.detail).toContain("`description`");
    expect(await seenIn(world).described("b")).toBe(third);
    expect(await seenIn(world).described("a")).toBeNull();
  });
});

test("it is not once that later run is undone itself", async () => {
  await up(world, it("a", "one"));
  const replacing = await up(world, it("b", "one"));
  await undone(world, await up(world, it("b", "two")));
  await undone(world, replacing);
  expect(await seenIn(world).described("a")).toBe("one");
  expect(await seenIn(world).described("b")).toBeNull();
});

test("what only another object of the stack has become stands in no way", async () => {
  await up(world, attachments({ other: "one" }));
  await up(world, declared({ it: gateway("a"), other: gateway("other", { description: "one" }) }));
  const replacing = await up(world, declared({ it: gateway("b"), other: gateway("other", { description: "one" }) }));
  await up(world, declared({ it: gateway("b"), other: gateway("other", { description: "two" }) }));
  await undone(world, replacing);
  expect(await seenIn(world).described("a")).toBe("");
  expect(await seenIn(world).described("other")).toBe("two");
});
