import { expect, test } from "vitest";
import { crashCases } from "./cases.ts";
import { nothingToResume, whatIsLeft } from "./commands.ts";
import { alwaysWrong, wrongAtRest } from "./judge.ts";
import { Incarnation, type Wreck } from "./life.ts";
import { prepare } from "./prepare.ts";

const crashCase = crashCases().find(
  (each) => each.resource === "endpoint attachment" && each.operation === "slow create",
);
if (crashCase === undefined) throw new Error("no slow creation among the cases");
const { command, operationMs } = crashCase;

/** What a kill at each boundary of the command leaves. */
async function wrecksOf(image: Wreck["image"]): Promise<readonly Wreck[]> {
  const life = new Incarnation(image, operationMs);
  return life
    .live(command, new Set())
    .then(({ wrecks }) => wrecks)
    .finally(() => life.end());
}

/**
 * The operation of a run that was killed is followed by the next run, which notes no call of its own for that and is
 * killed too. Resumed, it finds what was made before it goes on: the object is ours, and no longer in doubt.
 */
test("a run that follows the operation of one killed before it is killed and resumed", async () => {
  const first = (await wrecksOf(await prepare(crashCase))).filter(({ boundary }) => boundary.startsWith("POST "));
  expect(first.length).toBeGreaterThan(0);
  let resumed = 0;
  for (const { boundary, image } of first) {
    for (const second of await wrecksOf(image)) {
      for (const laterMs of [0, 3_600_000]) {
        const life = new Incarnation(second.image, operationMs, laterMs);
        const history = `${boundary} | ${second.boundary} | ${laterMs} ms later`;
        try {
          expect(alwaysWrong(await life.glance()), history).toEqual([]);
          const { ending } = await life.just({ do: "resume" });
          if (ending.problems.includes(nothingToResume)) continue;
          resumed += 1;
          expect(ending, history).toMatchObject({ status: "done", problems: [] });
          const standing = await life.standing();
          expect(wrongAtRest(standing), history).toEqual([]);
          expect(standing.state.ids, history).toHaveLength(1);
          expect(await whatIsLeft(command, life.plumbline.deployment), history).toEqual({});
        } finally {
          await life.end();
        }
      }
    }
  }
  expect(resumed).toBeGreaterThan(0);
}, 600_000);
