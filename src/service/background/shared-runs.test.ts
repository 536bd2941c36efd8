import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../../packages/base/fault.ts";
import { paced } from "../../providers/pacing/paced.ts";
import { localOwner } from "../access/local-owner.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { runPlan } from "../use-cases/runs/run-events.fixture.ts";
import { Gate, person, ServiceWorld } from "./background.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";

let world: ServiceWorld;
let gate: Gate;
beforeEach(() => {
  world = new ServiceWorld();
  gate = new Gate();
});

const owner = localOwner.caller;
const three = attachments({ a: "one", b: "two", c: "three" });

/** Process 1 carries a run out that waits in its first write; process 2 looks on. */
async function underWay() {
  const first = world.dispatcher(1, { deployment: gate.around(world.deployment(1)) });
  const second = world.dispatcher(2);
  first.serve();
  second.serve();
  const digest = await plan(world.deployment(1), three);
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
  await world.until(() => gate.arrived.length === 1);
  return { first, second, run };
}

test("any process serves the events of a run that another carries out, as they happen", async () => {
  const { first, second, run } = await underWay();
  const there = world.eventsOf(second, run);
  const here = world.eventsOf(first, run);
  await world.pass(500);
  expect(await second.show("dev", run)).toMatchObject({ status: "running", changes: 0 });
  gate.open();
  expect((await there).at(-1)?.event).toMatchObject({ event: "summary", status: "done" });
  expect(await here).toEqual(await there);
});

test("a run of one command is followed to its end by others, who are told how it ended", async () => {
  const digest = await plan(world.deployment(1), three);
  const request = { stack: "dev", plan: digest, parallel: 1, run: "r0" };
  void Array.fromAsync(runPlan(request, gate.around(world.deployment(1)), new AbortController().signal));
  await world.until(() => gate.arrived.length === 1);
  const dispatcher = world.dispatcher(2);
  const events = world.eventsOf(dispatcher, "r0");
  expect(await dispatcher.list("dev")).toMatchObject([{ run: "r0", status: "running" }]);
  await world.pass(5_000);
  gate.open();
  const told = (await events).map(({ event }) => event);
  expect(told[0]).toMatchObject({ event: "started", steps: 3 });
  const done = told.flatMap((event) => (event.event === "step" && event.phase === "done" ? [event.name] : []));
  expect(done.toSorted()).toEqual(["a", "b", "c"]);
  expect(told.at(-1)).toMatchObject({ event: "summary", status: "done", create: 3 });
});

describe("cancelling", () => {
  test.each(["by the process itself", "by another process"])("%s ends a run before its next call", async (by) => {
    const { first, second, run } = await underWay();
    const asked = await (by === "by another process" ? second : first).cancel("dev", run, owner);
    expect(asked.status).toBe("running");
    await world.pass(1_500);
    gate.open();
    const events = await world.eventsOf(second, run);
    expect(events.at(-1)?.event).toMatchObject({ status: "cancelled", create: 1, skipped: 2 });
    expect(await world.base.writes()).toEqual(["create a"]);
    expect(await second.show("dev", run)).toMatchObject({ status: "cancelled", changes: 1 });
    await expect(second.cancel("dev", run, owner)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "run-over" }],
    });
  });

  test("a run whose process has died settles it, and begins nothing more", async () => {
    const mortal = new Mortal(gate.around(world.deployment(1)));
    const first = world.dispatcher(1, { deployment: mortal.deployment });
    const digest = await plan(world.deployment(1), three);
    const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    await world.until(() => gate.arrived.length === 1);
    mortal.isStopped = true;
    const second = world.dispatcher(2);
    expect(await second.cancel("dev", run, owner)).toMatchObject({ status: "running" });
    second.serve();
    const events = await world.eventsOf(second, run);
    expect(events.at(-1)?.event).toMatchObject({ status: "cancelled", create: 0 });
    expect(await world.base.writes()).toEqual([]);
  });

  test("a run that waits for its turn ends it at once", async () => {
    const dispatcher = world.dispatcher(1, { maxConcurrentRuns: 0 });
    const digest = await plan(world.deployment(1), three);
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    expect(await dispatcher.cancel("dev", run, owner)).toMatchObject({
      status: "cancelled",
      endedAt: expect.any(String),
    });
    expect(await world.eventsOf(dispatcher, run)).toMatchObject([{ id: 1, event: { status: "cancelled" } }]);
    dispatcher.serve();
    await world.pass(20_000);
    expect(await world.base.writes()).toEqual([]);
  });
});

describe("a run of a service that died and was not started again", () => {
  /** The service dies in its first write. */
  async function left() {
    const mortal = new Mortal(gate.around(world.deployment(1)));
    const service = world.dispatcher(1, { deployment: mortal.deployment });
    const digest = await plan(world.deployment(1), three);
    const { run } = await service.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    await world.until(() => gate.arrived.length === 1);
    mortal.isStopped = true;
    world.dead.add(1);
    return { run, command: world.dispatcher(2, { serves: false }) };
  }
  /** Another run comes after it. */
  const passed = async () => {
    const digest = await plan(world.deployment(2), three);
    const events = runPlan({ stack: "dev", plan: digest, parallel: 1, run: "r9" }, world.deployment(2), never);
    expect((await world.settled(Array.fromAsync(events))).at(-1)).toMatchObject({ status: "done" });
  };
  const never = new AbortController().signal;

  test("is broken off, for a command without it", async () => {
    const { run, command } = await left();
    expect(await command.list("dev")).toMatchObject([{ run, status: "broken-off" }]);
    expect(await command.show("dev", run)).toMatchObject({ status: "broken-off" });
  });

  test("is over once another run has come after it, for everyone", async () => {
    const { run, command } = await left();
    await passed();
    for (const each of [command, world.dispatcher(3)]) {
      expect(await each.list("dev")).toMatchObject([
        { run: "r9", status: "done" },
        { run, status: "broken-off" },
      ]);
      expect(await each.show("dev", run)).toMatchObject({ status: "broken-off" });
      const over = { reason: "conflict", problems: [{ code: "run-over" }] };
      await expect(each.cancel("dev", run, owner)).rejects.toMatchObject(over);
      await expect(each.resume("dev", run, { parallel: 1 }, owner)).rejects.toMatchObject(over);
    }
  });

  test("is ended by a command that cancels it", async () => {
    const { run, command } = await left();
    expect(await world.settled(command.cancel("dev", run, owner))).toMatchObject({ status: "cancelled" });
    expect(await world.dispatcher(3).show("dev", run)).toMatchObject({ status: "cancelled" });
    await passed();
  });
});

describe("draining", () => {
  test("lets the call in flight finish, and another process carries the run on at once", async () => {
    const { first, second, run } = await underWay();
    const drained = first.drain();
    await world.pass(500);
    expect(gate.arrived).toEqual(["a"]);
    gate.open();
    await world.settled(drained);
    expect(await world.base.writes()).toEqual(["create a"]);
    const begun = world.clock.now();
    const events = await world.eventsOf(second, run);
    expect(world.clock.now() - begun).toBeLessThan(2_000);
    expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: 3 });
    expect((await world.base.writes()).toSorted()).toEqual(["create a", "create b", "create c"]);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  });

  test("waits for no platform that has put calls off: another process makes them, as if none was made", async () => {
    const sent: string[] = [];
    const { clock } = world;
    const busy = (deployment: Deployment): Deployment => ({
      ...deployment,
      driverOf: (provider, at) => {
        const driver = deployment.driverOf(provider, at);
        const write = async ({ target }: { readonly target: { readonly id: string } }) => {
          sent.push(target.id.split("/").at(-1) ?? "");
          return { kind: "throttled", detail: "too many requests", retryAfterMs: 300_000 } as const;
        };
        return paced({ ...driver, write }, { clock, random: () => 0.5 });
      },
    });
    const first = world.dispatcher(1, { deployment: busy(world.deployment(1)) });
    const second = world.dispatcher(2);
    first.serve();
    second.serve();
    const digest = await plan(world.deployment(1), three);
    const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    await world.until(() => sent.length === 1);
    await world.pass(5_000);
    const begun = world.clock.now();
    await world.settled(first.drain());
    expect(world.clock.now() - begun).toBeLessThan(2_000);
    const events = await world.eventsOf(second, run);
    expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: 3 });
    expect(sent).toHaveLength(1);
    expect((await world.base.writes()).toSorted()).toEqual(["create a", "create b", "create c"]);
  });

  test("a run that is started while its process drains is carried out by another", async () => {
    const [first, second] = [world.dispatcher(1), world.dispatcher(2)];
    second.serve();
    const digest = await plan(world.deployment(1), three);
    await world.settled(first.drain());
    const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    expect((await world.eventsOf(second, run)).at(-1)?.event).toMatchObject({ status: "done" });
    const single = world.dispatcher(3, { serves: false });
    await single.drain();
    await expect(single.start({ stack: "dev", plan: digest, parallel: 1 }, owner)).rejects.toThrow(Fault);
  });
});

test.each([
  ["half a minute ahead", 30_000],
  ["an hour behind", -3_600_000],
])("a living run is not taken up by a process whose clock is %s; it is once it has died", async (_, offMs) => {
  const mortal = new Mortal(gate.around(world.deployment(1)));
  const first = world.dispatcher(1, { deployment: mortal.deployment });
  const clock = { ...world.clock, now: () => world.clock.now() + offMs };
  const second = world.dispatcher(2, { deployment: world.deployment(2, { clock }) });
  first.serve();
  second.serve();
  const digest = await plan(world.deployment(1), three);
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
  await world.until(() => gate.arrived.length === 1);
  await world.pass(60_000);
  const takenOver = () => world.happenings.filter(({ kind }) => kind === "run-taken-over");
  expect(takenOver()).toEqual([]);
  mortal.isStopped = true;
  gate.open();
  const died = world.clock.now();
  expect((await world.eventsOf(second, run)).at(-1)?.event).toMatchObject({ status: "done", create: 3 });
  expect(world.clock.now() - died).toBeLessThan(15_000);
  expect(takenOver()).toHaveLength(1);
});

test("a run that was given back waits for whoever holds the stack meanwhile", async () => {
  const { first, second, run } = await underWay();
  await world.settled(second.drain());
  const drained = first.drain();
  gate.open();
  await world.settled(drained);
  const { store, clock } = world.deployment(5);
  const holder = { host: "here", pid: 5, since: "" };
  const lease = await store.acquire("dev", holder, clock.now(), 600_000, () => false);
  const third = world.dispatcher(3);
  third.serve();
  await world.pass(300_000);
  expect(await third.find("dev", run)).toMatchObject({ status: "queued" });
  expect(world.happenings.filter(({ kind }) => kind === "run-taken-over")).toEqual([]);
  if (lease.kind === "held") await store.release("dev", lease.epoch);
  expect((await world.eventsOf(third, run)).at(-1)?.event).toMatchObject({ status: "done", create: 3 });
});

test("more runs than a process takes at once are queued, and all are carried out", async () => {
  const dispatcher = world.dispatcher(1, { maxConcurrentRuns: 2 });
  dispatcher.serve();
  const digest = await plan(world.deployment(1), three);
  const runs = await Promise.all(
    Array.from({ length: 7 }, () => dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner)),
  );
  for (const { run } of runs) await world.eventsOf(dispatcher, run);
  const ends = (await dispatcher.list("dev")).map(({ status }) => status);
  expect(ends.toSorted()).toEqual(["done", ...Array<string>(6).fill("refused")]);
  expect(await world.base.writes()).toHaveLength(3);
});

describe("resuming", () => {
  /** A run of one command whose process died in its first write. */
  async function brokenOff(): Promise<string> {
    const mortal = new Mortal(gate.around(world.deployment(1)));
    const digest = await plan(world.deployment(1), three);
    const events = runPlan(
      { stack: "dev", plan: digest, parallel: 1, run: "r0" },
      mortal.deployment,
      new AbortController().signal,
    );
    void Array.fromAsync(events);
    await world.until(() => gate.arrived.length === 1);
    mortal.isStopped = true;
    await world.pass(10_000);
    return "r0";
  }

  test.each([true, false])("a run that one command left is taken up again (in a service: %s)", async (serves) => {
    const run = await brokenOff();
    const dispatcher = world.dispatcher(2, { serves });
    if (serves) dispatcher.serve();
    await world.pass(20_000);
    // Nobody takes it up unasked: whoever ran the command has seen it fail.
    expect(await dispatcher.list("dev")).toMatchObject([{ run, status: "broken-off" }]);
    // It has no end that anything could tell of.
    const events = await world.eventsOf(dispatcher, run);
    expect(events.map(({ event }) => event.event)).toEqual(["started", "step"]);
    const resumed = await dispatcher.resume("dev", run, { parallel: 4 }, person("ann"));
    expect(resumed).toMatchObject({ run, status: "queued", parallel: 4, eventsBefore: 0, caller: { name: "ann" } });
    expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "done", create: 3 });
    await expect(dispatcher.resume("dev", run, { parallel: 4 }, owner)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "run-over" }],
    });
  });

  test("a run that is under way is refused", async () => {
    const { second, run } = await underWay();
    await expect(second.resume("dev", run, { parallel: 1 }, owner)).rejects.toMatchObject({
      problems: [{ code: "run-underway" }],
    });
    gate.open();
  });

  test("a run that a defect ended goes on, and its events after those before", async () => {
    let isBroken = true;
    const faulty = (pid: number) => {
      const deployment = world.deployment(pid);
      return {
        ...deployment,
        driverOf: (...[provider, at]: Parameters<typeof deployment.driverOf>) => {
          const driver = deployment.driverOf(provider, at);
          return {
            ...driver,
            write: async (...given: Parameters<typeof driver.write>) => {
              if (isBroken) throw new TypeError("no function");
              return driver.write(...given);
            },
          };
        },
      };
    };
    const dispatcher = world.dispatcher(1, { deployment: faulty(1) });
    const digest = await plan(world.deployment(1), three);
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    const before = await world.eventsOf(dispatcher, run);
    expect(before.at(-1)?.event).toMatchObject({ status: "failed", problems: [{ code: "run-abandoned" }] });
    expect(world.happenings).toContainEqual({ kind: "run-failed", stack: "dev", run, cause: expect.any(TypeError) });
    isBroken = false;
    const resumed = await dispatcher.resume("dev", run, { parallel: 1 }, owner);
    expect(resumed.eventsBefore).toBe(before.length);
    const all = await world.eventsOf(dispatcher, run);
    expect(all.slice(0, before.length)).toEqual(before);
    expect(all.at(-1)?.event).toMatchObject({ event: "summary", status: "done" });
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
  });
});

describe("a world that fails under a run", () => {
  function failing(times: number) {
    const deployment = world.deployment(1);
    let left = times;
    const append: typeof deployment.store.append = async (...given) => {
      left -= 1;
      if (left < 0) return deployment.store.append(...given);
      throw new Fault("store-failed", "the disk is full");
    };
    const store = new Proxy(deployment.store, {
      get: (target, key) => {
        const member = Reflect.get(target, key) as unknown;
        return key === "append" ? append : typeof member === "function" ? member.bind(target) : member;
      },
    });
    return { ...deployment, store };
  }

  test("breaks off a run of one command, and whoever follows it hears why", async () => {
    const digest = await plan(world.deployment(1), three);
    const dispatcher = world.dispatcher(1, { serves: false, deployment: failing(1) });
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    await expect(world.eventsOf(dispatcher, run)).rejects.toThrow("the disk is full");
    expect(await dispatcher.show("dev", run)).toMatchObject({ status: "broken-off" });
  });

  test("is tried again by a service, and the run ends well", async () => {
    const digest = await plan(world.deployment(1), three);
    const dispatcher = world.dispatcher(1, { deployment: failing(3) });
    dispatcher.serve();
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "done", create: 3 });
  });

  test("ends the run in a service when it never gets better, and says why", async () => {
    const digest = await plan(world.deployment(1), three);
    const dispatcher = world.dispatcher(1, { deployment: failing(Number.POSITIVE_INFINITY) });
    dispatcher.serve();
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    const events = dispatcher.events("dev", run, 0, new AbortController().signal);
    const all = Array.fromAsync(events);
    await world.pass(600_000);
    expect((await all).at(-1)?.event).toMatchObject({
      status: "failed",
      problems: [{ code: "run-abandoned", detail: "the disk is full" }],
    });
  });
});
