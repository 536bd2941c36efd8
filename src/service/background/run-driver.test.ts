import { beforeEach, describe, expect, test } from "vitest";
import { localOwner } from "../access/local-owner.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import { slowPlatform } from "../use-cases/slow-platform.fixture.ts";
import { Gate, person, ServiceWorld } from "./background.fixture.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import type { RunDispatcher } from "./run-dispatcher.ts";
import type { DriverMeans, KeptAdvance, RunDriver, RunPatience } from "./run-driver.ts";
import { changeStackSettings } from "./stack-settings.ts";

let world: ServiceWorld;
let heard: KeptRun[];
beforeEach(() => {
  world = new ServiceWorld();
  heard = [];
});

/** An engine that does nothing but what the test has it do. */
class Engine implements RunDriver {
  readonly means: DriverMeans;
  readonly hasRoom = false;
  readonly underWay = 0;

  constructor(means: DriverMeans) {
    this.means = means;
  }

  carries(): boolean {
    return false;
  }

  changed(kept: KeptRun): void {
    heard.push(kept);
  }

  serve(): void {}

  async drain(): Promise<void> {}
}

/** A process whose runs an engine drives. */
function driven(pid: number, deployment = world.deployment(pid)) {
  let engine: Engine | undefined;
  const driverOf = (means: DriverMeans) => {
    engine = new Engine(means);
    return engine;
  };
  const dispatcher = world.dispatcher(pid, { deployment, driverOf });
  const advance = (run: string, more: Partial<RunPatience> = {}): Promise<KeptAdvance> => {
    const never = new AbortController().signal;
    if (engine === undefined) throw new Error("no engine was made");
    return engine.means.advance("dev", run, { patienceMs: 10_000, cancelled: never, leaving: never, ...more });
  };
  return { dispatcher, advance };
}

const three = attachments({ a: "one", b: "two", c: "three" });
const owner = localOwner.caller;

async function started(dispatcher: RunDispatcher, caller = owner) {
  const digest = await plan(world.deployment(9), three);
  return dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, caller);
}

const made = ["create a", "create b", "create c"];

test("a run is left to its driver, which hears of it and takes it to its end", async () => {
  const { dispatcher, advance } = driven(1);
  const { run, status } = await started(dispatcher);
  expect(status).toBe("queued");
  expect(heard).toMatchObject([{ document: { run, status: "queued" }, holder: null }]);
  await world.pass(60_000);
  expect(await world.base.writes()).toEqual([]);
  const told: string[] = [];
  expect(await world.settled(advance(run, { heard: ({ event }) => told.push(event) }))).toEqual({
    kind: "ended",
    status: "done",
  });
  expect(told).toContain("step");
  const events = await world.eventsOf(dispatcher, run);
  expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: 3 });
  expect(await world.base.writes()).toEqual(made);
  expect(await world.settled(advance(run))).toEqual({ kind: "ended", status: "done" });
  expect(await world.eventsOf(dispatcher, run)).toEqual(events);
  expect(await advance("none")).toEqual({ kind: "ended", status: null });
});

test("while a living process is at a run, another is told that it is lost, and changes nothing", async () => {
  const gate = new Gate();
  const first = driven(1, gate.around(world.deployment(1)));
  const { run } = await started(first.dispatcher);
  const going = first.advance(run);
  await world.until(() => gate.arrived.length === 1);
  expect(await world.settled(driven(2).advance(run))).toEqual({ kind: "lost" });
  gate.open();
  expect(await world.settled(going)).toEqual({ kind: "ended", status: "done" });
  expect(await world.base.writes()).toEqual(made);
});

describe("a run that its platform lets wait", () => {
  const slow = () => slowPlatform(world.deployment(1), 60_000);

  test("is put off, goes on then, and nobody is told that it was taken over", async () => {
    const { dispatcher, advance } = driven(1, slow());
    const { run } = await started(dispatcher);
    const now = world.clock.now();
    expect(await world.settled(advance(run))).toMatchObject({ kind: "put-off" });
    expect(await dispatcher.find("dev", run)).toMatchObject({ status: "running" });
    expect(await world.base.store.lease("dev")).toBe(null);
    await world.pass(now + 61_000 - world.clock.now());
    expect(await world.settled(advance(run))).toEqual({ kind: "ended", status: "done" });
    const events = (await world.eventsOf(dispatcher, run)).map(({ event }) => event.event);
    expect(events).not.toContain("taken-over");
    expect(events.filter((each) => each === "started")).toHaveLength(1);
    expect((await world.base.writes()).toSorted()).toEqual(made);
  });

  test("is ended by a request meanwhile: its driver hears of that, and the next advance finds it", async () => {
    const { dispatcher, advance } = driven(1, slow());
    const { run } = await started(dispatcher);
    await world.settled(advance(run));
    await dispatcher.cancel("dev", run, owner);
    expect(heard.at(-1)).toMatchObject({ cancelAsked: true });
    expect(await world.settled(advance(run))).toEqual({ kind: "ended", status: "cancelled" });
    expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "cancelled" });
  });

  test("goes on with workers of our own, where those take its driver's place", async () => {
    const { dispatcher, advance } = driven(1, slow());
    const { run } = await started(dispatcher);
    await world.settled(advance(run));
    await world.pass(60_000);
    const own = world.dispatcher(2);
    own.serve();
    await world.until(async () => (await own.find("dev", run)).status === "done");
    expect((await world.base.writes()).toSorted()).toEqual(made);
  });
});

test("approvals and a rejection are told to the driver; until then there is nothing to advance", async () => {
  const { dispatcher, advance } = driven(1);
  await started(dispatcher).then(({ run }) => world.settled(advance(run)));
  await changeStackSettings("dev", { approvals: 1 }, {}, world.deployment(1));
  const digest = await plan(world.deployment(9), attachments({ a: "one", b: "two", c: "four" }));
  const ask = () => dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  const [first, second] = [await ask(), await ask()];
  expect(await advance(first.run)).toEqual({ kind: "awaits-approval" });
  heard.length = 0;
  await dispatcher.reject("dev", second.run, person("ben"), "no");
  await dispatcher.approve("dev", first.run, person("ben"), null);
  expect(heard.map(({ document }) => document.status)).toEqual(["rejected", "queued"]);
  expect(await advance(second.run)).toEqual({ kind: "ended", status: "rejected" });
  expect(await world.settled(advance(first.run))).toEqual({ kind: "ended", status: "done" });
});

test("a service without workers begins no run, also not with its last approval", async () => {
  const dispatcher = world.dispatcher(1, { maxConcurrentRuns: 0 });
  const { run } = await started(dispatcher);
  await world.pass(60_000);
  expect(await dispatcher.find("dev", run)).toMatchObject({ status: "queued" });
  const worker = world.dispatcher(2);
  worker.serve();
  expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({ status: "done" });
});
