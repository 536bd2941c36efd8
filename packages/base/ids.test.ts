import { expect, test } from "vitest";
import { orderedId } from "./ids.ts";

let drawn = 0;
const ids = {
  unique: () => {
    drawn += 1;
    return ((2n ** 128n - BigInt(drawn)) % 2n ** 128n).toString(16).padStart(32, "0");
  },
  suffix: (length: number) => "x".repeat(length),
};

test("ordered ids sort as they were made, and are as long as the others", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const made = [0, 1, 2, 15, 16, 300, 70_000].flatMap((later) =>
    [0, 1, 15, 16, 99_999].map((place) => orderedId(ids, now + later, place)),
  );
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test("ordered ids of one moment and place differ", () => {
  expect(orderedId(ids, 0, 0)).not.toBe(orderedId(ids, 0, 0));
});
