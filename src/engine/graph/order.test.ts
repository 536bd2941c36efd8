import { describe, expect, test } from "vitest";
import { dependencyOrder, reversed } from "./order.ts";

const graph = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges));

describe("dependencyOrder", () => {
  test.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ["nothing", {}, []],
    ["free nodes keep their order", { c: [], a: [], b: [] }, ["c", "a", "b"]],
    ["a need comes first, wherever it stands", { c: ["b"], a: [], b: ["a"] }, ["a", "b", "c"]],
    [
      "a diamond",
      { top: ["left", "right"], left: ["base"], right: ["base"], base: [] },
      ["base", "left", "right", "top"],
    ],
    ["needs named twice", { b: ["a", "a"], a: [] }, ["a", "b"]],
    ["needs that are no nodes", { a: ["elsewhere"] }, ["a"]],
  ])("%s", (_, edges, order) => {
    expect(dependencyOrder(graph(edges))).toEqual({ ok: true, value: order });
  });

  test.each<[string, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ["a node that needs itself", { a: ["a"] }, ["a", "a"]],
    ["two", { a: ["b"], b: ["a"] }, ["a", "b", "a"]],
    ["only the ring, not the way to it", { way: ["x"], x: ["y"], y: ["z"], z: ["x"] }, ["x", "y", "z", "x"]],
    ["behind a finished part", { ok: [], a: ["ok", "b"], b: ["ok", "a"] }, ["a", "b", "a"]],
  ])("a cycle's path: %s", (_, edges, path) => {
    expect(dependencyOrder(graph(edges))).toEqual({ ok: false, error: path });
  });

  test("a chain of ten thousand costs no stack, nor does a ring", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const chain = new Map(names.map((name, index) => [name, index + 1 < names.length ? [`n${index + 1}`] : []]));
    expect(dependencyOrder(chain)).toEqual({ ok: true, value: names.toReversed() });
    const ring = new Map(names.map((name, index) => [name, [`n${(index + 1) % names.length}`]]));
    expect(dependencyOrder(ring)).toEqual({ ok: false, error: [...names, "n0"] });
  });
});

test("reversed turns every arrow round and keeps lone nodes", () => {
  expect([...reversed(graph({ a: ["b", "c", "gone"], b: ["c"], c: [], d: [] }))]).toEqual([
    ["a", []],
    ["b", ["a"]],
    ["c", ["a", "b"]],
    ["d", []],
  ]);
});
