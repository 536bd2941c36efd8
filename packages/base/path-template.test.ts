import { describe, expect, test } from "vitest";
import { expandTemplate, matchTemplate, templateVariables } from "./path-template.ts";

describe("matchTemplate", () => {
  test.each([
    ["a/{x}/b", "a/1/b", { x: "1" }],
    ["a/{x}/b", "a/1/2/b", undefined],
    ["a/{x}/b", "A/1/b", undefined],
    ["/{+s}/p/{n}", "/1/2/p/3", { s: "1/2", n: "3" }],
    ["{x}_{y}", "1_2", { x: "1", y: "2" }],
    ["{x}/{x}", "1/1", { x: "1" }],
    ["{x}/{x}", "1/2", undefined],
    ["{x} {+r} {+m}", "1 roles/a b", { x: "1", r: "roles/a", m: "b" }],
    ["{x} {+r} {+m} {+t}", "1 roles/a b a longer title", { x: "1", r: "roles/a", m: "b", t: "a longer title" }],
    ["{x} {+r} {+m} {+t}", "1 roles/a b", undefined],
    ["{x} {+t}", "1 two\nlines", { x: "1", t: "two\nlines" }],
    ["a.b/{x}", "aXb/1", undefined],
  ])("%s %j", (template, text, expected) => expect(matchTemplate(template, text)).toEqual(expected));

  test("literals without regard to case, on demand", () => {
    expect(matchTemplate("a/{x}", "A/Y", true)).toEqual({ x: "Y" });
  });
});

test("expandTemplate encodes segments and keeps the slashes of multi-segment values", () => {
  expect(expandTemplate("/{+s}/{n}", { s: "a b/c", n: "d/e" }, encodeURIComponent)).toBe("/a%20b/c/d%2Fe");
  expect(expandTemplate("/{a}/{b}", { a: "1", b: "" })).toBeUndefined();
});

test("templateVariables keeps their order", () => {
  expect(templateVariables("/{+s}/x/{n}")).toEqual(["s", "n"]);
});
