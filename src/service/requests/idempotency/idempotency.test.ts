import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import { ServiceWorld } from "../../background/background.fixture.ts";
import { CallRefusal } from "../call-refusal.ts";
import { KeyedRequests } from "./idempotency.ts";
import type { KeptAnswer } from "./kept-answer.ts";

const request = { key: "k", principal: "user:i|ann", target: "startRun {}", stack: null, body: "{}" };

let world: ServiceWorld;
let here: KeyedRequests;
let there: KeyedRequests;
/** Ids of the effects, as they were carried out. */
let effects: string[];
beforeEach(() => {
  world = new ServiceWorld();
  here = new KeyedRequests(world.deployment(1));
  there = new KeyedRequests(world.deployment(2));
  effects = [];
});

const hourMs = 3_600_000;

/** Time goes by, and who does something by the clock has the time to do it. */
async function later(milliseconds: number): Promise<void> {
  await world.pass(1_000);
  world.base.advance(milliseconds);
  await world.pass(2_000);
}

const answerOf = (body: string, status = 201): KeptAnswer => ({ status, headers: {}, body });

/** Carries the request out when `until` is settled. */
function performing(body: string, until: Promise<unknown> = Promise.resolve()) {
  return async (effect: string) => {
    effects.push(effect);
    await until;
    return { answer: answerOf(body), kept: answerOf(body) };
  };
}

async function failing(cause: unknown): Promise<never> {
  throw cause;
}

describe("the first request with a key", () => {
  test("is believed to be under way as long as its process says so, however long that is", async () => {
    const gate = Promise.withResolvers<void>();
    const first = here.once(request, performing("first", gate.promise));
    await world.pass(60_000);
    const refused = world.settled(there.once(request, performing("second")));
    await expect(refused).rejects.toMatchObject({ code: "key-in-use", headers: { "retry-after": "5" } });
    gate.resolve();
    expect(await first).toEqual({ kind: "performed", answer: answerOf("first") });
    expect(await there.once(request, performing("third"))).toEqual({ kind: "replayed", kept: answerOf("first") });
    expect(effects).toHaveLength(1);
  });

  test.each([
    ["half a minute ahead", 30_000],
    ["an hour behind", -3_600_000],
  ])(
    "is believed by whoever has a clock that is %s, as long as its process says so, and no longer",
    async (_, offMs) => {
      const dying = new AbortController();
      const sleep = (milliseconds: number, signal?: AbortSignal) =>
        dying.signal.aborted ? new Promise<void>(() => {}) : world.clock.sleep(milliseconds, signal);
      const mortal = new KeyedRequests(world.deployment(3, { clock: { ...world.clock, sleep } }));
      const off = { ...world.clock, now: () => world.clock.now() + offMs };
      const asking = new KeyedRequests(world.deployment(4, { clock: off }));
      void mortal.once(request, performing("first", new Promise(() => {})));
      await world.pass(0);
      await expect(world.settled(asking.once(request, performing("second")))).rejects.toMatchObject({
        code: "key-in-use",
      });
      expect(effects).toHaveLength(1);
      dying.abort();
      await world.pass(4_000);
      expect(await world.settled(asking.once(request, performing("second")))).toMatchObject({ kind: "performed" });
      expect(effects).toEqual([effects[0], effects[0]]);
    },
  );

  test("is carried out again, under the same id, as soon as its process is known to be dead", async () => {
    void here.once(request, performing("first", new Promise(() => {})));
    await world.pass(0);
    world.dead.add(1);
    expect(await there.once(request, performing("second"))).toMatchObject({ answer: { body: "second" } });
    expect(effects).toEqual([effects[0], effects[0]]);
  });

  test("is carried out again when nobody can tell and its process has been silent for long", async () => {
    const silent = world.deployment(3, { clock: { ...world.clock, sleep: () => new Promise(() => {}) } });
    void new KeyedRequests(silent).once(request, performing("first", new Promise(() => {})));
    await world.pass(0);
    const begun = world.clock.now();
    const second = await world.settled(there.once(request, performing("second")));
    expect(second).toEqual({ kind: "performed", answer: answerOf("second") });
    expect(world.clock.now() - begun).toBeGreaterThanOrEqual(10_000);
    expect(effects).toEqual([effects[0], effects[0]]);
  });

  test("that comes back after another has taken it over has the other's answer", async () => {
    const gate = Promise.withResolvers<void>();
    const first = here.once(request, performing("first", gate.promise));
    await world.pass(0);
    world.dead.add(1);
    await there.once(request, performing("second"));
    gate.resolve();
    expect(await world.settled(first)).toEqual({ kind: "replayed", kept: answerOf("second") });
  });

  test("that failed is taken up where it stopped; one that was refused begins anew", async () => {
    const failed = async (effect: string) => {
      effects.push(effect);
      return failing(new Fault("store-failed", "the disk is full"));
    };
    await expect(here.once(request, failed)).rejects.toThrow("the disk is full");
    await there.once(request, performing("second"));
    expect(effects).toEqual([effects[0], effects[0]]);

    const other = { ...request, key: "other" };
    const refused = async (effect: string) => {
      effects.push(effect);
      return failing(new CallRefusal("not-found", "there is none"));
    };
    await expect(here.once(other, refused)).rejects.toThrow("there is none");
    await there.once(other, performing("second"));
    expect(effects[2]).not.toBe(effects[3]);
  });

  test("is remembered for a day in which the service was at work, and no longer", async () => {
    world.dispatcher(1).serve();
    await world.settled(here.once(request, performing("first")));
    await later(23 * hourMs);
    expect(await world.settled(here.once(request, performing("second")))).toMatchObject({ kind: "replayed" });
    await later(2 * hourMs);
    expect(await world.settled(here.once(request, performing("third")))).toMatchObject({ kind: "performed" });
    expect(effects[0]).not.toBe(effects[1]);
  });

  test("is not forgotten by a process whose clock is two days ahead", async () => {
    await world.settled(here.once(request, performing("first")));
    const deployment = world.deployment(2, { clock: { ...world.clock, now: () => world.clock.now() + 48 * hourMs } });
    world.dispatcher(2, { deployment }).serve();
    const ahead = new KeyedRequests(deployment);
    await later(hourMs);
    expect(await world.settled(ahead.once(request, performing("second")))).toMatchObject({ kind: "replayed" });
    expect(effects).toHaveLength(1);
  });

  test("is never forgotten while it is not known what came of it", async () => {
    world.dispatcher(1).serve();
    const failed = async (effect: string) => {
      effects.push(effect);
      return failing(new Fault("store-failed", "the disk is full"));
    };
    await expect(world.settled(here.once(request, failed))).rejects.toThrow("the disk is full");
    await later(25 * hourMs);
    await world.settled(here.once(request, performing("second")));
    expect(effects).toEqual([effects[0], effects[0]]);
  });

  test("that was refused after another attempt had begun goes on under the same id", async () => {
    const gate = new Promise<never>(() => {});
    void here.once(request, performing("first", gate));
    await world.pass(0);
    world.dead.add(1);
    const refused = async (effect: string) => {
      effects.push(effect);
      return failing(new CallRefusal("not-found", "there is none any more"));
    };
    await expect(world.settled(there.once(request, refused))).rejects.toThrow("there is none any more");
    await world.settled(there.once(request, performing("third")));
    expect(effects).toEqual([effects[0], effects[0], effects[0]]);
  });
});
