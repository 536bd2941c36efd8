import { expect, test } from "vitest";
import { withAskedWait } from "./asked-wait.ts";

test.each([
  [5_000, "5 s"],
  [301_000, "5 min 1 s"],
  [3_600_000, "1 h"],
  [99_999_000, "1 day 4 h"],
  [7_260_000, "2 h 1 min"],
  [86_400_000 * 3, "3 days"],
  [86_400_000 * 400, "more than a year"],
  [Number.POSITIVE_INFINITY, "more than a year"],
])("a platform that asks for %d ms asks for %s", (ms, words) => {
  const outcome = { kind: "throttled", detail: "the platform answered 429", retryAfterMs: ms } as const;
  const detail = expect.stringMatching(
    new RegExp(`^the platform answered 429; .* ${words}, which is longer than a call waits \\(3 s\\)`),
  );
  expect(withAskedWait(outcome, ms, 3_000)).toEqual({ ...outcome, detail });
});
