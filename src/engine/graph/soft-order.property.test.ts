import fc from "fast-check";
import { expect, test } from "vitest";
import { acyclicGraphs } from "./acyclic-graph.fixture.ts";
import { type Dependencies, dependencyOrder } from "./order.ts";
import { type SoftEdge, withSoftOrder } from "./soft-order.ts";

const soft = acyclicGraphs.chain((graph) => {
  const names = fc.constantFrom(...graph.keys(), "nowhere");
  return fc.record({
    graph: fc.constant(graph),
    softEdges: fc.array(fc.record({ node: names, after: names }), { maxLength: 40 }),
  });
});

/** One soft edge after the other, each with a whole look for a cycle. */
function plainly(graph: Dependencies, softEdges: readonly SoftEdge[]): Dependencies {
  let needs = graph;
  for (const { node, after } of softEdges) {
    const more = new Map([...needs, [node, [...new Set([...(needs.get(node) ?? []), after])]]]);
    if (node !== after && graph.has(node) && graph.has(after) && dependencyOrder(more).ok) needs = more;
  }
  return needs;
}

const sorted = (graph: Dependencies) => [...graph].map(([name, needs]) => [name, [...new Set(needs)].toSorted()]);

test("what is needed stays, no cycle comes of it, and no soft edge is dropped that could be had", () => {
  fc.assert(
    fc.property(soft, ({ graph, softEdges }) => {
      const heard = withSoftOrder(graph, softEdges);
      expect(dependencyOrder(heard).ok).toBe(true);
      for (const [name, needs] of graph) for (const need of needs) expect(heard.get(name)).toContain(need);
      for (const { node, after } of softEdges) {
        if (!graph.has(node) || !graph.has(after) || heard.get(node)?.includes(after)) continue;
        expect(dependencyOrder(new Map([...heard, [node, [...(heard.get(node) ?? []), after]]])).ok).toBe(false);
      }
    }),
  );
});

test("of soft edges that can't all be had the earlier ones are", () => {
  fc.assert(
    fc.property(soft, ({ graph, softEdges }) => {
      expect(sorted(withSoftOrder(graph, softEdges))).toEqual(sorted(plainly(graph, softEdges)));
    }),
    { numRuns: 1000 },
  );
});
