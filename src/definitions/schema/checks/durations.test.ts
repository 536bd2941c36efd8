import { expect, test } from "vitest";
import { sameDuration } from "./durations.ts";

test.each([
  ["PT8H", "PT480M"],
  ["PT8H", "PT8H0M"],
  ["P1D", "PT24H"],
  ["P1W", "P7D"],
  ["P1Y", "P12M"],
  ["PT0.5H", "PT30M"],
  ["PT1,5M", "PT90S"],
  ["P180D", "PT4320H"],
  ["PT0S", "P0D"],
  ["-PT1H", "-PT60M"],
  ["+PT1H", "PT1H"],
])("%s is %s", (one, other) => {
  expect(sameDuration(one, other)).toBe(true);
  expect(sameDuration(other, one)).toBe(true);
});

test.each([
  ["PT8H", "PT8M"],
  ["P1M", "P30D"],
  ["P1M", "PT1M"],
  ["PT1H", "-PT1H"],
  ["P", "PT0S"],
  ["PT", "PT0S"],
  ["P1DT", "P1D"],
  ["8 hours", "8 hours"],
  ["", ""],
])("%s is not %s", (one, other) => {
  expect(sameDuration(one, other)).toBe(false);
});

test("what is no text is no duration", () => {
  expect(sameDuration(8, 8)).toBe(false);
  expect(sameDuration(null, "PT0S")).toBe(false);
  expect(sameDuration(undefined, undefined)).toBe(false);
});
