import { beforeEach, describe, expect, test } from "vitest";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Change, Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { calledOff } from "../../../engine/ports/outcome.ts";
import {
  attachments,
  client,
  declared,
  done,
  eventsOf,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { resumeRun } from "./run-events.fixture.ts";
import { cancelRun, listRuns } from "./runs-of-stack.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** The same Plumbline, with another way of writing. */
function writing(write: (change: Change, driver: Driver) => Promise<WriteOutcome>, poll?: Driver["poll"]): Deployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return { ...driver, write: (change) => write(change, driver), ...(poll === undefined ? {} : { poll }) };
    },
  };
}

class Killed extends Error {}

/** A run that dies in its first call: after the platform has done it, or before. */
async function dieIn(when: "after" | "before", digest: string): Promise<void> {
  const dying = writing(async (change, driver) => {
    if (when === "after") await driver.write(change);
    throw new Killed();
  });
  await expect(run(dying as TestDeployment, digest)).rejects.toThrow(Killed);
}

async function destroyed(): Promise<readonly string[]> {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  done(await run(world, view.digest));
  return world.writes();
}

describe("a run that died after its call took effect", () => {
  beforeEach(async () => dieIn("after", await plan(world, attachments({ a: "one" }))));

  test("is settled by the next plan: the object is recorded, and nothing is left to do", async () => {
    const next = await planStack(
      { stack: "dev", kind: "apply", declaration: attachments({ a: "one" }), refresh: true },
      world,
    );
    expect(next.problems.map(({ code }) => code)).toEqual(["recovered"]);
    expect(next.steps).toMatchObject([{ action: "same" }]);
    expect(await listResources("dev", world)).toMatchObject([{ name: "a" }]);
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("leaves nothing behind when everything is destroyed next", async () => {
    expect(await destroyed()).toEqual(["create a", "delete a"]);
  });

  test("leaves nothing behind when the resource has left the declaration", async () => {
    await up(world, attachments({ b: "two" }));
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b", "delete a"]);
    expect(await listResources("dev", world)).toMatchObject([{ name: "b" }]);
  });

  test("stops its own branch alone when what is there now may be somebody else's", async () => {
    await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description", {
      description: "by hand",
    });
    const both = attachments({ a: "one", b: "two" });
    const view = await planStack({ stack: "dev", kind: "apply", declaration: both, refresh: true }, world);
    expect(view.problems).toMatchObject([{ code: "branch-stops", detail: expect.stringContaining("plumb import") }]);
    expect(await run(world, view.digest)).toMatchObject({
      status: "failed",
      failed: 1,
      create: 1,
      problems: [{ code: "not-provably-ours" }],
    });
    expect(await world.writes()).toEqual(["create a", "update a", "create b"]);
    // Nor does a destroy touch it.
    expect(await destroyed()).toEqual(["create a", "update a", "create b", "delete b"]);
  });
});

describe("a run that died before its call took effect", () => {
  beforeEach(async () => dieIn("before", await plan(world, attachments({ a: "one" }))));

  test("is made good by the next run", async () => {
    await up(world, attachments({ a: "one" }));
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("is made sure of by a destroy: a read that finds nothing proves little", async () => {
    world.calls.length = 0;
    // Long enough for the call to arrive, and for the platform to list what it has begun.
    world.advance(60_000);
    expect(await destroyed()).toEqual([]);
    // Asked for twice: what an operation made that ended between the first call and the question would show itself.
    expect(world.calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });
});

test("an object whose call can't be looked after yet stops its own branch alone", async () => {
  await dieIn("after", await plan(world, attachments({ a: "one" })));
  const dark = {
    ...world,
    driverOf: (...[provider, at]: Parameters<Deployment["driverOf"]>) => ({
      ...world.driverOf(provider, at),
      read: async () => ({ kind: "unavailable" as const, detail: "dark", retryAfterMs: null }),
    }),
  };
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, dark);
  expect(view.problems.map(({ code }) => code)).toContain("branch-stops");
  expect(await run(dark, view.digest)).toMatchObject({ status: "failed", problems: [{ code: "unsettled" }] });
  expect(await destroyed()).toEqual(["create a", "delete a"]);
});

test("a delete that took effect unseen is made sure of: a read that finds nothing proves little", async () => {
  await up(world, attachments({ a: "one" }));
  await dieIn("after", await plan(world, attachments({})));
  const next = await planStack({ stack: "dev", kind: "apply", declaration: attachments({}), refresh: true }, world);
  expect(next.problems).toEqual([]);
  expect(next.steps).toMatchObject([{ name: "a", action: "delete" }]);
  expect(next.inFlight).toMatchObject([{ name: "a", operation: "delete", became: "not-shown" }]);
  done(await run(world, next.digest));
  expect(await listResources("dev", world)).toEqual([]);
  expect((await world.store.readStack("dev")).openIntents).toEqual([]);
});

test("an undelete that took effect unseen is noted, and the update that was to follow is planned", async () => {
  await up(world, declared({ portal: client() }));
  await destroyed();
  await dieIn("after", await plan(world, declared({ portal: client({ displayName: "Back" }) })));
  const next = await planStack(
    { stack: "dev", kind: "apply", declaration: declared({ portal: client({ displayName: "Back" }) }), refresh: true },
    world,
  );
  expect(next.steps).toMatchObject([{ name: "portal", action: "update" }]);
});

describe("a run that waits for the platform", () => {
  /**
   * Time that long sleeps set forward, some seconds at a time; short sleeps are those of the watchman, who wakes
   * meanwhile.
   */
  function patientClock() {
    let now = Date.parse("2026-01-01T00:00:00Z");
    let watching: (() => void)[] = [];
    return {
      now: () => now,
      elapsed: () => now,
      sleep: async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
        if (milliseconds < 1_000) {
          await new Promise<void>((wake, reject) => {
            watching.push(wake);
            signal?.addEventListener("abort", () => reject(signal.reason));
          });
          return;
        }
        for (const until = now + milliseconds; now < until; now = Math.min(until, now + 2_000)) {
          const awake = watching;
          watching = [];
          for (const wake of awake) wake();
          await new Promise((turn) => setImmediate(turn));
        }
      },
    };
  }

  /** Writes that become operations of several polls, an hour apart. */
  function slow(polls: number): Deployment & { asked: number } {
    let asked = 0;
    const slowly = writing(
      async (change, driver) => {
        await driver.write(change);
        return { kind: "pending", operationName: "operations/1", pollAfterMs: 3_600_000 };
      },
      async () => {
        asked += 1;
        return asked < polls
          ? { kind: "pending", operationName: "operations/1", pollAfterMs: 3_600_000 }
          : { kind: "done", observation: null };
      },
    );
    return {
      ...slowly,
      clock: patientClock(),
      get asked() {
        return asked;
      },
    };
  }

  test("is given back and taken up again, and asks no more often than the platform said", async () => {
    const patient = slow(3);
    const digest = await plan(world, attachments({ a: "one", b: "two" }));
    const summary = done(await run(patient as unknown as TestDeployment, digest));
    expect(summary).toMatchObject({ create: 2, durationMs: expect.any(Number) });
    expect(summary.durationMs).toBeGreaterThanOrEqual(2 * 3_600_000);
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b"]);
    expect(await plan(world, attachments({ a: "one", b: "two" }))).toEqual(expect.any(String));
  });

  test("goes on with its operation under another process that resumes it", async () => {
    const digest = await plan(world, attachments({ a: "one", b: "two" }));
    const broken = writing(
      async (change, driver) => {
        await driver.write(change);
        return { kind: "pending", operationName: "operations/1", pollAfterMs: 0 };
      },
      async () => {
        throw new Killed();
      },
    );
    await expect(run(broken as TestDeployment, digest)).rejects.toThrow(Killed);
    const [row] = await listRuns("dev", world);
    expect(row).toMatchObject({ status: "broken off" });
    const resumed = { ...slow(1), clock: world.clock };
    const events: RunEvent[] = [];
    for await (const event of resumeRun(
      { stack: "dev", run: row?.run ?? "", parallel: 4 },
      resumed,
      AbortSignal.any([]),
    ))
      events.push(event);
    expect(events.at(-1)).toMatchObject({ event: "summary", run: row?.run, status: "done" });
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b"]);
    expect((await listRuns("dev", world)).map(({ status }) => status)).toEqual(["done"]);
  });
});

describe("resuming", () => {
  const eventsOf = async (run: string) =>
    await Array.fromAsync(resumeRun({ stack: "dev", run, parallel: 4 }, world, AbortSignal.any([])));
  const resume = async (name: string): Promise<RunEvent | undefined> => (await eventsOf(name)).at(-1);

  test("a run that broke off goes on with the plan that was approved", async () => {
    await dieIn("before", await plan(world, attachments({ a: "one", b: "two" })));
    const [row] = await listRuns("dev", world);
    expect(await resume(row?.run ?? "")).toMatchObject({ status: "done" });
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b"]);
  });

  test.each([
    ["after", "took-effect"],
    ["before", "not-seen"],
  ] as const)("tells what became of a call that broke off %s it was sent", async (when, became) => {
    await dieIn(when, await plan(world, attachments({ a: "one" })));
    const [row] = await listRuns("dev", world);
    const [first] = await eventsOf(row?.run ?? "");
    expect(first).toMatchObject({ event: "started", inFlight: [{ name: "a", operation: "create", became }] });
  });

  test.each([
    ["nobody knows", async (): Promise<string> => "r-0", "run-unknown"],
    ["has ended", async (): Promise<string> => (await up(world, attachments({ a: "one" }))).run, "run-over"],
    [
      "others came after",
      async (): Promise<string> => {
        await dieIn("before", await plan(world, attachments({ a: "one" })));
        const [row] = await listRuns("dev", world);
        await up(world, attachments({ a: "two" }));
        return row?.run ?? "";
      },
      "run-over",
    ],
  ] as const)("a run that %s is refused", async (_, name, code) => {
    expect(await resume(await name())).toMatchObject({ status: "refused", problems: [{ code }] });
  });
});

describe("cancelling", () => {
  test("a run that another process carries out stops", async () => {
    const sleep = (ms: number) => {
      world.advance(ms);
      return new Promise<void>((wake) => setImmediate(wake));
    };
    const clock = { ...world.clock, sleep };
    let cancelled: string | undefined;
    const watched = writing(async (change, driver) => {
      cancelled ??= await cancelRun("dev", (await listRuns("dev", world))[0]?.run ?? "", world);
      // The watchman has its turn.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return driver.write(change);
    });
    const many = attachments(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`a${n}`, "one"])));
    const summary = await run({ ...watched, clock } as unknown as TestDeployment, await plan(world, many));
    expect(cancelled).toBe("asked");
    expect(summary.status).toBe("cancelled");
    expect(await world.writes()).toHaveLength(4);
  });

  test("a step whose call was not sent any more is skipped, not failed", async () => {
    const stopped = new AbortController();
    const cancelling = writing(async () => {
      stopped.abort();
      return calledOff;
    });
    const digest = await plan(world, attachments({ a: "one" }));
    const events = await eventsOf(cancelling, digest, stopped.signal);
    expect(events.flatMap((event) => (event.event === "step" ? [event.phase] : []))).toEqual(["started", "skipped"]);
    expect(events.at(-1)).toMatchObject({
      status: "cancelled",
      failed: 0,
      skipped: 1,
      inFlight: [],
      problems: [{ code: "not-reached", detail: expect.stringContaining("cancelled") }],
    });
    expect(await up(world, attachments({ a: "one" }))).toMatchObject({ status: "done", create: 1 });
  });

  test("a run that broke off is ended, and what it did is known", async () => {
    await dieIn("after", await plan(world, attachments({ a: "one", b: "two" })));
    const [row] = await listRuns("dev", world);
    expect(await cancelRun("dev", row?.run ?? "", world)).toBe("cancelled");
    expect(await listRuns("dev", world)).toMatchObject([{ status: "cancelled" }]);
    expect(await listResources("dev", world)).toHaveLength((await world.writes()).length);
  });
});
