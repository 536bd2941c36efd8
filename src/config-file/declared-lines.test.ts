import { expect, test } from "vitest";
import { declaredLines } from "./declared-lines.ts";

test("resources and look-ups stand on their lines", () => {
  const text = "name: x\nresources:\n  a: { type: t }\n  'b.c':\n    type: t\nlookups:\n  l: { function: f }\n";
  expect(declaredLines(text, "plumb.yaml")).toEqual({
    project: "x",
    lines: new Map([
      ["a", 3],
      ["b.c", 4],
      ["l", 7],
    ]),
  });
});

test("of a text that is no YAML nothing is told", () => {
  expect(declaredLines("name: [", "plumb.yaml")).toBe(null);
});
