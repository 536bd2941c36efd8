import { describe, expect, test } from "vitest";
import type { Change } from "../../../engine/ports/driver.ts";
import { calledOff } from "../../../engine/ports/outcome.ts";
import { attachments, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { showState } from "../state/state-rows.fixture.ts";

// A platform whose deletions do not find what its reads show: the object stands, whatever the deletion says.

/** How many deletions are told that nothing is there, before one is carried out. */
function denyingThere(count: number, sent: string[]) {
  let left = count;
  const isDenied = ({ operation }: Change) => operation === "delete" && left-- > 0;
  return testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (change.operation === "delete") sent.push(change.target.id.split("/").at(-1) ?? "");
        return isDenied(change) ? { kind: "absent", detail: "not found" } : driver.write(change, signal);
      },
    }),
  });
}

/** The same world, in which time goes by while something waits. */
const awake = (world: TestDeployment): Deployment => ({
  ...world,
  clock: {
    ...world.clock,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        setImmediate(() => {
          world.advance(milliseconds);
          resolve();
        });
      }),
  },
});

const destroyed = attachments({ b: "stays" });

describe("a deletion that is told that its object is not there, where a read shows it", () => {
  test("is sent again, and takes the object away", async () => {
    const sent: string[] = [];
    const world = denyingThere(1, sent);
    await up(world, attachments({ a: "one", b: "stays" }));
    await up(awake(world), destroyed);
    expect(sent).toEqual(["a", "a"]);
    expect(await world.writes()).toContain("delete a");
    expect(await showState(world)).toEqual(["b b current"]);
  });

  test("fails where it stays so, and the record stays", async () => {
    const world = denyingThere(100, []);
    await up(world, attachments({ a: "one", b: "stays" }));
    const { status, problems } = await run(awake(world), await plan(world, destroyed));
    expect(status).toBe("failed");
    expect(problems).toMatchObject([{ code: "platform-unavailable", address: "a" }]);
    expect(await showState(world)).toEqual(["a a current", "b b current"]);
  });
});

test("a deletion that came twice and is called off before a read may have taken its object away: that is told, and its end is no news", async () => {
  const stop = new AbortController();
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        const answer = await driver.write(change, signal);
        if (change.operation !== "delete") return answer;
        stop.abort();
        return { kind: "absent", detail: "not found" };
      },
      read: (target, signal) => (signal?.aborted === true ? Promise.resolve(calledOff) : driver.read(target, signal)),
    }),
  });
  await up(world, attachments({ a: "one" }));
  const summary = await run(awake(world), await plan(world, declared({})), stop.signal);
  expect(summary.problems).toMatchObject([
    { code: "outcome-unknown", address: "a", detail: expect.stringContaining("though") },
  ]);
  expect(await showState(world)).toEqual(["a a current"]);
  const asked = { stack: "dev", kind: "apply", declaration: declared({}), refresh: true } as const;
  expect((await planStack(asked, world)).problems.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a deletion of what another hand has deleted since is done", async () => {
  const world = testDeployment();
  await up(world, attachments({ a: "one", b: "stays" }));
  const digest = await plan(world, destroyed);
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
  expect((await run(world, digest)).status).toBe("done");
  expect(await showState(world)).toEqual(["b b current"]);
});

describe("a deletion that is done while reads still show its object", () => {
  const declaration = attachments({ a: "one" });
  /** Reads show the object as before its deletion; `meanwhile` is done at each. */
  const hiding = async (meanwhile: () => void) => {
    const world = testDeployment();
    await up(world, declaration);
    let isDeleted = false;
    let isOver = false;
    const around: Deployment["driverOf"] = (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change, stop) => {
          if (change.operation !== "delete") return driver.write(change, stop);
          isDeleted = true;
          return { kind: "done", observation: null };
        },
        read: async (target, stop) => {
          if (isOver) return { kind: "absent", detail: "not found", version: null, displaces: [] };
          if (isDeleted) meanwhile();
          return driver.read(target, stop);
        },
      };
    };
    const end = () => {
      isOver = true;
    };
    return { world: awake({ ...world, driverOf: around } as TestDeployment) as TestDeployment, end };
  };

  test.each([
    ["the run is called off before it is sent again", true],
    ["they go on to do so", false],
  ])("may have taken it away, where %s: that is told, and its end is no news", async (_when, isCalledOff) => {
    const stop = new AbortController();
    const { world, end } = await hiding(() => (isCalledOff ? stop.abort() : undefined));
    const summary = await run(world, await plan(world, declared({})), stop.signal);
    expect(summary.problems).toMatchObject([
      { code: "outcome-unknown", address: "a", detail: expect.stringContaining("still") },
    ]);
    expect(await showState(world)).toEqual(["a a current"]);
    end();
    const asked = { stack: "dev", kind: "apply", declaration: declared({}), refresh: true } as const;
    expect((await planStack(asked, world)).problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
