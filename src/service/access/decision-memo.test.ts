import { expect, test } from "vitest";
import type { Decision } from "./authority.ts";
import { DecisionMemo } from "./decision-memo.ts";

const allowed: Decision = { kind: "allowed" };
const denied = (why: string): Decision => ({ kind: "denied", why, policies: [] });

test("gives what was remembered, and nothing of what was not", () => {
  const memo = new DecisionMemo(1_000);
  memo.remember("a", allowed);
  expect([memo.get("a"), memo.get("b")]).toEqual([allowed, undefined]);
});

test("holds no more characters than it may, be it in questions or in reasons", () => {
  const memo = new DecisionMemo(10_000);
  for (let index = 0; index < 1_000; index += 1) {
    memo.remember(`${index}${"x".repeat(90)}`, denied("y".repeat(90)));
    expect(memo.characters).toBeLessThanOrEqual(10_000);
  }
  expect(memo.characters).toBeGreaterThan(0);
});

test("one answer of great size is not remembered, and takes nothing away", () => {
  const memo = new DecisionMemo(1_000);
  memo.remember("a", allowed);
  memo.remember("b".repeat(2_000), allowed);
  memo.remember("c", denied("y".repeat(2_000)));
  expect([memo.get("a"), memo.get("b".repeat(2_000)), memo.get("c")]).toEqual([allowed, undefined, undefined]);
});
