import { describe, expect, test } from "vitest";
import type { Clock } from "../../../packages/base/clock.ts";
import type { Change, Driver, Observation, ReadOutcome, WriteOutcome } from "../../engine/ports/driver.ts";
import { readable } from "./readable.ts";

const provider = { ref: "main", kind: "fake", config: {} };
const target = { type: "lagging", apiVersion: "", provider, id: "x", variables: {} };
const seen = (name: string, deleted = false): Observation => ({
  outputs: { name },
  version: null,
  deleted,
  displaces: [],
});
const absent: ReadOutcome = { kind: "absent", detail: "", version: null, displaces: [] };
const shows = (observation: Observation): ReadOutcome => ({ kind: "done", observation });
const unavailable: ReadOutcome = { kind: "unavailable", detail: "", retryAfterMs: null };

const change = (operation: Change["operation"], prior: Observation | null = null): Change => ({
  operation,
  target,
  inputs: {},
  fields: [],
  prior,
  condition: null,
});

/** A readable driver over one whose reads give these answers in turn, the last one for ever; and the waits between. */
function lagging(reads: readonly ReadOutcome[], written: Observation | null = null) {
  let now = 0;
  let read = 0;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
  const done = async (): Promise<WriteOutcome> => ({ kind: "done", observation: written });
  const driver = {
    kind: "fake",
    readsLag: (type: string) => type === "lagging",
    read: async () => {
      const answer = reads[Math.min(read, reads.length - 1)] ?? absent;
      read += 1;
      return answer;
    },
    write: done,
    poll: done,
  } as unknown as Driver;
  return { driver: readable(driver, clock), waits, reads: () => read };
}

describe("a write ends when it can be read", () => {
  test.each<[string, Change, readonly ReadOutcome[]]>([
    ["create", change("create"), [absent, absent, shows(seen("a"))]],
    [
      "create under the name of one that is soft-deleted",
      change("create"),
      [absent, shows(seen("a", true)), shows(seen("a"))],
    ],
    ["undelete", change("undelete"), [shows(seen("a", true)), shows(seen("a", true)), shows(seen("a"))]],
    ["delete", change("delete"), [shows(seen("a")), shows(seen("a")), absent]],
    ["soft delete", change("delete"), [shows(seen("a")), shows(seen("a")), shows(seen("a", true))]],
    ["update", change("update", seen("a")), [shows(seen("a")), shows(seen("a")), shows(seen("b"))]],
  ])("%s", async (_, each, reads) => {
    const { driver, waits } = lagging(reads);
    expect(await driver.write(each)).toEqual({ kind: "done", observation: null });
    expect(waits).toEqual([100, 200, 25, 25]);
  });

  test("the end of an operation as well", async () => {
    const { driver, waits } = lagging([absent, shows(seen("a"))]);
    await driver.poll(change("create"), "handle");
    expect(waits).toEqual([100, 25, 25]);
  });
});

test("a look that shows the write is no end of it while the next one does not", async () => {
  const { driver, reads } = lagging([absent, shows(seen("a")), absent, shows(seen("a"))]);
  await driver.write(change("create"));
  expect(reads()).toBe(6);
});

test("a deletion after which every read shows the object is no success", async () => {
  const { driver } = lagging([shows(seen("a"))]);
  expect(await driver.write(change("delete", seen("a")))).toMatchObject({ kind: "unknown" });
});

test("an undelete that no read shows is no success", async () => {
  const { driver } = lagging([shows(seen("a", true))]);
  expect(await driver.write(change("undelete"))).toMatchObject({ kind: "unknown" });
});

test.each([
  ["creation", change("create"), absent],
  ["change", change("update", seen("a")), shows(seen("a"))],
])("a %s that no read shows says so", async (_, each, before) => {
  const { driver } = lagging([before], seen("b"));
  expect(await driver.write(each)).toEqual({ kind: "done", observation: seen("b"), isUnshown: true });
});

test.each([
  ["deletion", change("delete", seen("a")), seen("a")],
  ["undelete", change("undelete"), seen("a", true)],
])("a %s is no success where the last read that was answered does not show it", async (_, each, before) => {
  const { driver } = lagging([shows(before), unavailable]);
  expect(await driver.write(each)).toMatchObject({ kind: "unknown" });
});

test("what the write itself answered is handed on, not what was read", async () => {
  const { driver } = lagging([shows(seen("somebody was here"))], seen("written"));
  expect(await driver.write(change("create"))).toEqual({ kind: "done", observation: seen("written") });
});

test("an update that changed nothing is not waited for", async () => {
  const { driver, waits } = lagging([shows(seen("a"))], seen("a"));
  await driver.write(change("update", seen("a")));
  expect(waits).toEqual([]);
});

test("half a minute is enough, and a read that fails ends the wait", async () => {
  const never = lagging([absent]);
  await never.driver.write(change("create"));
  expect(never.waits.reduce((sum, each) => sum + each, 0)).toBeLessThan(60_000);
  expect(never.waits.length).toBeGreaterThan(5);
  const dark = lagging([unavailable]);
  await dark.driver.write(change("create"));
  expect(dark.waits).toEqual([]);
});

test("other types, refusals and drivers without lag are left alone", async () => {
  const { driver, reads } = lagging([absent]);
  await driver.write({ ...change("create"), target: { ...target, type: "prompt" } });
  expect(reads()).toBe(0);
  const prompt = { kind: "prompt" } as unknown as Driver;
  expect(readable(prompt, { now: () => 0, sleep: async () => {} })).toBe(prompt);
});

test("nobody waits under a signal that is aborted", async () => {
  const { driver, waits } = lagging([absent]);
  await driver.write(change("create"), AbortSignal.abort());
  expect(waits).toEqual([]);
});
