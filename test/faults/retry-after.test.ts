import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "../../packages/base/clock.ts";
import type { FaultRule, InjectedFault } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { paced } from "../../src/providers/pacing/paced.ts";
import { type DriverSubject, subjects } from "../contract/driver-subjects.ts";
import { DriverTrial } from "../contract/driver-trial.ts";

const vendors = [
  "iam:OAuthClient",
  "compute:ReservationIamMember",
  "migrate:ServerCollector",
  "settings:RestrictWorkspaceAdmins",
];
const oneOfEach = subjects.filter(({ type }) => vendors.includes(type));

/** Time passes by sleeping only. */
function virtualClock() {
  const slept: number[] = [];
  const clock: Clock = {
    now: () => slept.reduce((sum, each) => sum + each, 0),
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
    },
  };
  return { clock, slept };
}

describe.each(oneOfEach.map((subject) => [subject.type, subject] as const))("%s", (_, subject: DriverSubject) => {
  let trial: DriverTrial;
  let driver: Driver;
  let slept: readonly number[];
  beforeEach(() => {
    trial = new DriverTrial(subject, 0);
    const virtual = virtualClock();
    slept = virtual.slept;
    driver = paced(trial.driver, { clock: virtual.clock, random: () => 0.5 });
  });
  afterEach(() => trial.cloud.close());

  const busy = (more: Partial<Extract<InjectedFault, { kind: "status" }>>): InjectedFault => ({
    kind: "status",
    status: 429,
    ...more,
  });

  test.each([429, 503])("%i: the time that the platform names is waited for, in either form", async (status) => {
    trial.cloud.faults.add(
      { match: { nth: 1 }, fault: busy({ status, retryAfterSeconds: 7 }) },
      { match: { nth: 2 }, fault: busy({ status, retryAfterSeconds: 90, retryAfterForm: "date" }) },
      { match: { nth: 3 }, fault: busy({ status }) },
    );
    const target = trial.target(subject.inputs);
    const seen = await driver.read(target);
    expect(["done", "absent"]).toContain(seen.kind);
    // Half of the bound of each backoff, as the random number says: after the time that is named, where one is.
    expect(slept).toEqual([7250, 90_500, 1000]);
    expect(trial.cloud.faults.list()[0]?.matched).toBe(4);
  });

  test("for a write as well", async () => {
    const condition = subject.conditional ? await trial.standing() : null;
    const match = { method: ["POST", "PUT", "PATCH"] };
    trial.cloud.faults.add({
      match: { ...match, nth: 1 },
      fault: busy({ retryAfterSeconds: 30, retryAfterForm: "date" }),
    });
    const outcome = await driver.write(trial.change("create", subject.inputs, { condition }));
    expect(outcome.kind).toBe("done");
    expect(slept).toEqual([30_250]);
    expect(await trial.cloud.log()).toHaveLength(1);
  });

  test("who names more than ten minutes is not waited for here", async () => {
    trial.cloud.faults.add({ fault: busy({ retryAfterSeconds: 601 }) });
    expect(await driver.read(trial.target(subject.inputs))).toMatchObject({ kind: "throttled", retryAfterMs: 601_000 });
    expect(slept).toEqual([]);
  });

  test("with one call in ten pushed back, calls are at most 1.2 times of what they need to be", async () => {
    /** Objects made one after the other, each read three times: all calls, and what the cloud says was written. */
    const work = async (): Promise<{ readonly calls: number; readonly written: number }> => {
      trial.cloud.faults.clear();
      trial.cloud.faults.add(...rules);
      const before = (await trial.cloud.log()).length;
      for (let index = 0; index < 60; index += 1) {
        const inputs = subject.siblings?.at(index) ?? subject.inputs;
        const condition = subject.conditional ? await versionOf(inputs) : null;
        const made = await driver.write(trial.change("create", inputs, { condition }));
        expect(["done", "conflict"]).toContain(made.kind);
        for (let read = 0; read < 3; read += 1) await driver.read(trial.target(inputs));
      }
      const counted = trial.cloud.faults.list();
      return { calls: counted[0]?.matched ?? 0, written: (await trial.cloud.log()).length - before };
    };
    const versionOf = async (inputs: typeof subject.inputs) => {
      const seen = await driver.read(trial.target(inputs));
      if (seen.kind === "absent") return seen.version;
      return seen.kind === "done" ? seen.observation.version : null;
    };
    let rules: readonly FaultRule[] = [{ match: { probability: 0 }, fault: { kind: "latency", ms: 0 } }];
    const sound = await work();
    trial.cloud.close();
    trial = new DriverTrial(subject, 0);
    driver = paced(trial.driver, { clock: virtualClock().clock, random: () => 0.5 });
    rules = [
      ...rules,
      { id: "busy", match: { probability: 0.05, seed: 1 }, fault: busy({ retryAfterSeconds: 2 }) },
      { id: "down", match: { probability: 0.05, seed: 1 }, fault: busy({ status: 503, retryAfterSeconds: 1 }) },
    ];
    const amidFaults = await work();
    expect(amidFaults.written).toBe(sound.written);
    expect(amidFaults.calls).toBeGreaterThan(sound.calls * 1.05);
    expect(amidFaults.calls).toBeLessThanOrEqual(sound.calls * 1.2);
  });
});
