import { expect, test } from "vitest";
import { LivenessTracker } from "./liveness-tracker.ts";

test("a sign that stays the same is silent for as long as it was looked at; another one, or none before, is not", () => {
  const liveness = new LivenessTracker();
  expect([0, 400, 800].map((moment) => liveness.observe("a", "1", moment))).toEqual([0, 400, 800]);
  expect(liveness.observe("b", "1", 800)).toBe(0);
  expect(liveness.observe("a", "2", 1_200)).toBe(0);
  expect(liveness.observe("a", "2", 1_300)).toBe(100);
  liveness.forget("a");
  expect(liveness.observe("a", "2", 1_400)).toBe(0);
  liveness.retain(new Set(["b"]));
  expect(liveness.observe("a", "2", 1_500)).toBe(0);
  expect(liveness.observe("b", "1", 1_500)).toBe(700);
});

test("what passes unseen hardly counts: whoever gives the sign may have stood still as well", () => {
  const liveness = new LivenessTracker();
  liveness.observe("a", "1", 0);
  expect(liveness.observe("a", "1", 3_600_000)).toBe(1_000);
  // A clock that is no steady one, as it may be where a machine was copied.
  expect(liveness.observe("a", "1", 0)).toBe(1_000);
});
