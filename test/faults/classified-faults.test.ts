import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FaultMatch, InjectedFault } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import type { Change, Driver, ReadOutcome } from "../../src/engine/ports/driver.ts";
import { paced } from "../../src/providers/pacing/paced.ts";
import { type DriverSubject, subjects } from "../contract/driver-subjects.ts";
import { DriverTrial } from "../contract/driver-trial.ts";

/** What a write comes to whose answer (or lack of one) does not prove that nothing happened. */
const unknown: readonly InjectedFault[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "lost-response" },
  { kind: "truncated-body" },
  { kind: "truncated-body", ending: "clean" },
  { kind: "truncated-body", bytes: 0 },
  ...[408, 500, 502, 504].flatMap((status): InjectedFault[] => [
    { kind: "status", status },
    { kind: "status", status, when: "after" },
  ]),
];

/** Refusals that say themselves that nothing was done and that it may be tried again. */
const refusedForNow: readonly (readonly [InjectedFault, "throttled" | "unavailable"])[] = [
  [{ kind: "status", status: 429 }, "throttled"],
  [{ kind: "status", status: 429, retryAfterSeconds: 1 }, "throttled"],
  [{ kind: "status", status: 503, retryAfterSeconds: 1, retryAfterForm: "date" }, "unavailable"],
];

const refusedForGood: readonly (readonly [number, string])[] = [
  [401, "denied"],
  [403, "denied"],
  [404, "absent"],
];

const writes: FaultMatch = { method: ["POST", "PUT", "PATCH", "DELETE"] };

const conditional = subjects.filter((subject) => subject.conditional);

describe.each(subjects.map((subject) => [subject.type, subject] as const))("%s", (_, subject: DriverSubject) => {
  let trial: DriverTrial;
  let driver: Driver;
  beforeEach(async () => {
    trial = new DriverTrial(subject, 0);
    await trial.cloud.seed(subject.first ?? []);
    driver = paced(trial.driver, {
      clock: { now: () => 0, sleep: async () => {} },
      random: () => 0,
      retryForMs: 4_000,
    });
  });
  afterEach(() => trial.cloud.close());

  const creation = async (): Promise<Change> => {
    const condition = subject.conditional ? await trial.standing() : null;
    return trial.change("create", subject.inputs, { condition });
  };
  const fault = (injected: InjectedFault, match: FaultMatch) => trial.cloud.faults.add({ match, fault: injected });
  const count = () => trial.cloud.faults.list()[0] ?? { matched: 0, fired: 0 };

  test.each(unknown.map((each) => [JSON.stringify(each), each] as const))(
    "a write amid %s is unknown and is not sent again",
    async (_name, injected) => {
      const change = await creation();
      fault(injected, writes);
      expect(await driver.write(change)).toMatchObject({ kind: "unknown" });
      expect(count()).toMatchObject({ matched: 1, fired: 1 });
    },
  );

  test.each(refusedForNow.map(([injected]) => [JSON.stringify(injected), injected] as const))(
    "a write amid %s is sent again until it is let through, and takes effect once",
    async (_name, injected) => {
      const change = await creation();
      fault(injected, { ...writes, times: 3 });
      expect((await driver.write(change)).kind).toBe("done");
      expect(count()).toMatchObject({ matched: 4, fired: 3 });
      expect(await trial.cloud.log()).toHaveLength(1);
    },
  );

  test.each(refusedForNow.map(([injected, kind]) => [JSON.stringify(injected), kind, injected] as const))(
    "a write amid %s for ever is given up as %s",
    async (_name, kind, injected) => {
      const change = await creation();
      fault(injected, writes);
      expect(await driver.write(change)).toMatchObject({ kind });
      // A second each until its budget is used; the shortest wait, where the platform names none; or five times.
      const calls = JSON.stringify(injected) === JSON.stringify({ kind: "status", status: 429 }) ? 41 : 5;
      expect(count()).toMatchObject({ matched: calls, fired: calls });
      expect(await trial.cloud.log()).toEqual([]);
    },
  );

  test.each(refusedForGood)("a write that is answered with %i is %s, and not sent again", async (status, kind) => {
    const change = await creation();
    fault({ kind: "status", status }, writes);
    expect(await driver.write(change)).toMatchObject({ kind });
    expect(count()).toMatchObject({ matched: 1 });
  });

  test.each(unknown.map((each) => [JSON.stringify(each), each] as const))(
    "a read amid %s is made again",
    async (_name, injected) => {
      await trial.create();
      const target = trial.target(subject.inputs);
      const seen = await driver.read(target);
      fault(injected, { method: "GET", times: 2 });
      expect(await driver.read(target)).toEqual(seen);
      expect(count()).toMatchObject({ matched: 3, fired: 2 });
    },
  );

  test("a lagging read shows what was there before the last write", async () => {
    const target = trial.target(subject.inputs);
    // Turned on and never hitting: from here on the past is remembered.
    fault({ kind: "read-lag", writes: 1 }, { probability: 0 });
    const before = withoutRequest(await driver.read(target));
    await trial.create();
    expect((await driver.read(target)).kind).toBe("done");
    fault({ kind: "read-lag", writes: 1 }, {});
    expect(withoutRequest(await driver.read(target))).toEqual(before);
  });

  test("a duplicated creation makes one object", async () => {
    const change = await creation();
    fault({ kind: "duplicate" }, writes);
    const outcome = await driver.write(change);
    const log = await trial.cloud.log();
    expect(log.filter((entry) => entry.startsWith("create")).length).toBeLessThanOrEqual(1);
    expect(["done", "conflict"]).toContain(outcome.kind);
    trial.cloud.faults.clear();
    const seen = await trial.observe(trial.target(subject.inputs));
    trial.expectAsDeclared(seen, subject.inputs);
  });
});

describe.each(conditional.map((subject) => [subject.type, subject] as const))(
  "%s, which has versions",
  (_, subject) => {
    let trial: DriverTrial;
    beforeEach(async () => {
      trial = new DriverTrial(subject, 0);
      await trial.cloud.seed(subject.first ?? []);
    });
    afterEach(() => trial.cloud.close());

    test("a write whose version is answered as stale is a conflict, and has no effect", async () => {
      await trial.create();
      const prior = await trial.observe(trial.target(subject.inputs));
      const logged = await trial.cloud.log();
      trial.cloud.faults.add({ match: writes, fault: { kind: "stale-etag" } });
      const change = trial.change("update", subject.inputs, { prior, condition: prior.version });
      expect(await trial.driver.write(change)).toMatchObject({ kind: "conflict", reason: "stale-version" });
      expect(trial.cloud.faults.list()[0]).toMatchObject({ matched: 1, fired: 1 });
      expect(await trial.cloud.log()).toEqual(logged);
    });

    test("a read shows the version before the present one", async () => {
      trial.cloud.faults.add({ match: { probability: 0 }, fault: { kind: "stale-etag" } });
      const before = await trial.standing();
      await trial.create();
      const present = await trial.observe(trial.target(subject.inputs));
      trial.cloud.faults.add({ fault: { kind: "stale-etag" } });
      const stale = await trial.observe(trial.target(subject.inputs));
      expect(stale).toMatchObject({ deleted: present.deleted, displaces: present.displaces });
      expect(stale.version).not.toBe(present.version);
      expect(stale.version).not.toBeNull();
      // What was never written may still have had a version.
      if (before !== null && subject.type === "settings:RestrictWorkspaceAdmins") expect(stale.version).toBe(before);
    });
  },
);

/** Each refusal tells the vendor's id of its request, which is another one each time. */
function withoutRequest(outcome: ReadOutcome): object {
  return "detail" in outcome ? { ...outcome, detail: outcome.detail?.replace(/ \(request [^)]*\)/, "") } : outcome;
}
