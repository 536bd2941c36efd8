import { beforeEach, expect, test } from "vitest";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { gateway, seenIn, undone } from "./undo-world.fixture.ts";

// The undo of a run whose operation left an object half made, and of the run that replaced that object.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** A run whose creation ends with the platform's error and leaves a half-made object. */
async function halfMaking() {
  await world.wire("POST", "_local/faults", {
    id: "half",
    match: { vendor: "google", method: "POST", path: "**/endpointAttachments", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect: "holds" },
  });
  const summary = await run(world, await plan(world, declared({ it: gateway("one", { description: "one" }) })));
  expect(summary).toMatchObject({ status: "failed", problems: [{ code: "operation-failed" }] });
  expect(await seenIn(world).described("one")).toBe("one");
  return summary;
}

test("the undo of the run that left it half made deletes it", async () => {
  const making = await halfMaking();
  await undone(world, making);
  expect(await seenIn(world).described("one")).toBeNull();
});

test("the undo of the run that replaced it keeps the whole object: a half-made one can't be made", async () => {
  await halfMaking();
  const replacing = await up(world, declared({ it: gateway("one", { description: "one" }) }));
  expect(await seenIn(world).described("one")).toBe("one");
  await undone(world, replacing);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("the undo of the run that removed it makes a whole one", async () => {
  await halfMaking();
  const removing = await up(world, declared({}));
  expect(await seenIn(world).described("one")).toBeNull();
  await undone(world, removing);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("the undo of a run whose change ended with an error and took effect puts the former value back", async () => {
  const described = (description: string) => declared({ it: gateway("one", { description }), other: gateway("two") });
  await up(world, described("one"));
  await world.wire("POST", "_local/faults", {
    id: "half",
    match: { vendor: "google", method: "PATCH", path: "**/endpointAttachments/one", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect: "holds" },
  });
  const changing = await run(world, await plan(world, described("two")));
  expect(changing).toMatchObject({ status: "failed", problems: [{ code: "operation-failed" }] });
  expect(await seenIn(world).described("one")).toBe("two");
  const { view } = await undone(world, changing);
  expect(view.steps.filter(({ action }) => action !== "same").map(({ name }) => name)).toEqual(["it"]);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("a later run that made the change stands, and the undo of the failed one leaves it", async () => {
  const described = (description: string) => declared({ it: gateway("one", { description }) });
  await up(world, described("one"));
  await world.wire("POST", "_local/faults", {
    id: "half",
    match: { vendor: "google", method: "PATCH", path: "**/endpointAttachments/one", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect: "lost" },
  });
  const changing = await run(world, await plan(world, described("two")));
  expect(changing.status).toBe("failed");
  await up(world, described("three"));
  await undone(world, changing);
  expect(await seenIn(world).described("one")).toBe("three");
});
