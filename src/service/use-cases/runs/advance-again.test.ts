import { beforeEach, describe, expect, test, vi } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { calledOff } from "../../../engine/ports/outcome.ts";
import { attachments, plan, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { leaseMs } from "../lease/held-lease.ts";
import { slowPlatform } from "../slow-platform.fixture.ts";
import { type Advanced, type AdvanceRequest, advanceOnce } from "./advance-once.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const three = attachments({ a: "one", b: "two", c: "three" });
const madeOnce = ["create a", "create b", "create c"];

const advance = (deployment: Deployment, digest: string, more: Partial<AdvanceRequest> = {}): Promise<Advanced> =>
  advanceOnce(deployment, { stack: "dev", plan: digest, run: "r1", parallel: 2, patienceMs: 10_000, ...more });

const epochOf = async () => {
  const journal = await world.store.readRun("dev", "r1");
  return journal.flatMap((entry) => (entry.kind === "intent" ? [entry.epoch] : []));
};

test("a run that has ended is told to have ended, however late and often it is asked for", async () => {
  const digest = await plan(world, three);
  expect(await advance(world, digest)).toMatchObject({ kind: "ended", summary: { status: "done", create: 3 } });
  await up(world, attachments({ a: "one", b: "two" }));
  const failing = await plan(world, attachments({ a: "other", b: "two" }));
  const denied = writing(async () => ({ kind: "denied", detail: "no" }));
  const end = { kind: "ended", summary: { run: "r2", status: "failed", failed: 1 } };
  expect(await advance(denied, failing, { run: "r2" })).toMatchObject(end);
  await up(world, attachments({ a: "one", b: "three" }));
  const writes = await world.writes();
  for (let late = 0; late < 3; late += 1) {
    world.advance(3_600_000);
    expect(await advance(world.as(2), failing, { run: "r2" })).toMatchObject(end);
  }
  expect(await world.writes()).toEqual(writes);
});

test("two processes that advance a run at once carry it out once", async () => {
  const digest = await plan(world, three);
  const both = await Promise.all([advance(world.as(1), digest), advance(world.as(2), digest)]);
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(["ended", "held"]);
  const held = both.find(({ kind }) => kind === "held");
  expect(held).toMatchObject({ problems: [{ code: "stack-busy", detail: expect.stringMatching(/process [12] /) }] });
  for (const pid of [1, 2])
    expect(await advance(world.as(pid), digest)).toMatchObject({ kind: "ended", summary: { status: "done" } });
  expect((await world.writes()).toSorted()).toEqual(madeOnce);
});

test("one that another process carries out before the stack is held is not carried out again", async () => {
  const digest = await plan(world, three);
  const first = vi.fn(() => advance(world.as(2), digest).then(() => {}));
  const late = await advance(world.as(1), digest, { mayGoOn: first });
  expect(first).toHaveBeenCalledExactlyOnceWith(false);
  expect(late).toMatchObject({ kind: "ended", summary: { status: "done" } });
  expect((await world.writes()).toSorted()).toEqual(madeOnce);
});

test("the journal is read once for a run that begins while no other process writes to its stack", async () => {
  await up(world, attachments({ a: "one" }));
  const digest = await plan(world, three);
  const reads = vi.spyOn(world.store, "readRun");
  expect(await advance(world, digest)).toMatchObject({ kind: "ended", summary: { status: "done" } });
  expect(reads).toHaveBeenCalledTimes(1);
});

test("one whose holder is gone goes on under a new epoch, and what the holder still writes is fenced", async () => {
  const reached = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const stuck = writing(async (change, signal, driver) => {
    if (!change.target.id.endsWith("/b")) return driver.write(change, signal);
    reached.resolve();
    await woken.promise;
    return driver.write(change, signal);
  });
  const digest = await plan(world, three);
  const first = advance(stuck, digest, { parallel: 1 });
  await reached.promise;
  // The first process stands still: it neither beats nor looks.
  world.advance(2 * leaseMs);
  const other = world.as(2, () => true);
  expect(await advance(other, digest)).toMatchObject({ kind: "ended", summary: { status: "done", create: 3 } });
  expect(new Set(await epochOf()).size).toBe(2);
  const journal = (await world.store.readRun("dev", "r1")).length;
  woken.resolve();
  // It may throw or find the stack taken over; the run is not its own any more either way.
  const late = await first.catch((cause: unknown) => ({ kind: "threw", cause }));
  expect(["threw", "held"]).toContain(late.kind);
  expect((await world.store.readRun("dev", "r1")).length).toBe(journal);
  expect((await world.writes()).filter((write) => write !== "create b").toSorted()).toEqual(["create a", "create c"]);
});

describe("one whose store fails a look at the stack, and is there again at the next write", () => {
  /** The look fails while `b` is on its way, which gets this answer. */
  function held(answer: Awaited<ReturnType<Driver["write"]>>): Deployment {
    vi.spyOn(world.store, "isCancelRequested").mockRejectedValueOnce(new Fault("store-failed", "it starts anew"));
    return writing(async (_, signal) => {
      await world.clock.sleep(500);
      while (signal?.aborted === false) await new Promise((resolve) => setImmediate(resolve));
      return answer;
    });
  }

  test("is left, and what was not sent is neither skipped nor cancelled", async () => {
    const digest = await plan(world, attachments({ b: "two" }));
    const events: RunEvent[] = [];
    const emit = (event: RunEvent) => events.push(event);
    await expect(advance(held(calledOff), digest, { emit })).rejects.toMatchObject({ code: "store-busy" });
    expect(events.flatMap((event) => (event.event === "step" ? [event.phase] : []))).toEqual(["started"]);
    expect(await advance(world, digest)).toMatchObject({ kind: "ended", summary: { status: "done", create: 1 } });
    expect(await world.writes()).toEqual(["create b"]);
  });

  test("has failed where all that was left of it has, and is not cancelled", async () => {
    const digest = await plan(world, attachments({ b: "two" }));
    const went = await advance(held({ kind: "denied", detail: "no" }), digest);
    expect(went).toMatchObject({ kind: "ended", summary: { status: "failed", failed: 1 } });
  });
});

describe("a run that would wait longer than its patience", () => {
  const slow = () => slowPlatform(world, 60_000);

  test("is put off until there is something to do, and the stack is free meanwhile", async () => {
    const deployment = slow();
    const digest = await plan(world, three);
    const events: RunEvent[] = [];
    const now = world.clock.now();
    const request = { parallel: 3, emit: (event: RunEvent) => events.push(event) };
    const advanced = await advance(deployment, digest, request);
    expect(advanced).toEqual({ kind: "put-off", until: now + 60_000 });
    expect(events.map(({ event }) => event)).not.toContain("summary");
    expect(await world.store.lease("dev")).toBe(null);
    world.advance(60_000);
    expect(await advance(deployment, digest)).toMatchObject({ kind: "ended", summary: { status: "done" } });
    expect((await world.writes()).toSorted()).toEqual(madeOnce);
  });

  test("asked for before that, it makes no call again and is put off until the same moment", async () => {
    const deployment = slow();
    const digest = await plan(world, three);
    const first = await advance(deployment, digest, { parallel: 3 });
    world.advance(20_000);
    expect(await advance(deployment, digest, { parallel: 3 })).toEqual(first);
    expect((await world.writes()).toSorted()).toEqual(madeOnce);
  });

  test("and is cancelled, finds that out at its next advance", async () => {
    const deployment = slow();
    const digest = await plan(world, three);
    await advance(deployment, digest, { parallel: 1 });
    const cancelled = await advance(deployment, digest, { parallel: 1, cancelled: AbortSignal.abort() });
    expect(cancelled).toMatchObject({ kind: "ended", summary: { status: "cancelled" } });
    expect(await advance(deployment, digest)).toMatchObject({ kind: "ended", summary: { status: "cancelled" } });
    expect((await world.writes()).toSorted()).toEqual(madeOnce);
  });

  test("is put off until now where its process is to leave", async () => {
    const leave = new AbortController();
    const leaving = writing(async (change, signal, driver) => {
      leave.abort();
      return driver.write(change, signal);
    });
    const digest = await plan(world, three);
    const left = await advance(leaving, digest, { parallel: 1, leaving: leave.signal });
    expect(left).toEqual({ kind: "put-off", until: world.clock.now() });
    expect(await world.writes()).toHaveLength(1);
    expect(await advance(world.as(2), digest)).toMatchObject({ kind: "ended", summary: { status: "done" } });
    expect((await world.writes()).toSorted()).toEqual(madeOnce);
  });
});

test("a plan that is stale when the run is to begin is refused, and stays refused", async () => {
  const digest = await plan(world, three);
  await up(world, attachments({ a: "one" }));
  for (let again = 0; again < 2; again += 1)
    expect(await advance(world, digest)).toMatchObject({
      kind: "ended",
      summary: { status: "refused", problems: [{ code: "stale-plan" }] },
    });
});

test("a plan that there is not is refused by a Rejection", async () => {
  await expect(advance(world, "sha256:none")).rejects.toMatchObject({ reason: "missing" });
});

type Writing = (...given: [...Parameters<Driver["write"]>, Driver]) => ReturnType<Driver["write"]>;

/** The world with another way of writing. */
function writing(write: Writing): Deployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return { ...driver, write: (change, signal) => write(change, signal, driver) };
    },
  };
}
