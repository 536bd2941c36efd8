import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { showResource } from "../state/show-state.ts";

// The outputs of a stack once a run is undone: as they were, of what stands then, and of nothing else.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachment = (id: string, properties: JsonObject = {}, options: JsonObject = {}): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    ...properties,
  },
  options,
});

const outputs = () => showOutputs("dev", world);
const ipOf = async (name: string) => (await showResource("dev", name, world)).outputs["endpointIp"];
const byHand = (id: string, description: string) =>
  world.wire("PATCH", `v1/projects/acme/locations/here/endpointAttachments/${id}?updateMask=description`, {
    description,
  });

async function undo(of: RunSummary) {
  const view = await planUndo("dev", of.run, world);
  expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  done(await run(world, view.digest));
  return view;
}

describe("an output that a later run has declared", () => {
  const first = { z: attachment("z") };
  const ip = { outputs: { ip: "${a.endpointIp}", of: "of ${z.id}" } };

  test("goes with the object that the undo deletes, and the plan says so", async () => {
    await up(world, declared(first));
    const made = await up(world, declared({ ...first, a: attachment("a") }));
    await up(world, declared({ ...first, a: attachment("a"), more: attachment("more") }, ip));
    const before = await outputs();
    const view = await undo(made);
    expect(view.outputs).toEqual([{ name: "ip", old: before["ip"] }]);
    expect(await outputs()).toEqual({ of: before["of"] });
  });

  test("tells of the object that the undo makes anew", async () => {
    await up(world, declared({ ...first, a: attachment("a", { location: "there" }) }));
    const replaced = await up(world, declared({ ...first, a: attachment("a") }));
    await up(world, declared({ ...first, a: attachment("a"), more: attachment("more") }, ip));
    await undo(replaced);
    expect((await outputs())["ip"]).toBe(await ipOf("a"));
  });
});

test("outputs know after an undo, too, what they are made from", async () => {
  const stack = (description: string) =>
    declared(
      { a: attachment("a"), b: attachment("b", { description }) },
      { outputs: { a: "${a.endpointIp}", b: "${b.endpointIp}", text: "as said" } },
    );
  await up(world, stack("one"));
  const before = (await world.store.readStack("dev")).outputSources;
  await undo(await up(world, stack("two")));
  expect((await world.store.readStack("dev")).outputSources).toEqual(before);
});

describe("an output of a value that others have changed, and that the run left to them", () => {
  const stack = (description: string) =>
    declared(
      {
        a: attachment("a", { description: "ours" }, { ignoreChanges: ["description"] }),
        b: attachment("b", { description }),
      },
      { outputs: { told: "it is ${a.description}", of: "${b.description}" } },
    );

  test("tells what stands after the undo, also of a run after an undo", async () => {
    await up(world, stack("one"));
    await undo(await up(world, stack("two")));
    await byHand("a", "theirs");
    const third = await up(world, stack("three"));
    expect(await outputs()).toEqual({ told: "it is theirs", of: "three" });
    await undo(third);
    expect(await outputs()).toEqual({ told: "it is theirs", of: "one" });
  });

  test("tells it where the run has changed another field of that object", async () => {
    const two = (label: string) =>
      declared(
        {
          a: attachment("a", { description: "ours", labels: { is: label } }, { ignoreChanges: ["description"] }),
        },
        { outputs: { told: "it is ${a.description}" } },
      );
    await up(world, two("one"));
    await byHand("a", "theirs");
    await undo(await up(world, two("two")));
    expect(await outputs()).toEqual({ told: "it is theirs" });
    const again = await planStack({ stack: "dev", kind: "apply", declaration: two("one"), refresh: true }, world);
    expect(again.outputs).toEqual([]);
  });
});

test("an output of a value that a failed change has set is as the plan promises it after the undo of its failed undo", async () => {
  const stack = (description: string) =>
    declared({ a: attachment("a", { description }) }, { outputs: { told: "${a.description}" } });
  const failing = async (digest: string, effect: "holds" | "lost") => {
    const match = { vendor: "google", method: "PATCH", path: "**/endpointAttachments/a", times: 1 };
    await world.wire("POST", "_local/faults", {
      id: effect,
      match,
      fault: { kind: "failed-operation", code: 13, effect },
    });
    return run(world, digest);
  };
  await up(world, stack("one"));
  const changing = await failing(await plan(world, stack("two")), "holds");
  const undoing = await failing((await planUndo("dev", changing.run, world)).digest, "lost");
  expect([changing.status, undoing.status]).toEqual(["failed", "failed"]);
  const view = await undo(undoing);
  expect(view.outputs).toEqual([{ name: "told", old: "one", new: "two", difference: expect.anything() }]);
  expect(await outputs()).toEqual({ told: "two" });
});

test("outputs tell what stands after an undo that broke off half-way", async () => {
  const isRefused = (change: Change) => change.operation === "delete";
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) =>
        isRefused(change) ? { kind: "invalid", detail: "not now", code: null } : driver.write(change, signal),
    }),
  });
  const stack = (description: string, more: JsonObject = {}) =>
    declared(
      { k: attachment("k", { description }), ...more },
      { outputs: { told: "${k.description}", fixed: "as said" } },
    );
  await up(world, stack("one"));
  const second = await up(world, stack("two", { a: attachment("a") }));
  const view = await planUndo("dev", second.run, world);
  expect((await run(world, view.digest)).status).toBe("failed");
  expect(await outputs()).toEqual({ told: "one", fixed: "as said" });
});

describe("an output of a read whose name is an object's, too", () => {
  const told = (name: string) => ({ outputs: { told: `\${${name}.id}` } });
  const id = "projects/acme/locations/here/endpointAttachments/z";
  const read: JsonObject = { type: "connectors:EndpointAttachment", get: { id } };
  const z = attachment("z");
  const a = attachment("a");

  test("keeps its value where the name becomes that of the object again", async () => {
    await up(world, declared({ z, a }));
    await up(world, declared({ z, a, read }, told("read")));
    const view = await undo(await up(world, declared({ z, a: read }, told("a"))));
    expect(view.outputs).toEqual([]);
    expect(await outputs()).toEqual({ told: id });
  });

  test("gets its value back where the object goes", async () => {
    await up(world, declared({ z }));
    await up(world, declared({ z, a: read }, told("a")));
    const made = await up(world, declared({ z, a }, told("a")));
    expect(await outputs()).not.toEqual({ told: id });
    await undo(made);
    expect(await outputs()).toEqual({ told: id });
  });

  test("keeps its value where the object has not gone, and nothing is undone", async () => {
    world = testDeployment({
      around: (driver) => ({
        ...driver,
        write: async (change, signal) =>
          change.operation === "delete"
            ? { kind: "invalid", detail: "not now", code: null }
            : driver.write(change, signal),
      }),
    });
    await up(world, declared({ z, a }));
    await up(world, declared({ z, a, read }, told("read")));
    const refused = await run(world, await plan(world, declared({ z, a: read }, told("a"))));
    expect([refused.status, await outputs()]).toEqual(["failed", { told: id }]);
    const undone = done(await run(world, (await planUndo("dev", refused.run, world)).digest));
    expect(await outputs()).toEqual({ told: id });
    const view = await undo(undone);
    expect([view.outputs, await outputs()]).toEqual([[], { told: id }]);
  });
});
