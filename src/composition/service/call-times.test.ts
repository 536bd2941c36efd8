import { expect, test } from "vitest";
import { withCallListener } from "../../engine/ports/call-listener.ts";
import { RetryBudget } from "../../engine/ports/retry-budget.ts";
import { callTimes } from "./call-times.ts";

const provider = { ref: "main", kind: "fake", config: {} };
const still = { elapsed: () => 7 };

test.each([
  ["what the command gives, before the provider", 30_000, "20s", 30_000],
  ["what the provider gives", undefined, "20s", 20_000],
  ["what an answer takes at most, where more is given", 600_000, undefined, 60_000],
  ["what a platform that is well may need, where less is given", 0, undefined, 15_000],
])("an exchange may take %s", async (_, retryForMs, retryFor, limitMs) => {
  const config = retryFor === undefined ? {} : { retryFor };
  const times = callTimes(still, retryForMs);
  expect(await times.inTimeFor({ ...provider, config })(undefined, async () => times.limitMs())).toBe(limitMs);
});

test("a later exchange of the same call has what is left of its time", async () => {
  let elapsed = 0;
  const times = callTimes({ elapsed: () => elapsed }, 45_000);
  const limits = await times.inTimeFor(provider)(undefined, async () => {
    const first = times.limitMs();
    elapsed += 20_000;
    await Promise.resolve();
    return [first, times.limitMs()];
  });
  expect(limits).toEqual([45_000, 25_000]);
});

test("a call of a step has what the waits of the step have left of its budget", async () => {
  const budget = new RetryBudget(50_000);
  budget.use(20_000);
  const signal = withCallListener(new AbortController().signal, { waits: () => {}, made: () => {}, budget });
  const times = callTimes(still);
  expect(await times.inTimeFor(provider)(signal, async () => times.limitMs())).toBe(30_000);
});

test("an exchange that no call of a driver makes has what the command gives", () => {
  expect(callTimes(still, 20_000).limitMs()).toBe(20_000);
  expect(callTimes(still).limitMs()).toBe(60_000);
});
