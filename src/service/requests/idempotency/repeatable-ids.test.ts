import { expect, test } from "vitest";
import { repeatableIds } from "./repeatable-ids.ts";

test("ids are drawn again as they were drawn before, and each but once", () => {
  const draw = (from: string) => {
    const ids = repeatableIds(from);
    return [ids.unique(), ids.suffix(7), ids.unique(), ids.suffix(80)];
  };
  expect(draw("a")).toEqual(draw("a"));
  expect(new Set([...draw("a"), ...draw("b")]).size).toBe(8);
  expect(draw("a")).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[a-z0-9]{7}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[a-z0-9]{80}$/),
  ]);
});
