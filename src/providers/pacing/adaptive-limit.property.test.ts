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
          const [before, underWay] = [limit.limit, limit.underWay];
          permit?.release(ending);
          await Promise.resolve();
          expect(limit.limit).toBeGreaterThanOrEqual(1);
          if (ending === "pushed-back") {
            const halves = [Math.min(before, Math.max(32, underWay)), before].map((of) => Math.floor(of / 2));
            expect([before, ...halves.map((half) => Math.max(1, half))]).toContain(limit.limit);
          }
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

  test("starts at 1024 and halves what is under way once for a burst that is pushed back together", async () => {
    const limit = new AdaptiveLimit();
    expect(await fill(limit)).toHaveLength(1_024);
    const other = new AdaptiveLimit();
    const forty = await Promise.all(Array.from({ length: 40 }, () => other.acquire()));
    for (const permit of forty) permit.release("pushed-back");
    expect(other.limit).toBe(20);
  });

  test("of less than 32 under way halves 32, so that one push-back of a few calls leaves room", async () => {
    const limit = new AdaptiveLimit();
    (await limit.acquire()).release("pushed-back");
    expect(limit.limit).toBe(16);
    for (const expected of [8, 4, 2, 1, 1]) {
      (await limit.acquire()).release("pushed-back");
      expect(limit.limit).toBe(expected);
    }
  });

  test("grows by one after a limit's worth of passed calls at full use, and not while it is idle", async () => {
    const limit = new AdaptiveLimit();
    (await limit.acquire()).release("pushed-back");
    for (let call = 0; call < 100; call += 1) (await limit.acquire()).release("passed");
    expect(limit.limit).toBe(16);
    const permits = await fill(limit);
    for (let call = 0; call < 16; call += 1) {
      permits.shift()?.release("passed");
      permits.push(await limit.acquire());
    }
    expect(limit.limit).toBe(17);
  });
});
