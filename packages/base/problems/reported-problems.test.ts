import { expect, test } from "vitest";
import { problem } from "./problem.ts";
import { mostProblems } from "./problem-limit.ts";
import { reportedProblems, withReportedErrors } from "./reported-problems.ts";

const error = problem("unknown-key", "x");
const advice = problem("vendor-limit", "y");
const many = (count: number, each: typeof error) => Array.from({ length: count }, () => each);

test("as many problems as are told stay as they are", () => {
  const all = [...many(mostProblems - 1, error), advice];
  expect(reportedProblems(all)).toEqual(all);
});

test("of more errors the first are told, no advice, and that there are more", () => {
  const told = reportedProblems([...many(5, advice), ...many(mostProblems + 1, error)]);
  expect(told.slice(0, -1)).toEqual(many(mostProblems, error));
  expect(told.at(-1)).toMatchObject({ code: "more-problems", severity: "error" });
});

test("of more advice the first is told, beside all errors, and how much is not", () => {
  const told = reportedProblems([...many(mostProblems, advice), error, error]);
  expect(told.slice(0, -1)).toEqual([...many(mostProblems - 2, advice), error, error]);
  expect(told.at(-1)).toMatchObject({
    code: "more-advice",
    severity: "warning",
    detail: expect.stringMatching(/^2 /),
  });
});

test("a plan is kept with all advice and the first errors", () => {
  const few = [...many(mostProblems, error), ...many(mostProblems, advice)];
  expect(withReportedErrors(few)).toEqual(few);
  const kept = withReportedErrors([
    ...many(2, advice),
    ...many(mostProblems + 1, error),
    ...many(mostProblems, advice),
  ]);
  expect(kept.slice(0, -1)).toEqual([...many(2, advice), ...many(mostProblems, error), ...many(mostProblems, advice)]);
  expect(kept.at(-1)).toMatchObject({ code: "more-problems", detail: expect.stringContaining(" plan ") });
});
