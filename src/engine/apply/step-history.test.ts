import { expect, test } from "vitest";
import { StepHistory } from "./step-history.ts";

test("a step begins once in a process, however often it is come back to", () => {
  const history = new StepHistory();
  expect([history.begunAt("a"), history.attempt("a")]).toEqual([undefined, 1]);
  history.begins("a", 100);
  history.begins("a", 900);
  expect([history.begunAt("a"), history.attempt("a")]).toEqual([100, 1]);
});

test("one that an earlier process had begun keeps its start, and is tried once more", () => {
  const history = new StepHistory(new Map([["a", { begunAt: 5, attempt: 3 }]]));
  expect([history.begunAt("a"), history.attempt("a")]).toEqual([5, 3]);
  history.begins("a", 100);
  history.begins("b", 100);
  expect([history.begunAt("a"), history.attempt("a")]).toEqual([5, 4]);
  expect([history.begunAt("b"), history.attempt("b")]).toEqual([100, 1]);
});

test("what is pushed back counts for the next result alone; what is tried anew counts for the step", () => {
  const history = new StepHistory();
  history.begins("a", 0);
  history.pushedBack("a", 2_000);
  history.triesAgain("a");
  history.pushedBack("a", 500);
  history.triesAgain("a");
  expect(history.takeRetries("a")).toEqual({ attempts: 3, waitedMs: 2_500 });
  expect(history.takeRetries("a")).toBeUndefined();
  history.triesAgain("a");
  expect([history.attempt("a"), history.takeRetries("a")]).toEqual([4, undefined]);
});

test("that a platform is at work on a call is told once", () => {
  const history = new StepHistory();
  expect([history.tellsWork("a 1"), history.tellsWork("a 1"), history.tellsWork("a 2")]).toEqual([true, false, true]);
});
