import fc from "fast-check";
import { expect, test } from "vitest";
import { fullJitter } from "./full-jitter.ts";

test("waits anything up to a bound that doubles, and never longer than the most", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, baseMs, mostMs, drawn) => {
        const waited = fullJitter(attempt, baseMs, mostMs, () => drawn);
        const bound = Math.min(mostMs, baseMs * 2 ** (attempt - 1));
        expect(waited).toBe(Math.floor(drawn * bound));
        expect(waited).toBeLessThan(mostMs);
      },
    ),
  );
});
