import { expect, test } from "vitest";
import { freshSeed, playFresh } from "./fresh-seeds.ts";
import { generate } from "./generate.ts";
import type { Failure } from "./simulate.ts";

/** What the range of 20 comes to where the seeds at these places break a promise. */
async function told(...bad: readonly number[]): Promise<{ readonly from: number; readonly text: string }> {
  let text = "";
  const asked: number[] = [];
  const play = async (from: number, count: number) => {
    asked.push(from, count);
    return bad.map((place): Failure => {
      const violations = [{ rule: "state", detail: "broken for the test" } as const];
      return { source: "anywhere", seed: from + place, violations, smallest: generate(from + place) };
    });
  };
  await playFresh(20, play, (piece) => {
    text += piece;
  });
  expect(asked).toEqual([freshSeed(), 20]);
  return { from: freshSeed(), text };
}

test("a fresh seed that breaks a promise is named, with the way to see it, and fails nothing", async () => {
  const { from, text } = await told(3, 11);
  for (const seed of [from + 3, from + 11]) {
    expect(text).toContain(`fresh seed ${seed} violates\n`);
    expect(text).toContain(`node test/simulation/player.ts anywhere ${seed}\n`);
  }
  expect(text).toContain("state: broken for the test");
});

test("a range that breaks none says so, and names no seed", async () => {
  const { from, text } = await told();
  expect(text).toBe(`simulation: 20 fresh runs from seed ${from} on, 0 told\n`);
});

test("fresh ranges lie outside of the fixed ones", () => {
  expect(freshSeed()).toBeGreaterThanOrEqual(100_000_000);
});
