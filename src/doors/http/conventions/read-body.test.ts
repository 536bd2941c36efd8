import { describe, expect, test } from "vitest";
import { parseJson } from "./read-body.ts";

describe("a body is refused whole when it holds what no part of the service should meet", () => {
  const nested = (open: string, close: string) => `${open.repeat(70)}1${close.repeat(70)}`;

  test.each([
    ["deep lists", nested("[", "]")],
    ["deep objects", nested('{"a":', "}")],
    ["deep objects in a list", `[${nested('{"a":', "}")}]`],
    ["a number that is too large", "1e999"],
    ["one in an object", '{"a":1e999}'],
    ["one in a list", "[1,-1e999]"],
    ["a key that is no plain member", '{"__proto__":{"isAdmin":true}}'],
    ["one further down", '[{"a":{"__proto__":[]}}]'],
    ["no JSON", "{"],
  ])("%s", (_, text) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: "bad-request" }));
  });

  test("everything else is taken as it is", () => {
    const text = '{"a":[1,null,{"b":"c"}],"constructor":{"prototype":1}}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});
