import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdaptiveLimit, type Permit } from "./adaptive-limit.ts";

const endings = ["passed", "pushed-back", "failed"] as const;

/** Takes as many permits as there are for the asking. */
async function fill(limit: AdaptiveLimit): Promise<Permit[]> {
  const permits: Permit[] = [];
  while (limit.underWay < limit.limit) permits.push(await limit.acquire());
  return permits;
}

describe("AdaptiveLimit", () => {
  test("whatever happens: never below one, admits only within the limit, in order, and everybody in the end", async () => {
    const steps = fc.array(
      fc.oneof(fc.constant("acquire" as const), fc.record({ release: fc.nat(), ending: fc.constantFrom(...endings) })),
      { maxLength: 300 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const limit = new AdaptiveLimit();
        const held: Permit[] = [];
        const admitted: number[] = [];
        let asked = 0;
        const release = async (index: number, ending: (typeof endings)[number]) => {
          const [permit] = held.splice(index % held.length, 1);
          const before = limit.limit;
          permit?.release(ending);
          await Promise.resolve();
          expect(limit.limit).toBeGreaterThanOrEqual(1);
          if (ending === "pushed-back") expect([before, Math.max(1, Math.floor(before / 2))]).toContain(limit.limit);
          if (ending === "failed") expect(limit.limit).toBe(before);
          if (ending === "passed") expect([before, before + 1]).toContain(limit.limit);
        };
        for (const step of script) {
          if (step === "acquire") {
            const number = asked;
            asked += 1;
            void limit.acquire().then((permit) => {
              admitted.push(number);
              held.push(permit);
            });
            await Promise.resolve();
            await Promise.resolve();
          } else if (held.length > 0) {
            const before = limit.underWay;
            await release(step.release, step.ending);
            await Promise.resolve();
            expect(limit.underWay).toBeLessThanOrEqual(Math.max(limit.limit, before - 1));
          }
        }
        while (held.length > 0) {
          await release(0, "failed");
          await Promise.resolve();
        }
        expect(limit.underWay).toBe(0);
        expect(admitted).toEqual(Array.from({ length: asked }, (_, index) => index));
      }),
      { numRuns: 60 },
    );
  });

  test("starts at 32 and halves once for a burst that is pushed back together", async () => {
    const limit = new AdaptiveLimit();
    const burst = await fill(limit);
    expect(burst).toHaveLength(32);
    for (const permit of burst) permit.release("pushed-back");
    expect(limit.limit).toBe(16);
    for (const expected of [8, 4, 2, 1, 1]) {
      (await limit.acquire()).release("pushed-back");
      expect(limit.limit).toBe(expected);
    }
  });

  test("grows by one after a limit's worth of passed calls at full use, and not while it is idle", async () => {
    const limit = new AdaptiveLimit();
    for (let call = 0; call < 100; call += 1) (await limit.acquire()).release("passed");
    expect(limit.limit).toBe(32);
    const permits = await fill(limit);
    for (let call = 0; call < 32; call += 1) {
      permits.shift()?.release("passed");
      permits.push(await limit.acquire());
    }
    expect(limit.limit).toBe(33);
  });
});
