import { expect, test } from "vitest";
import { localOwner } from "../access/local-owner.ts";
import { attachments, testDeployment, up } from "../use-cases/deployment.fixture.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { planStack } from "../use-cases/plans/make-plans.ts";
import { slowPlatform } from "../use-cases/slow-platform.fixture.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { removeStack, showStack } from "../use-cases/stacks/stacks.ts";
import { ServiceWorld } from "./background.fixture.ts";
import { DriftSchedule, lastDrift } from "./drift-schedule.ts";
import type { BackgroundEvent } from "./events/background-event.ts";
import type { DriverMeans, RunDriver } from "./run-driver.ts";
import { changeStackSettings } from "./stack-settings.ts";
import { WebhookOutbox } from "./webhooks/webhook-outbox.ts";

/** Stacks, each with one object of its name, that are looked for drift every minute. */
async function stacks(world: ServiceWorld, names: readonly string[]): Promise<void> {
  const dispatcher = world.dispatcher(1);
  for (const stack of names) {
    const declaration = attachments({ [stack]: "one" });
    const request = { stack, kind: "apply", declaration, refresh: true } as const;
    const { digest } = await planStack(request, world.deployment(1));
    const { run } = await dispatcher.start({ stack, plan: digest, parallel: 2 }, localOwner.caller);
    await world.settled(Array.fromAsync(dispatcher.events(stack, run, 0, new AbortController().signal)));
    await changeStackSettings(stack, { driftEveryMs: 60_000 }, {}, world.deployment(1));
  }
  await world.settled(dispatcher.drain());
}

function outboxOf(deployment: Deployment): WebhookOutbox {
  const { signal } = new AbortController();
  return new WebhookOutbox({ deployment, exchange: null, random: () => 0.5, note() {}, signal });
}

/** A process at which reads of some objects never end; tells how many of them are under way. */
function hanging(world: ServiceWorld, names: ReadonlySet<string>) {
  const reads = { underWay: 0, most: 0 };
  const base = world.deployment(2);
  const deployment: Deployment = {
    ...base,
    driverOf: (provider, at) => {
      const driver = base.driverOf(provider, at);
      return {
        ...driver,
        read: async (target, signal) => {
          if (!names.has(target.id.split("/").at(-1) ?? "")) return driver.read(target, signal);
          reads.underWay += 1;
          reads.most = Math.max(reads.most, reads.underWay);
          return new Promise(() => {});
        },
      };
    },
  };
  return { deployment, reads };
}

test("a vendor that never answers delays the drift check of no other stack", async () => {
  const world = new ServiceWorld();
  await stacks(world, ["a-hangs", "b-hangs", "c-answers", "d-answers"]);
  const { deployment } = hanging(world, new Set(["a-hangs", "b-hangs"]));
  const dispatcher = world.dispatcher(2, { deployment });
  dispatcher.serve();
  await world.pass(8_000);
  for (const stack of ["c-answers", "d-answers"])
    expect(await lastDrift(stack, deployment)).toMatchObject({ stack, objects: 1, drift: [] });
  expect(await lastDrift("a-hangs", deployment)).toBeNull();
  expect((await showStack("c-answers", deployment)).drift).toMatchObject({ byClass: {} });
  expect((await showStack("a-hangs", deployment)).drift).toBeNull();
  await world.settled(dispatcher.drain());
});

test("checks that wait for silent vendors give up their places, however many they are", async () => {
  const world = new ServiceWorld();
  const silent = Array.from({ length: 6 }, (_, index) => `a-hangs-${index}`);
  await stacks(world, [...silent, "z-answers"]);
  const { deployment, reads } = hanging(world, new Set(silent));
  const dispatcher = world.dispatcher(2, { deployment });
  dispatcher.serve();
  await world.pass(60_000);
  expect(await lastDrift("z-answers", deployment)).toMatchObject({ stack: "z-answers", objects: 1, drift: [] });
  // Each silent vendor is asked once until its own time is over.
  expect([reads.underWay, reads.most]).toEqual([6, 6]);
  await world.settled(dispatcher.drain());
});

test("a check that takes too long is given up, and is said to be", async () => {
  const world = new ServiceWorld();
  const silent = ["a", "b", "c", "d", "e", "f"].map((each) => `${each}-hangs`);
  await stacks(world, [...silent, "g-answers"]);
  const { deployment, reads } = hanging(world, new Set(silent));
  const dispatcher = world.dispatcher(2, { deployment });
  dispatcher.serve();
  await world.pass(9_000);
  // A few begin at once, however many wait.
  expect(reads.most).toBe(4);
  await world.pass(330_000);
  expect(await lastDrift("g-answers", deployment)).toMatchObject({ stack: "g-answers" });
  const failed = world.happenings.filter(({ kind }) => kind === "look-failed");
  expect(failed).toMatchObject(silent.map((stack) => ({ what: `drift of ${stack}` })));
  // Another process may look from then on.
  const { lineage } = await world.base.store.progress("a-hangs");
  expect((await world.base.documentStore.get("drift-schedule", lineage))?.document["until"]).toBeTypeOf("number");
  await world.settled(dispatcher.drain());
});

test("a stack is not looked at while a run of it is half done, also where that waits without a lease", async () => {
  const world = new ServiceWorld();
  await stacks(world, ["dev"]);
  const deployment = slowPlatform(world.deployment(2), 90_000);
  let means: DriverMeans | undefined;
  const driverOf = (given: DriverMeans): RunDriver => {
    means = given;
    return { hasRoom: false, underWay: 0, carries: () => false, changed() {}, serve() {}, async drain() {} };
  };
  const dispatcher = world.dispatcher(2, { deployment, driverOf });
  const declaration = attachments({ dev: "two" });
  const { digest } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, deployment);
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, localOwner.caller);
  const signal = new AbortController().signal;
  const advance = async () => world.settled(means?.advance("dev", run, patience) ?? Promise.resolve(null));
  const patience = { patienceMs: 10_000, cancelled: signal, leaving: signal };
  const note = (event: BackgroundEvent) => void world.happenings.push(event);
  const schedule = new DriftSchedule({ deployment, outbox: outboxOf(deployment), note, signal });
  /** Whether another check was made when the time had come for one. */
  const isChecked = async () => {
    const before = await lastDrift("dev", deployment);
    await world.pass(60_000);
    await schedule.checkDueStacks();
    await world.settled(schedule.settled());
    const now = await lastDrift("dev", deployment);
    expect(now?.drift ?? []).toEqual([]);
    return now?.at !== before?.at;
  };
  expect(await isChecked()).toBe(true);
  expect(await advance()).toMatchObject({ kind: "put-off" });
  expect(await world.base.store.lease("dev")).toBeNull();
  expect(await isChecked()).toBe(false);
  const heldUp = () => world.happenings.filter(({ kind }) => kind === "drift-held-up");
  expect(heldUp()).toEqual([]);
  expect(await isChecked()).toBe(false);
  expect(heldUp()).toEqual([{ kind: "drift-held-up", stack: "dev", run, status: "running" }]);
  expect(await advance()).toEqual({ kind: "ended", status: "done" });
  expect(await isChecked()).toBe(true);
});

test("a run that keeps its lease while a platform is silent is told of, once for each interval", async () => {
  const world = new ServiceWorld();
  await stacks(world, ["dev"]);
  // The platform is never done, and the process that carries the run out waits for it with the lease.
  const deployment = slowPlatform(world.deployment(1), Number.POSITIVE_INFINITY);
  const carrier = world.dispatcher(1, { deployment });
  const declaration = attachments({ dev: "two" });
  const { digest } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, deployment);
  const { run } = await carrier.start({ stack: "dev", plan: digest, parallel: 1 }, localOwner.caller);
  const checker = world.dispatcher(2);
  checker.serve();
  await world.pass(50_000);
  expect(await world.base.store.lease("dev")).not.toBeNull();
  const heldUp = () => world.happenings.filter(({ kind }) => kind === "drift-held-up");
  expect(heldUp()).toEqual([]);
  await world.pass(150_000);
  expect(heldUp()).toEqual(Array(2).fill({ kind: "drift-held-up", stack: "dev", run, status: "running" }));
  await world.settled(Promise.all([checker.drain(), carrier.drain()]));
});

test("what a run changes during a check is not reported, and the check is made again after its end", async () => {
  const world = new ServiceWorld();
  await stacks(world, ["dev"]);
  const base = world.deployment(2);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deployment: Deployment = {
    ...base,
    driverOf: (provider, at) => {
      const driver = base.driverOf(provider, at);
      return {
        ...driver,
        read: async (target, signal) => {
          asked.resolve();
          await answer.promise;
          return driver.read(target, signal);
        },
      };
    },
  };
  const { signal } = new AbortController();
  const schedule = new DriftSchedule({ deployment, outbox: outboxOf(deployment), note() {}, signal });
  await schedule.checkDueStacks();
  await world.settled(asked.promise);
  const other = world.dispatcher(1);
  const declaration = attachments({ dev: "two" });
  const { digest } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world.deployment(1));
  const { run } = await other.start({ stack: "dev", plan: digest, parallel: 1 }, localOwner.caller);
  await world.eventsOf(other, run);
  answer.resolve();
  await world.settled(schedule.settled());
  expect(await lastDrift("dev", deployment)).toBeNull();
  await schedule.checkDueStacks();
  await world.settled(schedule.settled());
  expect(await lastDrift("dev", deployment)).toMatchObject({ objects: 1, drift: [] });
  await world.settled(other.drain());
});

test("a stack that was made anew under an old name has drift messages of its own", async () => {
  const world = testDeployment();
  const signal = new AbortController().signal;
  const note = () => {};
  const outbox = outboxOf(world);
  const at = world.clock.now();
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const webhook = { id: "w", url: "https://hooks.example/x", topics: ["drift.found"], secret };
  const path = "v1/projects/acme/locations/here/endpointAttachments/a";
  const idsAfterLook = async () => {
    const schedule = new DriftSchedule({ deployment: world, outbox, note, signal });
    await schedule.checkDueStacks();
    await schedule.settled();
    return (await world.documentStore.list("webhook-outbox", { limit: 10 })).map(({ key }) => key);
  };
  await up(world, attachments({ a: "one" }));
  await changeStackSettings("dev", { driftEveryMs: 60_000, webhooks: [webhook] }, {}, world);
  await world.wire("DELETE", path);
  world.setClock(at - world.clock.now());
  const first = await idsAfterLook();
  expect(first).toHaveLength(1);
  const counted = { at: new Date(at).toISOString(), byClass: { gone: 1 } };
  expect((await showStack("dev", world)).drift).toEqual(counted);
  await up(world, attachments({}), "google");
  await removeStack("dev", world);
  await ensureStack("dev", world);
  expect((await showStack("dev", world)).drift).toBeNull();
  await up(world, attachments({ a: "one" }));
  await changeStackSettings("dev", { driftEveryMs: 60_000, webhooks: [webhook] }, {}, world);
  await world.wire("DELETE", path);
  // The clock was set back to the very moment of the first message.
  world.setClock(at - world.clock.now());
  expect(await idsAfterLook()).toHaveLength(2);
});
