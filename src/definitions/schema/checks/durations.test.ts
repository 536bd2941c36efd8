import { expect, test } from "vitest";
import { mayBeLonger, sameDuration } from "./durations.ts";

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

test.each([
  ["P1Y", "P364D"],
  ["P6M", "P180D"],
  ["P1Y", "P360D"],
  ["P4Y", "P1460D"],
  ["P1M", "P27D"],
  ["P13M", "P1Y27D"],
  ["P29D", "P28D"],
  ["P0.5M", "P13D"],
  ["P1D", "-P1M"],
  ["for ever", "P1Y"],
])("%s is longer than %s, and not the other way round", (one, other) => {
  expect([mayBeLonger(one, other), mayBeLonger(other, one)]).toEqual([true, false]);
});

test.each([
  ["P1M", "P30D"],
  ["P1M", "P28DT1S"],
  ["P1Y", "P365DT1H"],
  ["P2M", "P61D"],
  ["P1Y1M", "P1Y30D"],
])("either of %s and %s may be the longer one", (one, other) => {
  expect([mayBeLonger(one, other), mayBeLonger(other, one)]).toEqual([true, true]);
});

test.each([
  ["P1Y", "P12M"],
  ["PT8H", "PT480M"],
  ["PT1.1H", "PT66M"],
])("none of %s and %s is longer", (one, other) => {
  expect([mayBeLonger(one, other), mayBeLonger(other, one)]).toEqual([false, false]);
});
