import { describe, expect, test } from "vitest";
import type { Clock } from "../../../packages/base/clock.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { type Wait, withCallListener } from "../../engine/ports/call-listener.ts";
import type { Change, Driver, ProviderInstance, Target } from "../../engine/ports/driver.ts";
import { calledOff } from "../../engine/ports/outcome.ts";
import { PutOffKinds } from "../../engine/ports/put-off-kinds.ts";
import { RetryBudget } from "../../engine/ports/retry-budget.ts";
import { ownTurns } from "./call-rate.ts";
import { paced } from "./paced.ts";

const provider: ProviderInstance = { ref: "main", kind: "fake", config: {} };
const target: Target = { type: "t", apiVersion: "", provider, id: "x", variables: {} };
const change: Change = { operation: "update", target, inputs: {}, fields: [], prior: null, condition: null };
const lookup = { function: "f", apiVersion: "", provider, arguments: {} };
const question = { type: "t", apiVersion: "", field: "f", provider, inputs: {} };

const throttled = (retryAfterMs: number | null = null) => ({ kind: "throttled", detail: "", retryAfterMs }) as const;
const unavailable = { kind: "unavailable", detail: "", retryAfterMs: null } as const;

/** Time passes only by sleeping, at once. */
function instantClock() {
  const slept: number[] = [];
  const clock: Clock = {
    now: () => slept.reduce((sum, each) => sum + each, 0),
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  };
  return { clock, slept };
}

/** A driver whose every asynchronous method gives what `answer` gives. */
function fake(answer: (method: string) => Promise<unknown>): Driver {
  const method = (name: string) => (async () => answer(name)) as () => Promise<never>;
  return {
    kind: "fake",
    cloudId: (instance) => `cloud of ${instance.ref}`,
    collectionOf: (each) => `collection of ${each.id}`,
    verify: method("verify"),
    read: method("read"),
    list: method("list"),
    write: method("write"),
    poll: method("poll"),
    lookup: method("lookup"),
    discover: method("discover"),
  };
}

/** Waits end as soon as they may. */
const unspread = () => 0;

/** A paced driver over a fake that gives these answers in turn. */
function scripted(
  answers: readonly unknown[],
  options: { attempts?: number; retryForMs?: number; random?: () => number } = {},
) {
  const { clock, slept } = instantClock();
  const calls: string[] = [];
  const inner = fake(async (name) => {
    const answer = answers[calls.length];
    invariant(answer !== undefined, "more calls than answers");
    calls.push(name);
    return answer;
  });
  const told: Wait[] = [];
  const onWait = (wait: Wait) => told.push(wait);
  return { driver: paced(inner, { clock, random: () => 0.5, onWait, ...options }), calls, slept, told };
}

const asked: readonly [string, (driver: Driver) => Promise<unknown>][] = [
  ["verify", (driver) => driver.verify(provider)],
  ["read", (driver) => driver.read(target)],
  ["list", (driver) => driver.list(target)],
  ["write", (driver) => driver.write(change)],
  ["poll", (driver) => driver.poll(change, "handle")],
  ["lookup", (driver) => driver.lookup(lookup)],
  ["discover", (driver) => driver.discover(question)],
];

describe("retries", () => {
  test.each(asked)("%s is asked again after throttled and unavailable", async (name, ask) => {
    const { driver, calls, slept } = scripted([throttled(), unavailable, { kind: "done" }]);
    expect(await ask(driver)).toEqual({ kind: "done" });
    expect(calls).toEqual([name, name, name]);
    expect(slept).toEqual([250, 500]);
  });

  test.each(asked)("%s takes every other outcome as it is", async (_, ask) => {
    for (const kind of ["done", "pending", "absent", "conflict", "denied", "invalid", "unknown"]) {
      const { driver, calls, slept } = scripted([{ kind }]);
      expect(await ask(driver)).toEqual({ kind });
      expect([calls.length, slept.length]).toEqual([1, 0]);
    }
  });

  test("the attempts are bounded: five when not said", async () => {
    const five = scripted(Array.from({ length: 5 }, () => unavailable));
    expect(await five.driver.write(change)).toEqual(unavailable);
    expect([five.calls.length, five.slept.length]).toEqual([5, 4]);
    const once = scripted([unavailable], { attempts: 1 });
    expect(await once.driver.read(target)).toEqual(unavailable);
    expect(once.slept).toEqual([]);
  });

  test.each([
    ["the budget of whoever calls", 30_000, 1],
    ["more than all attempts take", 600_000, 5],
  ])("a platform that does not answer is asked for %s, and not longer", async (_, retryForMs, most) => {
    const { clock } = instantClock();
    let calls = 0;
    const hanging = fake(async () => {
      calls += 1;
      await clock.sleep(60_000);
      return unavailable;
    });
    const driver = paced(hanging, { clock, random: unspread, retryForMs });
    expect(await driver.read(target)).toEqual(unavailable);
    expect(calls).toBe(most);
  });

  test("a refusal that may only be early is asked again so often, whatever wait its driver names", async () => {
    const early = { ...unavailable, retryAfterMs: 15_000, isLastlyRefused: true };
    const { driver, calls } = scripted([early, early, early, early, early]);
    expect(await driver.read(target)).toEqual(early);
    expect(calls).toHaveLength(5);
  });

  test("who is turned away with others until one moment does not come back with them", async () => {
    let draw = 0;
    const random = () => {
      draw += 1;
      return draw / 100;
    };
    const ends = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { driver, slept } = scripted([throttled(7000), { kind: "done" }], { random });
        await driver.read(target);
        return slept[0] ?? 0;
      }),
    );
    expect(new Set(ends).size).toBe(20);
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(7000);
  });

  test("Retry-After is the least wait, and backoff comes on top", async () => {
    const { driver, slept } = scripted([throttled(7000), throttled(1), throttled(null), { kind: "done" }]);
    await driver.read(target);
    expect(slept).toEqual([7250, 501, 1000]);
  });

  test("who is asked too much is asked again until ten minutes of waiting are used, and no later", async () => {
    const answers = Array.from({ length: 1_000 }, () => ({ ...throttled(), detail: "too many requests" }));
    const { driver, calls, slept } = scripted(answers);
    const detail = "too many requests; it was asked again for as long as a step may wait (10 min): run again later";
    expect(await driver.read(target)).toEqual({ ...throttled(), detail });
    expect(slept.reduce((sum, each) => sum + each, 0)).toBe(600_000);
    expect(calls).toHaveLength(slept.length + 1);
  });

  test("no wait is begun that the budget does not cover", async () => {
    const { driver, slept } = scripted([throttled(40_000), throttled(40_000)], {
      retryForMs: 60_000,
      random: unspread,
    });
    expect(await driver.read(target)).toMatchObject({ kind: "throttled" });
    expect(slept).toEqual([40_000]);
    const none = scripted([throttled()], { retryForMs: 0 });
    expect(await none.driver.read(target)).toMatchObject({ kind: "throttled" });
    expect(none.slept).toEqual([]);
  });

  test.each([
    ["its provider says", "1m", undefined, 60_000],
    ["whoever calls says, before its provider", "1m", 120_000, 120_000],
    ["is usual", undefined, undefined, 600_000],
  ])("a call is put off as long as %s", async (_, retryFor, retryForMs, putOffMs) => {
    const { driver, slept } = scripted(
      Array.from({ length: 100 }, () => throttled(20_000)),
      retryForMs === undefined ? { random: unspread } : { retryForMs, random: unspread },
    );
    const config = retryFor === undefined ? {} : { retryFor };
    await driver.read({ ...target, provider: { ...provider, config } });
    expect(slept.reduce((sum, each) => sum + each, 0)).toBe(putOffMs);
  });

  test("all calls of one listener share its budget, and each wait leaves its place to others", async () => {
    const { driver, slept } = scripted([throttled(40_000), { kind: "done" }, throttled(40_000)], {
      random: unspread,
    });
    let aside = 0;
    const told: Wait[] = [];
    const listener = {
      waits: (wait: Wait) => void told.push(wait),
      made: () => {},
      budget: new RetryBudget(60_000),
      aside: async <T>(wait: () => Promise<T>) => {
        aside += 1;
        return wait();
      },
    };
    const signal = withCallListener(new AbortController().signal, listener);
    expect(await driver.read(target, signal)).toEqual({ kind: "done" });
    expect(await driver.write(change, signal)).toMatchObject({ kind: "throttled" });
    expect([slept, aside]).toEqual([[40_000], 1]);
    expect(told).toMatchObject([{ attempt: 2, budget: { usedMs: 0, allMs: 60_000 } }]);
  });

  test("who asks for more than ten minutes gets its answer handed on, which says for how long", async () => {
    const refused = { ...throttled(600_001), detail: "too many requests" };
    const { driver, slept } = scripted([refused]);
    const detail = expect.stringMatching(/^too many requests; .* 10 min 1 s, /);
    expect(await driver.write(change)).toEqual({ ...refused, detail });
    expect(slept).toEqual([]);
  });

  test.each(asked)("%s tells of a wait of a second or more: until when, and why", async (_, ask) => {
    const { driver, told } = scripted([
      throttled(60_000),
      throttled(10),
      { ...unavailable, retryAfterMs: 5000 },
      { kind: "done" },
    ]);
    await ask(driver);
    const longWait = { kind: "fake", budget: { usedMs: 0, allMs: 600_000 } };
    expect(told).toEqual([
      { ...longWait, untilMs: 60_250, afterMs: 60_250, why: "throttled", attempt: 2 },
      {
        ...longWait,
        untilMs: 66_760,
        afterMs: 6_000,
        why: "unavailable",
        attempt: 4,
        budget: { usedMs: 60_760, allMs: 600_000 },
      },
    ]);
  });

  test("whoever listens beside the signal hears of all its own waits, short ones too, and nothing else does", async () => {
    const { driver, told } = scripted([throttled(60_000), throttled(10), { kind: "done" }]);
    const own: Wait[] = [];
    const listener = { waits: (wait: Wait) => void own.push(wait), made: () => {} };
    await driver.read(target, withCallListener(new AbortController().signal, listener));
    expect(own.map(({ afterMs }) => afterMs)).toEqual([60_250, 510]);
    expect(told).toEqual([]);
  });

  test.each(["before it is sent", "by the driver"])(
    "a call that is called off %s is no push-back, and no wait is told",
    async (when) => {
      const stop = new AbortController();
      const { driver, calls, slept } = scripted([calledOff]);
      const waits: Wait[] = [];
      const listener = { waits: (wait: Wait) => void waits.push(wait), made: () => {} };
      const signal = withCallListener(stop.signal, listener);
      if (when === "before it is sent") stop.abort();
      // What hands outcomes on may have made another object of it.
      expect(await driver.read(target, signal)).toEqual({ ...calledOff });
      expect([waits, slept]).toEqual([[], []]);
      expect(calls).toHaveLength(when === "before it is sent" ? 0 : 1);
    },
  );

  test("a push-back to a call whose run was cancelled meanwhile is handed on, and no wait is told", async () => {
    const stop = new AbortController();
    const { clock, slept } = instantClock();
    const inner = fake(async () => {
      stop.abort();
      return unavailable;
    });
    const told: Wait[] = [];
    const listener = { waits: (wait: Wait) => void told.push(wait), made: () => {} };
    const driver = paced(inner, { clock, random: () => 0.5 });
    expect(await driver.write(change, withCallListener(stop.signal, listener))).toEqual(unavailable);
    expect([told, slept]).toEqual([[], []]);
  });

  describe("of a kind of call that was put off for as long as one may wait", () => {
    const at = (signal: AbortSignal, putOff: PutOffKinds) =>
      withCallListener(signal, { waits: () => {}, made: () => {}, putOff, budget: new RetryBudget(2_000) });
    const { signal } = new AbortController();
    const two = [throttled(1_000), throttled(1_000), throttled(1_000)];

    test("the next one is not waited for, until one has passed or as long again has gone by", async () => {
      const putOff = new PutOffKinds();
      const answers = [...two, throttled(), { kind: "done" }, throttled(1_000), { kind: "done" }];
      const { driver, calls, slept } = scripted(answers, { random: unspread });
      for (const _ of ["waited for", "not waited for"])
        expect(await driver.write(change, at(signal, putOff))).toMatchObject({ kind: "throttled" });
      expect([calls.length, slept]).toEqual([4, [1_000, 1_000]]);
      expect(await driver.write(change, at(signal, putOff))).toMatchObject({ kind: "done" });
      expect(await driver.write(change, at(signal, putOff))).toMatchObject({ kind: "done" });
      expect(slept).toHaveLength(3);
    });

    test("another kind is waited for, and so is the same one of others", async () => {
      const answers = [...two, throttled(1_000), { kind: "done" }, throttled(1_000), { kind: "done" }];
      const { driver, slept } = scripted(answers, { random: unspread });
      const putOff = new PutOffKinds();
      expect(await driver.write(change, at(signal, putOff))).toMatchObject({ kind: "throttled" });
      expect(await driver.read(target, at(signal, putOff))).toMatchObject({ kind: "done" });
      expect(await driver.write(change, at(signal, new PutOffKinds()))).toMatchObject({ kind: "done" });
      expect(slept).toHaveLength(4);
    });

    test("where others have passed meanwhile it is waited for", async () => {
      const putOff = new PutOffKinds();
      const answers = [throttled(1_000), throttled(1_000), { kind: "done" }, throttled(1_000), throttled(1_000)];
      const { driver, calls, slept } = scripted([...answers, throttled(1_000), { kind: "done" }], {
        random: unspread,
      });
      const waiting = driver.write(change, at(signal, putOff));
      const passing = driver.write(change, at(signal, putOff));
      expect([(await waiting).kind, (await passing).kind].toSorted()).toEqual(["done", "throttled"]);
      const before = slept.length;
      expect(calls.length).toBeLessThan(7);
      expect(await driver.write(change, at(signal, putOff))).toMatchObject({ kind: "done" });
      expect(slept.length).toBeGreaterThan(before);
    });

    test("outside of a run those under one signal share it", async () => {
      const { driver, slept } = scripted([...two, throttled(), throttled(1_000), { kind: "done" }], {
        retryForMs: 2_000,
        random: unspread,
      });
      expect(await driver.read(target, signal)).toMatchObject({ kind: "throttled" });
      expect(await driver.read(target, signal)).toMatchObject({ kind: "throttled" });
      expect(slept).toHaveLength(2);
      expect(await driver.read(target, new AbortController().signal)).toMatchObject({ kind: "done" });
    });
  });

  test.each(["before the answer", "in the wait"])("a process that leaves %s waits for no platform", async (when) => {
    const leaving = new AbortController();
    const { clock } = instantClock();
    let calls = 0;
    const inner = fake(async () => {
      calls += 1;
      if (when === "before the answer") leaving.abort();
      return throttled(60_000);
    });
    const sleep: Clock["sleep"] = async (_, signal) => {
      leaving.abort();
      signal?.throwIfAborted();
    };
    const driver = paced(inner, { clock: { ...clock, sleep }, random: () => 0.5 });
    const listener = { waits: () => {}, made: () => {}, leaving: leaving.signal };
    const signal = withCallListener(new AbortController().signal, listener);
    expect(await driver.write(change, signal)).toEqual(throttled(60_000));
    expect(calls).toBe(1);
  });

  test("an error that is thrown passes through and gives its place back", async () => {
    let calls = 0;
    const { clock } = instantClock();
    const driver = paced(
      fake(async () => {
        calls += 1;
        throw new Error("broken");
      }),
      { clock, random: () => 0 },
    );
    for (let call = 0; call < 40; call += 1) await expect(driver.read(target)).rejects.toThrow("broken");
    expect(calls).toBe(40);
  });
});

describe("a write that is sent again after an answer that does not prove that nothing was done", () => {
  const answered = { ...unavailable, wasSent: true } as const;
  const exists = { kind: "conflict", reason: "exists", detail: "", version: null } as const;
  const gone = { kind: "absent", detail: "" } as const;

  test.each([exists, gone])("says so with what it meets: $kind", async (met) => {
    expect(await scripted([throttled(), met]).driver.write(change)).toEqual({ ...met, mayBeOurs: true });
    expect(await scripted([answered, met]).driver.write(change)).toEqual({ ...met, mayBeOurs: true });
    expect(await scripted([answered, throttled(), met]).driver.write(change)).toEqual({ ...met, mayBeOurs: true });
  });

  test.each([exists, throttled(), { kind: "denied", detail: "" }, { kind: "invalid", detail: "", code: null }])(
    "of a creation too: $kind",
    async (met) => {
      const creation: Change = { ...change, operation: "create" };
      const { driver } = scripted([answered, met], { attempts: 2, retryForMs: 0 });
      expect(await driver.write(creation)).toEqual({ ...met, mayBeOurs: true });
    },
  );

  test("does not of a creation that was refused as one too many: a refusal like every other", async () => {
    const creation: Change = { ...change, operation: "create" };
    expect(await scripted([throttled(), exists]).driver.write(creation)).toEqual(exists);
  });

  test("was sent, also where the look before it now shows an object", async () => {
    const seen = { ...exists, isUnsent: true } as const;
    expect(await scripted([answered, seen]).driver.write(change)).toEqual({ ...exists, mayBeOurs: true });
    expect(await scripted([unavailable, seen]).driver.write(change)).toEqual(seen);
  });

  test("does not where nothing was sent", async () => {
    expect(await scripted([unavailable, exists]).driver.write(change)).toEqual(exists);
    expect(await scripted([unavailable, gone]).driver.write(change)).toEqual(gone);
  });

  test("tells of no other object that stood there: it may be its own", async () => {
    const stood = { kind: "done", observation: null, hasStood: true } as const;
    expect(await scripted([answered, stood]).driver.write(change)).toEqual({ kind: "done", observation: null });
    expect(await scripted([unavailable, stood]).driver.write(change)).toEqual(stood);
  });

  test("a read that is asked again says nothing of the kind", async () => {
    expect(await scripted([answered, gone]).driver.read(target)).toEqual(gone);
  });
});

describe("concurrency", () => {
  /** A driver whose calls stay under way until they are let go. */
  function held() {
    const open: ((outcome: unknown) => void)[] = [];
    const driver = paced(
      fake(() => new Promise((resolve) => open.push(resolve))),
      {
        clock: instantClock().clock,
        random: () => 0,
        attempts: 1,
      },
    );
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    return { driver, open, settle };
  }

  test("1024 calls of one provider are under way at most; another provider has its own", async () => {
    const { driver, open, settle } = held();
    const calls = Array.from({ length: 1_030 }, () => driver.read(target));
    await settle();
    expect(open).toHaveLength(1_024);
    calls.push(driver.read({ ...target, provider: { ...provider, ref: "other" } }));
    await settle();
    expect(open).toHaveLength(1_025);
    for (const letGo of open) letGo({ kind: "done" });
    await settle();
    expect(open).toHaveLength(1_031);
    for (const letGo of open) letGo({ kind: "done" });
    expect(await Promise.all(calls)).toHaveLength(1_031);
  });

  test("after a push-back half as many go", async () => {
    const { driver, open, settle } = held();
    const calls = Array.from({ length: 100 }, () => driver.read(target));
    await settle();
    for (const letGo of open.splice(0)) letGo(throttled());
    await settle();
    expect(open).toHaveLength(50);
    while (open.length > 0) {
      for (const letGo of open.splice(0)) letGo({ kind: "done" });
      await settle();
    }
    expect(await Promise.all(calls)).toHaveLength(100);
  });
});

describe("limits that the user sets", () => {
  const of = (config: ProviderInstance["config"]): Target => ({ ...target, provider: { ...provider, config } });

  test("so many calls a minute begin, evenly apart, whichever resource they are for", async () => {
    const { driver, slept } = scripted(Array.from({ length: 4 }, () => ({ kind: "done" })));
    for (let call = 0; call < 4; call += 1) await driver.read(of({ callsPerMinute: 30 }));
    expect(slept).toEqual([2_000, 2_000, 2_000]);
  });

  test("processes that share the turns of a provider begin as few calls as one would", async () => {
    const shared = ownTurns();
    const { clock, slept } = instantClock();
    const made = fake(async () => ({ kind: "done" }));
    const drivers = [0, 1].map(() => paced(made, { clock, random: () => 0, turnsOf: () => shared }));
    for (let call = 0; call < 4; call += 1) await drivers[call % 2]?.read(of({ callsPerMinute: 30 }));
    expect(slept).toEqual([2_000, 2_000, 2_000]);
  });

  test("a call whose turn is not waited for is not made", async () => {
    const stop = new AbortController();
    let made = 0;
    const clock = { now: () => 0, sleep: async () => stop.abort() };
    const driver = paced(
      fake(async () => {
        made += 1;
        return { kind: "done" };
      }),
      { clock, random: () => 0 },
    );
    await driver.read(of({ callsPerMinute: 1 }), stop.signal);
    expect(await driver.read(of({ callsPerMinute: 1 }), stop.signal)).toEqual(calledOff);
    expect(made).toBe(1);
  });

  test("so many calls are under way at once, and more where the configuration changes", async () => {
    const open: ((outcome: unknown) => void)[] = [];
    const driver = paced(
      fake(() => new Promise((resolve) => open.push(resolve))),
      { clock: instantClock().clock, random: () => 0 },
    );
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    };
    const calls = Array.from({ length: 5 }, () => driver.read(of({ callsAtOnce: 2 })));
    await settle();
    expect(open).toHaveLength(2);
    calls.push(driver.read(of({ callsAtOnce: 3 })));
    await settle();
    expect(open).toHaveLength(3);
    while (open.length > 0) {
      for (const letGo of open.splice(0)) letGo({ kind: "done" });
      await settle();
    }
    expect(await Promise.all(calls)).toHaveLength(6);
  });
});

test("what is pure or has no outcome goes straight through", async () => {
  const { driver, calls } = scripted([null]);
  expect(driver.kind).toBe("fake");
  expect(driver.cloudId(provider)).toBe("cloud of main");
  expect(driver.collectionOf(target)).toBe("collection of x");
  expect(await driver.verify(provider)).toBeNull();
  expect(calls).toEqual(["verify"]);
});
