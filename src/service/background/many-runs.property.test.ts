import fc from "fast-check";
import { expect, test } from "vitest";
import { localOwner } from "../access/local-owner.ts";
import { attachments } from "../use-cases/deployment.fixture.ts";
import { planStack } from "../use-cases/plans/make-plans.ts";
import { ServiceWorld } from "./background.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";

const stop = fc.record({
  /** After how many writes of the process. */
  at: fc.integer({ min: 1, max: 160 }),
  fate: fc.constantFrom("killed", "killed and seen to be dead", "wakes up again"),
});

const start = fc.record({
  by: fc.constantFrom(0, 1),
  afterMs: fc.integer({ min: 0, max: 3_000 }),
  objects: fc.integer({ min: 1, max: 4 }),
});

test("whatever becomes of two processes, a third ends every run that was promised: nothing is lost or doubled", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(stop, stop),
      fc.array(start, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 12_000 }),
      async (stops, starts, thirdAfterMs) => {
        const world = new ServiceWorld();
        const mortals = stops.map(({ at }, index) => new Mortal(world.deployment(index + 1), at));
        const dispatchers = mortals.map(({ deployment }, index) => world.dispatcher(index + 1, { deployment }));
        for (const each of dispatchers) each.serve();
        const promised: { readonly stack: string; readonly run: string }[] = [];
        for (const [index, { by, afterMs, objects }] of starts.entries()) {
          const stack = `stack-${index}`;
          const names = Array.from({ length: objects }, (_, place) => [`s${index}o${place}`, "one"]);
          const declaration = attachments(Object.fromEntries(names));
          const { digest } = await planStack(
            { stack, kind: "apply", declaration, refresh: true },
            world.deployment(10),
          );
          void dispatchers[by]
            ?.start({ stack, plan: digest, parallel: 2 }, localOwner.caller)
            .then(({ run }) => promised.push({ stack, run }));
          await world.pass(afterMs);
        }
        const third = world.dispatcher(3);
        await world.pass(thirdAfterMs);
        third.serve();
        for (const [index, { fate }] of stops.entries())
          if (fate === "killed and seen to be dead" && mortals[index]?.isStopped === true) world.dead.add(index + 1);
        await world.pass(12_000);
        for (const [index, { fate }] of stops.entries()) if (fate === "wakes up again") mortals[index]?.wake();
        await world.until(async () => (await world.base.documentStore.list("open-runs", { limit: 1 })).length === 0);
        const made: string[] = [];
        for (const [index, { objects }] of starts.entries()) {
          const stack = `stack-${index}`;
          const runs = await third.list(stack);
          expect(runs.length).toBeLessThanOrEqual(1);
          for (const each of runs) {
            expect(each).toMatchObject({ status: "done", changes: objects });
            made.push(...Array.from({ length: objects }, (_, place) => `create s${index}o${place}`));
          }
          for (const each of promised.filter((known) => known.stack === stack))
            expect(runs.map(({ run }) => run)).toEqual([each.run]);
        }
        expect((await world.base.writes()).toSorted()).toEqual(made.toSorted());
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
