import { expect, test } from "vitest";
import { secondsInWords, timeInWords } from "./time-in-words.ts";

test.each([
  [0, "0 ms", "0 s"],
  [41, "41 ms", "0 s"],
  [999.6, "1 s", "1 s"],
  [1_240, "1.2 s", "1 s"],
  [59_940, "59.9 s", "1 min"],
  [59_960, "1 min", "1 min"],
  [88_000, "1 min 28 s", "1 min 28 s"],
  [600_000, "10 min", "10 min"],
  [3_723_000, "1 h 2 min 3 s", "1 h 2 min 3 s"],
  [-1, "0 ms", "0 s"],
])("%d ms are %s, and %s in whole seconds", (ms, time, seconds) => {
  expect([timeInWords(ms), secondsInWords(ms)]).toEqual([time, seconds]);
});
