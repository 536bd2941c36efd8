import { expect, test } from "vitest";
import type { GraphView } from "../../contract/documents/declarations.ts";
import { graphLayers } from "./graph-layers.ts";

function graphOf(needs: Readonly<Record<string, readonly string[]>>): GraphView {
  return {
    nodes: Object.keys(needs).map((name) => ({ name, type: "t", kind: "resource" })),
    edges: Object.entries(needs).flatMap(([from, all]) => all.map((to) => ({ from, to }))),
  } as unknown as GraphView;
}

test("a node stands below the lowest of what it needs", () => {
  expect(graphLayers(graphOf({ d: ["a", "c"], c: ["b"], b: ["a"], a: [], e: ["a"] }))).toEqual([
    ["a"],
    ["b", "e"],
    ["c"],
    ["d"],
  ]);
});

test("depth costs no stack, whatever the order in the text", () => {
  const depth = 20_000;
  const chain = Object.fromEntries(
    Array.from({ length: depth }, (_, index) => [
      `n${depth - index}`,
      index === depth - 1 ? [] : [`n${depth - index - 1}`],
    ]),
  );
  const layers = graphLayers(graphOf(chain));
  expect(layers.length).toBe(depth);
  expect(layers[0]).toEqual(["n1"]);
  expect(layers.at(-1)).toEqual([`n${depth}`]);
});

test("an edge that closes a circle is not counted", () => {
  expect(graphLayers(graphOf({ a: ["b"], b: ["a"] }))).toEqual([["b"], ["a"]]);
});
