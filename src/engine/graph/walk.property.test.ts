import fc from "fast-check";
import { expect, test } from "vitest";
import { acyclicGraphs } from "./acyclic-graph.fixture.ts";
import { dependencyOrder } from "./order.ts";
import { walk } from "./walk.ts";

test("whatever ends when, exactly what stands behind no failure is visited, after its needs, in bounds", async () => {
  await fc.assert(
    fc.asyncProperty(
      acyclicGraphs,
      fc.integer({ min: 1, max: 5 }),
      fc.func(fc.boolean()),
      fc.scheduler(),
      async (graph, parallel, fails, scheduler) => {
        const failing = (name: string) => fails(name) && name.charCodeAt(name.length - 1) % 3 === 0;
        const done = new Set<string>();
        const visited: string[] = [];
        const skipped = new Map<string, string>();
        let running = 0;
        const walked = walk(
          graph,
          parallel,
          async (name) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(parallel);
            for (const need of graph.get(name) ?? []) expect(done).toContain(need);
            visited.push(name);
            await scheduler.schedule(Promise.resolve(), name);
            running -= 1;
            if (failing(name)) return "failed";
            done.add(name);
            return "done";
          },
          (name, because) => {
            expect(skipped.has(name)).toBe(false);
            skipped.set(name, because);
          },
        );
        await scheduler.waitFor(walked);

        // The model: in dependency order, a node is reached when all that it needs was reached and did not fail.
        const order = dependencyOrder(graph);
        const reached = new Set<string>();
        for (const name of order.ok ? order.value : []) {
          if ((graph.get(name) ?? []).every((need) => reached.has(need) && !failing(need))) reached.add(name);
        }
        expect(visited.toSorted()).toEqual([...reached].toSorted());
        expect([...skipped.keys()].toSorted()).toEqual(
          [...graph.keys()].filter((each) => !reached.has(each)).toSorted(),
        );
        for (const [name, because] of skipped) {
          expect(graph.get(name)).toContain(because);
          expect(skipped.has(because) || failing(because)).toBe(true);
        }
      },
    ),
  );
});
