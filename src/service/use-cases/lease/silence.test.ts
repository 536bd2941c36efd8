import { expect, test } from "vitest";
import { Silence } from "./silence.ts";

test("a sign that stays the same is silent for as long as it was looked at; another one, or none before, is not", () => {
  const silence = new Silence();
  expect([0, 400, 800].map((moment) => silence.look("a", "1", moment))).toEqual([0, 400, 800]);
  expect(silence.look("b", "1", 800)).toBe(0);
  expect(silence.look("a", "2", 1_200)).toBe(0);
  expect(silence.look("a", "2", 1_300)).toBe(100);
  silence.forget("a");
  expect(silence.look("a", "2", 1_400)).toBe(0);
  silence.retain(new Set(["b"]));
  expect(silence.look("a", "2", 1_500)).toBe(0);
  expect(silence.look("b", "1", 1_500)).toBe(700);
});

test("what passes unseen hardly counts: whoever gives the sign may have stood still as well", () => {
  const silence = new Silence();
  silence.look("a", "1", 0);
  expect(silence.look("a", "1", 3_600_000)).toBe(1_000);
  // A clock that is no steady one, as it may be where a machine was copied.
  expect(silence.look("a", "1", 0)).toBe(1_000);
});
