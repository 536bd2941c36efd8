import fc from "fast-check";
import { expect, test } from "vitest";
import { acyclicGraphs } from "./acyclic-graph.fixture.ts";
import { dependencyOrder, reversed } from "./order.ts";

test("every node stands once, after all that it needs, and equal graphs order equally", () => {
  fc.assert(
    fc.property(acyclicGraphs, (graph) => {
      const order = dependencyOrder(graph);
      if (!order.ok) throw new Error(`no cycle was built in: ${order.error.join(" ")}`);
      const place = new Map(order.value.map((name, index) => [name, index]));
      expect(order.value.toSorted()).toEqual([...graph.keys()].toSorted());
      for (const [name, needs] of graph) {
        for (const need of needs) expect(place.get(need)).toBeLessThan(place.get(name) ?? -1);
      }
      expect(dependencyOrder(new Map(graph))).toEqual(order);
    }),
  );
});

test("with one arrow turned back, the path told is a cycle of the graph", () => {
  fc.assert(
    fc.property(acyclicGraphs, fc.nat(), (graph, pick) => {
      const arrows = [...graph].flatMap(([name, needs]) => needs.map((need) => [name, need] as const));
      fc.pre(arrows.length > 0);
      const [name, need] = arrows[pick % arrows.length] ?? ["", ""];
      const ring = new Map([...graph, [need, [...(graph.get(need) ?? []), name]]]);
      const order = dependencyOrder(ring);
      if (order.ok) throw new Error("the ring was not seen");
      expect(order.error[0]).toBe(order.error.at(-1));
      for (const [index, each] of order.error.slice(0, -1).entries()) {
        expect(ring.get(each)).toContain(order.error[index + 1]);
      }
    }),
  );
});

test("turning twice gives the same arrows", () => {
  fc.assert(
    fc.property(acyclicGraphs, (graph) => {
      const twice = reversed(reversed(graph));
      for (const [name, needs] of graph) expect(twice.get(name)?.toSorted()).toEqual(needs.toSorted());
    }),
  );
});
