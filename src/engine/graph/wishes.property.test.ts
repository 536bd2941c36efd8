import fc from "fast-check";
import { expect, test } from "vitest";
import { acyclicGraphs } from "./acyclic-graph.fixture.ts";
import { type Dependencies, dependencyOrder } from "./order.ts";
import { type Wish, withWishes } from "./wishes.ts";

const wished = acyclicGraphs.chain((graph) => {
  const names = fc.constantFrom(...graph.keys(), "nowhere");
  return fc.record({
    graph: fc.constant(graph),
    wishes: fc.array(fc.record({ node: names, after: names }), { maxLength: 40 }),
  });
});

/** One wish after the other, each with a whole look for a cycle. */
function plainly(graph: Dependencies, wishes: readonly Wish[]): Dependencies {
  let needs = graph;
  for (const { node, after } of wishes) {
    const more = new Map([...needs, [node, [...new Set([...(needs.get(node) ?? []), after])]]]);
    if (node !== after && graph.has(node) && graph.has(after) && dependencyOrder(more).ok) needs = more;
  }
  return needs;
}

const sorted = (graph: Dependencies) => [...graph].map(([name, needs]) => [name, [...new Set(needs)].toSorted()]);

test("what is needed stays, no cycle comes of it, and no wish is dropped that could be had", () => {
  fc.assert(
    fc.property(wished, ({ graph, wishes }) => {
      const heard = withWishes(graph, wishes);
      expect(dependencyOrder(heard).ok).toBe(true);
      for (const [name, needs] of graph) for (const need of needs) expect(heard.get(name)).toContain(need);
      for (const { node, after } of wishes) {
        if (!graph.has(node) || !graph.has(after) || heard.get(node)?.includes(after)) continue;
        expect(dependencyOrder(new Map([...heard, [node, [...(heard.get(node) ?? []), after]]])).ok).toBe(false);
      }
    }),
  );
});

test("of wishes that can't all be had the earlier ones are", () => {
  fc.assert(
    fc.property(wished, ({ graph, wishes }) => {
      expect(sorted(withWishes(graph, wishes))).toEqual(sorted(plainly(graph, wishes)));
    }),
    { numRuns: 1000 },
  );
});
