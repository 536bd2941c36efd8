import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { paced } from "../../../providers/pacing/paced.ts";
import { attachments, client, declared, plan, run, testDeployment } from "../deployment.fixture.ts";

// A front end may say "not executed, come back" of a creation that took effect: what was made is looked for before
// anything is told.

const tooMany = { kind: "throttled", detail: "too many requests", retryAfterMs: null } as const;

const answers: readonly (readonly [string, WriteOutcome])[] = [
  ["503 with Retry-After", { kind: "unavailable", detail: "come back", retryAfterMs: 1, wasSent: true }],
];

const collector = {
  type: "migrate:ServerCollector",
  properties: {
    resourceGroupName: "rg",
    projectName: "dc-exit",
    properties: { discoverySiteId: "/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.OffAzure/ServerSites/d" },
  },
};

const objects: readonly (readonly [string, JsonObject])[] = [
  ["a client with a name", client()],
  ["a collector whose name is drawn", collector],
];

/** A platform that answers its first writes otherwise than they went: `times` of them. */
function world(answer: WriteOutcome, times: number) {
  let left = times;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      const outcome = await driver.write(change, signal);
      left -= 1;
      return left < 0 ? outcome : answer;
    },
  });
  const patient = (driver: Driver) =>
    paced(around(driver), { clock: { now: () => 0, sleep: async () => {} }, random: () => 0 });
  return testDeployment({ around: patient });
}

describe.each(answers)("%s", (_, answer) => {
  describe.each(objects)("%s", (_name, object) => {
    test.each([1, 5])("answered so %i times, is made once and managed", async (times) => {
      const deployment = world(answer, times);
      const summary = await run(deployment, await plan(deployment, declared({ it: object })));
      expect(summary).toMatchObject({ status: "done", problems: [] });
      expect((await deployment.writes()).filter((each) => each.startsWith("create"))).toHaveLength(1);
      const again = await run(deployment, await plan(deployment, declared({ it: object })));
      expect(again).toMatchObject({ status: "done", create: 0, same: 1 });
    });

    test("is kept open where the look after it is refused as well, and found by the next plan", async () => {
      let isBusy = false;
      const around = (driver: Driver): Driver => ({
        ...driver,
        write: async (change, signal) => {
          isBusy = true;
          await driver.write(change, signal);
          return answer;
        },
        read: async (target, signal) =>
          isBusy ? { kind: "throttled", detail: "too many requests", retryAfterMs: null } : driver.read(target, signal),
      });
      const deployment = testDeployment({ around });
      expect(await run(deployment, await plan(deployment, declared({ it: object })))).toMatchObject({
        status: "failed",
        problems: [{ code: "platform-unavailable" }],
        inFlight: [],
      });
      isBusy = false;
      const again = await run(deployment, await plan(deployment, declared({ it: object })));
      expect(again).toMatchObject({ status: "done", create: 0, same: 1 });
      expect(await deployment.writes()).toHaveLength(1);
    });

    test("is kept open where the look after it lags behind, and found by the next plan", async () => {
      let isLagging = false;
      const around = (driver: Driver): Driver => ({
        ...driver,
        write: async (change, signal) => {
          isLagging = true;
          await driver.write(change, signal);
          return answer;
        },
        read: async (target, signal) =>
          isLagging
            ? { kind: "absent", detail: "not shown", version: null, displaces: [] }
            : driver.read(target, signal),
      });
      const deployment = testDeployment({ around });
      expect(await run(deployment, await plan(deployment, declared({ it: object })))).toMatchObject({
        status: "failed",
        problems: [{ code: "platform-unavailable" }],
      });
      isLagging = false;
      const again = await run(deployment, await plan(deployment, declared({ it: object })));
      expect(again).toMatchObject({ status: "done", create: 0, same: 1 });
      expect(await deployment.writes()).toHaveLength(1);
    });
  });
});

// "Too many requests" is a refusal like every other: what stands after it may be another hand's.
describe.each(objects)("429, %s", (_name, object) => {
  test.each([
    [1, null, "already-exists"],
    // The second wait would be longer than what is left of the ten minutes.
    [2, 500_000, "platform-unavailable"],
  ])("answered so %i times, is told and not taken for ours", async (times, retryAfterMs, code) => {
    const deployment = world({ ...tooMany, retryAfterMs }, times);
    const summary = await run(deployment, await plan(deployment, declared({ it: object })));
    expect(summary).toMatchObject({ status: "failed", problems: [{ code }], inFlight: [] });
    expect(summary.problems[0]?.detail).toContain("plumb import");
    const removal = await run(deployment, await plan(deployment, declared({})));
    expect(removal).toMatchObject({ status: "done", delete: 0 });
  });
});

test("an attachment that another hand makes to the letter, in the moment before ours, is never ours", async () => {
  let isTheirs = false;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      // It is made since our call had begun, and answered as theirs.
      if (change.operation === "create" && !isTheirs) {
        isTheirs = true;
        await driver.write(change, signal);
        return { kind: "conflict", reason: "exists", detail: "Resource already exists", version: null };
      }
      return driver.write(change, signal);
    },
  });
  const deployment = testDeployment({ around });
  const declaration = attachments({ a: "one" });
  const summary = await run(deployment, await plan(deployment, declaration));
  expect(summary).toMatchObject({ status: "failed", problems: [{ code: "already-exists" }] });
  const removal = await run(deployment, await plan(deployment, declared({})));
  expect(removal).toMatchObject({ status: "done", delete: 0 });
  expect((await deployment.writes()).filter((each) => each.startsWith("delete"))).toEqual([]);
});
