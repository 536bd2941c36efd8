import { beforeEach, describe, expect, test } from "vitest";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import { localOwner } from "../access/local-owner.ts";
import { attachments, client, declared, plan } from "../use-cases/deployment.fixture.ts";
import { ServiceWorld } from "./background.fixture.ts";
import type { NumberedEvent } from "./dispatcher.ts";
import { Mortal } from "./mortal.fixture.ts";

let world: ServiceWorld;
beforeEach(() => {
  world = new ServiceWorld();
});

interface Case {
  readonly title: string;
  readonly declaration: DeclarationText;
  /** What it makes, by logical name: the last part of the object's. */
  readonly makes: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  {
    title: "of three branches",
    declaration: attachments({ a: "one", b: "two", c: "three" }),
    makes: { a: "a", b: "b", c: "c" },
  },
  {
    title: "of two rounds",
    declaration: declared(
      {
        head: client({ displayName: "acme-team" }),
        gateway: {
          type: "connectors:EndpointAttachment",
          properties: {
            endpointAttachmentId: "gateway",
            serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
          },
          options: { provider: "second" },
        },
      },
      {
        providers: {
          google: { kind: "google", project: "acme", region: "here", default: true },
          second: { kind: "google", project: "$" + "{head.displayName}", region: "here" },
        },
      },
    ),
    makes: { head: "web-portal", gateway: "gateway" },
  },
];

/** Nothing is left to do about any run. */
async function isSettled(): Promise<boolean> {
  return (await world.base.documentStore.list("open-runs", { limit: 1 })).length === 0;
}

interface Stopped {
  readonly mortal: Mortal;
  /** What `start` has answered; null while it has not. */
  readonly run: string | null;
  readonly where: string;
}

/** Process 1 starts a run in a new world and stops at a point; null when it came to the end of the run before. */
async function stoppedAt(point: number, { declaration }: Case): Promise<Stopped | null> {
  world = new ServiceWorld();
  const digest = await plan(world.deployment(1), declaration);
  const mortal = new Mortal(world.deployment(1), point);
  const first = world.dispatcher(1, { deployment: mortal.deployment });
  first.serve();
  let run: string | null = null;
  void first.start({ stack: "dev", plan: digest, parallel: 2 }, localOwner.caller).then((document) => {
    run = document.run;
  });
  await world.until(async () => mortal.isStopped || (run !== null && (await isSettled())));
  return mortal.isStopped ? { mortal, run, where: `${point}: ${mortal.points.at(-1)}` } : null;
}

/** A world for each point at which process 1 stops, until it came to the end of the run. */
async function* stops(each: Case): AsyncGenerator<Stopped> {
  for (let point = 1; ; point += 1) {
    const stopped = await stoppedAt(point, each);
    if (stopped === null) return;
    yield stopped;
  }
}

/** Process 1 stands still for so long beside a second one, and wakes up; the run is whole then. Gives its events. */
async function wokenBeside({ mortal, where }: Stopped, stillMs: number, each: Case): Promise<readonly NumberedEvent[]> {
  const second = world.dispatcher(2);
  second.serve();
  await world.pass(stillMs);
  mortal.wake();
  await world.until(async () => (await second.list("dev")).length === 1 && (await isSettled()));
  const [known] = await second.list("dev");
  const run = known?.run ?? "";
  const events = await world.eventsOf(second, run);
  await expectWhole(run, events, each, where);
  await world.settled(second.drain());
  return events;
}

/** The run was carried out as if nobody had stopped meanwhile. */
async function expectWhole(run: string, events: readonly NumberedEvent[], { makes }: Case, where: string) {
  const names = Object.keys(makes);
  expect(
    events.map(({ id }) => id),
    where,
  ).toEqual(events.map((_, index) => index + 1));
  const summaries = events.filter(({ event }) => event.event === "summary");
  expect(summaries, where).toMatchObject([
    { id: events.length, event: { status: "done", create: names.length, failed: 0 } },
  ]);
  const done = events.flatMap(({ event }) => (event.event === "step" && event.phase === "done" ? [event.name] : []));
  expect(done.toSorted(), where).toEqual(names.toSorted());
  const writes = Object.values(makes).map((object) => `create ${object}`);
  expect((await world.base.writes()).toSorted(), where).toEqual(writes.toSorted());
  expect(await world.dispatcher(9).show("dev", run), where).toMatchObject({ status: "done", changes: names.length });
}

describe.each(cases)("a run $title", (each) => {
  test.each([
    ["seen to be dead", true, 4_000],
    ["on another host", false, 6_500],
  ])(
    "whose process is killed at any write, %s, is ended by another in time: nothing is lost or doubled",
    async (_, isSeen, mostMs) => {
      let points = 0;
      for await (const { run: promised, where } of stops(each)) {
        points += 1;
        if (isSeen) world.dead.add(1);
        const killed = world.clock.now();
        const second = world.dispatcher(2);
        second.serve();
        const known = await second.list("dev");
        // Nothing was promised before `start` answered.
        if (known.length === 0) expect(promised, where).toBe(null);
        for (const { run } of known) {
          const events = await world.eventsOf(second, run);
          expect(world.clock.now() - killed, where).toBeLessThan(mostMs);
          await expectWhole(run, events, each, where);
          await world.until(isSettled);
        }
        await world.settled(second.drain());
      }
      expect(points).toBeGreaterThan(39);
    },
    60_000,
  );

  test.each([
    ["while another is at it", 5_500],
    ["after another has ended it", 30_000],
  ])(
    "whose process stands still at any write and wakes up %s is carried out once",
    async (_, stillMs) => {
      for await (const stopped of stops(each)) await wokenBeside(stopped, stillMs, each);
    },
    60_000,
  );

  test("whose process stands still at any write goes on when it wakes up, though nobody else is there", async () => {
    for await (const { mortal, where } of stops(each)) {
      await world.pass(20_000);
      mortal.wake();
      const reader = world.dispatcher(3);
      await world.until(async () => (await reader.list("dev")).length === 1 && (await isSettled()));
      const [known] = await reader.list("dev");
      const run = known?.run ?? "";
      await expectWhole(run, await world.eventsOf(reader, run), each, where);
    }
  }, 180_000);
});

test.each(cases.slice(0, 1))(
  "a run $title whose process stands still for three seconds at any write keeps its stack",
  async (each) => {
    for await (const stopped of stops(each)) {
      const events = await wokenBeside(stopped, 3_000, each);
      const followed = events.filter(({ event }) => event.event === "taken-over");
      expect(followed, stopped.where).toEqual([]);
    }
  },
  60_000,
);
