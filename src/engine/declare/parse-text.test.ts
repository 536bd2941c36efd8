import { describe, expect, test } from "vitest";
import { parseText } from "./parse-text.ts";

function parse(text: string) {
  const parsed = parseText(text, false);
  if (!parsed.ok) return { value: undefined, blamed: [`${parsed.error.code}@${parsed.error.start}`] };
  const { root, problems } = parsed.value;
  return {
    value: root === undefined ? undefined : root.value,
    blamed: problems.map((each) => `${each.code}@${text.slice(each.start, each.end)}`),
  };
}

describe("scalars follow the core schema of YAML 1.2", () => {
  test.each([
    ["~", null],
    ["", undefined],
    ["NULL", null],
    ["True", true],
    ["yes", "yes"],
    ["0o17", 15],
    ["0x1F", 31],
    ["-12", -12],
    ["-0", 0],
    ["1e3", 1000],
    [".5", 0.5],
    ["1_000", "1_000"],
    ["2024-01-02", "2024-01-02"],
    ["2024-01-02T03:04:05.1234567Z", "2024-01-02T03:04:05.1234567Z"],
    ['"12"', "12"],
    ["!!str 12", "12"],
    ["!<tag:yaml.org,2002:str> 12", "12"],
    ["! 12", "12"],
    ['!!int "12"', 12],
    ["!!float 1", 1],
  ])("%s", (text, value) => {
    expect(parse(text)).toEqual({ value, blamed: [] });
  });

  test.each([
    ["a: 9007199254740993", "wrong-type@9007199254740993"],
    ["a: .nan", "wrong-type@.nan"],
    ["a: -.INF", "wrong-type@-.INF"],
    ["a: 1e999", "wrong-type@1e999"],
    ["a: !!bool maybe", "wrong-type@maybe"],
  ])("%s has no exact value", (text, blamed) => {
    expect(parse(text).blamed).toEqual([blamed]);
  });
});

describe("mappings", () => {
  test("a key that appears twice keeps its first value", () => {
    expect(parse('{"a": 1, "b": 2, "a": 3}')).toEqual({ value: { a: 1, b: 2 }, blamed: ['duplicate-key@"a"'] });
  });

  test("keys that programs treat specially are ordinary data", () => {
    const { value, blamed } = parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(blamed).toEqual([]);
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  test("keys must be text", () => {
    expect(parse("1: a\ntrue: b")).toEqual({
      value: { 1: "a", true: "b" },
      blamed: ["wrong-type@1", "wrong-type@true"],
    });
    expect(parse("? [a]\n: b\nc: d")).toEqual({ value: { c: "d" }, blamed: ["unsupported-yaml@[a]"] });
  });

  test("merge keys add what is not there", () => {
    const text = "base: &base { a: 1, b: 2 }\nmore: &more { b: 3, c: 4 }\nx:\n  <<: [*base, *more]\n  a: 0\n";
    expect(parse(text).value).toMatchObject({ x: { a: 0, b: 2, c: 4 } });
    expect(parse("x: { <<: 3 }")).toEqual({ value: { x: {} }, blamed: ["wrong-type@3"] });
    expect(parse('x: { "<<": 3 }')).toEqual({ value: { x: { "<<": 3 } }, blamed: [] });
  });
});

describe("anchors and aliases", () => {
  test("an alias stands for the value", () => {
    expect(parse("a: &x [1, {b: c}]\nd: *x").value).toEqual({ a: [1, { b: "c" }], d: [1, { b: "c" }] });
  });

  test("an alias must name an anchor above, outside itself", () => {
    expect(parse("a: *x")).toEqual({ value: { a: null }, blamed: ["unsupported-yaml@*x"] });
    expect(parse("a: &x [*x]")).toEqual({ value: { a: [null] }, blamed: ["unsupported-yaml@*x"] });
  });

  test("a document may not be multiplied without bound", () => {
    const levels = Array.from({ length: 20 }, (_, level) =>
      level === 0
        ? "l0: &l0 [x, x, x, x]"
        : `l${level}: &l${level} [${Array(9)
            .fill(`*l${level - 1}`)
            .join(", ")}]`,
    );
    expect(parse(levels.join("\n")).blamed).toHaveLength(1);
    expect(parse(levels.join("\n")).blamed[0]).toMatch(/^text-too-complex@\*l\d+$/);
    const merges = levels.map((line) => line.replaceAll("[", "{ k: [").replaceAll("]", "] }"));
    expect(parse(merges.join("\n")).blamed[0]).toMatch(/^text-too-complex/);
  });

  test("aliases may not nest a document deeper than it could be written", () => {
    const levels = Array.from({ length: 150 }, (_, level) =>
      level === 0 ? "l0: &l0 [x]" : `l${level}: &l${level} [*l${level - 1}]`,
    );
    expect(parse(levels.join("\n")).blamed[0]).toBe("text-too-complex@*l98");
  });
});

describe("bounds and limits of the language", () => {
  test("nesting", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(parse(nested(100)).blamed).toEqual([]);
    expect(parse(nested(101)).blamed).toEqual(["text-too-complex@["]);
    expect(parse(nested(100_000)).blamed[0]).toMatch(/^text-too-complex/);
    expect(parse("[".repeat(200)).blamed[0]).toMatch(/^syntax-error/);
  });

  test("size", () => {
    expect(parse(`a: ${"x".repeat(64 * 1024 * 1024)}`).blamed).toEqual(["text-too-complex@0"]);
  });

  test("custom tags and several documents", () => {
    expect(parse("a: !Ref b")).toEqual({ value: { a: "b" }, blamed: ["unsupported-yaml@!Ref"] });
    expect(parse("a: !!set {}").blamed).toEqual(["unsupported-yaml@!!set"]);
    expect(parse("a: 1\n---\nb: 2\n").value).toEqual({ a: 1 });
    expect(parse("a: 1\n---\nb: 2\n").blamed[0]).toMatch(/^unsupported-yaml/);
    expect(parse("---\na: 1\n...\n")).toEqual({ value: { a: 1 }, blamed: [] });
  });
});

test("what is wrong with a long text is told before anyone gives up", () => {
  const told = (text: string) => {
    const parsed = parseText(text, false);
    return parsed.ok ? undefined : [parsed.error.code, parsed.error.start];
  };
  const blanks = `name: test\n${"\n".repeat(200_000)}`;
  expect(told(`${blanks}  x: 1\n`)).toEqual(["syntax-error", blanks.length + 2]);
  const plain = `name: test\nx: ${"a 'b [c {d ".repeat(80_000)}\n`;
  expect(told(`${plain} y : : 1\n : 2`)?.[0]).toBe("syntax-error");
  const blanksWithin = `name: test\nx:\n  a: @${" ".repeat(400_000)}x\n`;
  expect(told(blanksWithin)).toEqual(["syntax-error", blanksWithin.indexOf("@")]);
});

test.each([
  ['a: "\\q"\n', "is no escape"],
  ['a: { b: "x\\qy" }\n', "is no escape"],
  ['a: "x\n', "is not closed"],
  ["a: { b: ${config.x} }\n", "stands in quotes"],
  ["a: [x-${config.x}]\n", "stands in quotes"],
  ["a: { b: 1 c: 2 }\n", "comma"],
  ["%YAML 3.0\n---\na: 1\n", "speaks to the reader"],
  ["a:\n\tb: 1\n", "a tab indents line 2"],
])("of %j it is said what is wrong", (text, said) => {
  const parsed = parseText(text, false);
  expect(parsed.ok ? "" : parsed.error.detail).toContain(said);
});

test("an expression that lacks its quotes gets them, where it is the whole value", () => {
  const fix = (text: string) => {
    const parsed = parseText(text, false);
    return parsed.ok ? undefined : [text.slice(parsed.error.start, parsed.error.end), parsed.error.fix];
  };
  expect(fix("a: { b: ${config.x} }\n")).toEqual(["${config.x}", '"${config.x}"']);
  expect(fix("a: [x-${config.x}]\n")).toEqual(["${config.x}", undefined]);
});
