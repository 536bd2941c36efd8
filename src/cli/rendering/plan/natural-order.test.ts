import fc from "fast-check";
import { expect, test } from "vitest";
import { inNaturalOrder } from "./natural-order.ts";

test.each([
  [
    ["a10", "a2", "a1"],
    ["a1", "a2", "a10"],
  ],
  [
    ["b", "a-2-10", "a-2-9", "a"],
    ["a", "a-2-9", "a-2-10", "b"],
  ],
  [
    ["x01", "x1", "x001"],
    ["x001", "x01", "x1"],
  ],
  [
    ["10", "9", "a"],
    ["9", "10", "a"],
  ],
])("%j is ordered as %j", (names, expected) => {
  expect(names.toSorted(inNaturalOrder)).toEqual(expected);
});

test("it is an order, and none but the same name is equal", () => {
  const name = fc
    .array(fc.constantFrom("a", "b", "-", "0", "1", "10", "007"), { maxLength: 6 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(inNaturalOrder(a, b))).toBe(-Math.sign(inNaturalOrder(b, a)) + 0);
      expect(inNaturalOrder(a, b) === 0).toBe(a === b);
      if (inNaturalOrder(a, b) < 0 && inNaturalOrder(b, c) < 0) expect(inNaturalOrder(a, c)).toBeLessThan(0);
    }),
  );
});
