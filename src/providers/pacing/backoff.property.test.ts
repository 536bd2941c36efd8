import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, waitMs } from "./backoff.ts";

const retries = fc.integer({ min: 0, max: 2000 });
const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("backoff", () => {
  test("is a whole number between zero and the bound, which doubles up to 30 s", () => {
    fc.assert(
      fc.property(retries, draws, (retry, draw) => {
        const wait = backoffMs(retry, () => draw);
        expect(Number.isInteger(wait)).toBe(true);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(Math.min(30_000, 500 * 2 ** retry));
      }),
    );
  });

  test("uses the whole range", () => {
    expect([0, 1, 2, 5, 6, 7, 1000].map((retry) => backoffMs(retry, () => 1 - 2 ** -53))).toEqual([
      499, 999, 1999, 15_999, 29_999, 29_999, 29_999,
    ]);
    expect(backoffMs(3, () => 0)).toBe(0);
  });

  test("begins where the time that the platform named ends", () => {
    fc.assert(
      fc.property(retries, draws, fc.option(fc.nat(600_000)), (retry, draw, retryAfterMs) => {
        const wait = waitMs(retry, retryAfterMs, () => draw);
        expect(wait - backoffMs(retry, () => draw)).toBe(retryAfterMs ?? 0);
      }),
    );
  });
});
