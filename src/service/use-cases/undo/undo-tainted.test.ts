import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { cancelRun, listRuns } from "../runs/runs-of-stack.ts";
import { gateway, seenIn, undone } from "./undo-world.fixture.ts";

// The undo of a run whose operation left an object half made, and of the run that replaced that object.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/**
 * The operation of the next such call ends with the platform's error; `effect`: whether the object holds what was asked
 * for.
 */
const operationFails = (method: string, path: string, effect: "holds" | "lost") =>
  world.wire("POST", "_local/faults", {
    id: "half",
    match: { vendor: "google", method, path, times: 1 },
    fault: { kind: "failed-operation", code: 13, effect },
  });
const described = (description: string) => declared({ it: gateway("one", { description }) });

/** A run whose creation ends with the platform's error and leaves a half-made object. */
async function halfMaking() {
  await operationFails("POST", "**/endpointAttachments", "holds");
  const summary = await run(world, await plan(world, described("one")));
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
  await up(world, described("one"));
  await operationFails("PATCH", "**/endpointAttachments/one", "holds");
  const changing = await run(world, await plan(world, described("two")));
  expect(changing).toMatchObject({ status: "failed", problems: [{ code: "operation-failed" }] });
  expect(await seenIn(world).described("one")).toBe("two");
  const { view } = await undone(world, changing);
  expect(view.steps.filter(({ action }) => action !== "same").map(({ name }) => name)).toEqual(["it"]);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("so does the undo where the same run has renamed the resource", async () => {
  await up(world, described("one"));
  await operationFails("PATCH", "**/endpointAttachments/one", "holds");
  const { it } = (JSON.parse(described("two").text) as { resources: { it: JsonObject } }).resources;
  const renamed = { ...it, options: { aliases: ["it"] } };
  const changing = await run(world, await plan(world, declared({ other: renamed })));
  expect(changing.status).toBe("failed");
  const { view } = await undone(world, changing);
  expect(view.steps.map(({ name, action }) => [name, action])).toContainEqual(["it", "update"]);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("the undo of that brings the change back, the undo of that one takes it away again, and so on", async () => {
  await up(world, described("one"));
  await operationFails("PATCH", "**/endpointAttachments/one", "holds");
  const changing = await run(world, await plan(world, described("two")));
  let last = (await undone(world, changing)).summary;
  for (const description of ["two", "one", "two", "one"]) {
    last = (await undone(world, last)).summary;
    expect(await seenIn(world).described("one")).toBe(description);
  }
});

test("a later run that made the change stands, and the undo of the failed one leaves it", async () => {
  await up(world, described("one"));
  await operationFails("PATCH", "**/endpointAttachments/one", "lost");
  const changing = await run(world, await plan(world, described("two")));
  expect(changing.status).toBe("failed");
  await up(world, described("three"));
  await undone(world, changing);
  expect(await seenIn(world).described("one")).toBe("three");
});

test("so does the undo of a run that died while such an operation went on, and was cancelled", async () => {
  await up(world, described("one"));
  let mayAsk = false;
  const slow: TestDeployment = {
    ...world,
    driverOf: (provider, at) => ({
      ...world.driverOf(provider, at),
      write: async (change) => {
        await world.driverOf(provider, at).write(change);
        return { kind: "pending", operationName: "operations/1", pollAfterMs: 0 };
      },
      poll: async () => {
        if (!mayAsk) throw new Error("killed");
        return { kind: "failed", code: "INTERNAL", detail: "INTERNAL: m" };
      },
    }),
  };
  await expect(run(slow, await plan(slow, described("two")))).rejects.toThrow("killed");
  mayAsk = true;
  world.advance(600_000);
  const [changing] = await listRuns("dev", world);
  if (changing === undefined) throw new Error("no run");
  await cancelRun("dev", changing.run, slow);
  expect(await seenIn(world).described("one")).toBe("two");
  await undone(world, changing);
  expect(await seenIn(world).described("one")).toBe("one");
});
