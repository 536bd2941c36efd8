import { expect, test } from "vitest";
import type { CheckedDeclaration, CheckedNode } from "../../check/checked-declaration.ts";
import { managedBelow } from "./managed-below.ts";

const common = { type: "t", apiVersion: "1", provider: "p" };

const made = (address: string): CheckedNode => ({
  ...{ kind: "resource", address, ...common, edges: [], inputs: {} },
  options: { protect: false, ignoreChanges: [], replaceOnChanges: [], deleteBeforeReplace: false },
});

const read = (address: string, edges: readonly string[]): CheckedNode => ({
  ...{ kind: "get", address, ...common, edges, id: "x", qualifiers: {} },
});

const below = (nodes: readonly CheckedNode[]) =>
  managedBelow({
    format: 1,
    digest: "",
    project: "p",
    providers: {},
    nodes,
    outputs: {},
    config: {},
  } as CheckedDeclaration);

test("reads come to the resources that they lean on, each once", () => {
  const of = below([made("a"), made("b"), read("one", ["a"]), read("two", ["one", "b"])]);
  expect(of(["two", "a", "gone"])).toEqual(["a", "b", "gone"]);
});

test("layers of reads that lean on one another come to each resource once", () => {
  const layers = Array.from({ length: 60 }, (_, layer) => {
    const before = layer === 0 ? ["a"] : [`l${layer - 1}`, `r${layer - 1}`];
    return [read(`l${layer}`, before), read(`r${layer}`, before)];
  });
  expect(below([made("a"), ...layers.flat()])(["l59"])).toEqual(["a"]);
});

test("a chain of reads may be as long as a declaration", () => {
  const chain = Array.from({ length: 20_000 }, (_, place) => read(`r${place}`, [place === 0 ? "a" : `r${place - 1}`]));
  expect(below([made("a"), ...chain])(["r19999"])).toEqual(["a"]);
});
