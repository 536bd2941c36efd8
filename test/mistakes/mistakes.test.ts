import { describe, expect, test } from "vitest";
import { kinds } from "./corpus/all-kinds.ts";
import { judged } from "./judge-mistake.ts";
import { playMistake } from "./play-mistake.ts";

test("the corpus has fifteen kinds, and ten mistakes of each", () => {
  const sizes = Object.values(kinds).map(({ length }) => length);
  expect(sizes.length).toBe(15);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
  const all = sizes.reduce((sum, size) => sum + size);
  expect(all).toBeGreaterThanOrEqual(150);
  process.stdout.write(`mistakes: ${all} of ${sizes.length} kinds, each played below\n`);
});

for (const [kind, mistakes] of Object.entries(kinds)) {
  describe(kind, () => {
    test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))("%s", async (_name, mistake) => {
      const played = await playMistake(mistake);
      const { told, wanted } = judged(mistake, played);
      expect(told, played.output).toEqual(wanted);
    });
  });
}
