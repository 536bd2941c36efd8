import { beforeAll, describe, expect, test } from "vitest";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import { type Cel, loadCel } from "./cel.ts";
import { type Bindings, evaluate } from "./evaluate.ts";
import { parseTemplate } from "./parse-template.ts";

const nodes: Readonly<Record<string, Value>> = {
  a: {
    text: "x",
    number: 3,
    half: 0.5,
    flag: true,
    nothing: null,
    list: [1, "two", { three: 3 }],
    map: { "a b": 1, $$dollar: 2 },
    later: unknown("known after apply"),
    partly: { known: 1, later: unknown("also later") },
    password: { $secret: { id: "s1", fingerprint: "f" } },
  },
  "my-name": { id: "p/1" },
  planned: unknown("the whole node"),
};
const bindings: Bindings = {
  node: (name) => nodes[name],
  config: (name) => (name === "env" ? "dev" : undefined),
};

let cel: Cel;
beforeAll(async () => {
  cel = await loadCel();
});

function run(text: string): { readonly value: Value } | { readonly error: string; readonly at: string } {
  const template = parseTemplate(text, cel);
  if (!template.ok) throw new Error(template.error[0]?.detail);
  const result = evaluate(template.value, bindings);
  if (result.ok) return { value: result.value };
  const { detail, offset, length } = result.error;
  return { error: detail, at: text.slice(offset, offset + length) };
}

describe("values", () => {
  test.each<[string, Value]>([
    ["", ""],
    ["plain", "plain"],
    ["$${a.text}", "${a.text}"],
    ["$5 $${", "$5 ${"],
    ["${a.text}", "x"],
    ["${a.number}", 3],
    ["${a.nothing}", null],
    ["${a.list}", [1, "two", { three: 3 }]],
    ["${a.list[2].three}", 3],
    ['${a.map["a b"]}', 1],
    ['${a.map["$dollar"]}', 2],
    ['${resources["my-name"].id}', "p/1"],
    ['${resources["my-name"].id + lookups.a.text}', "p/1x"],
    ["${config.env}", "dev"],
    ["n=${a.number} f=${a.flag} h=${a.half} ${config.env}", "n=3 f=true h=0.5 dev"],
    ["${a.number + 1}", 4],
    ["${a.number / 2}", 1],
    ["${a.half * 2.0}", 1],
    ["${a.list.filter(x, x == 1)}", [1]],
    ["${a.text + config.env}", "xdev"],
    ["${{'k': [a.number], '$m': null}}", { k: [3], $$m: null }],
    ['${a.map["$dollar"] + 1}', 3],
    ["${a.nothing == null}", true],
    // What a platform leaves out has no members either.
    ["${a.nothing.x == null}", true],
    ["${a.nothing.x.y['z'] == null ? 'none' : a.nothing.x.y['z']}", "none"],
    ["${has(a.nothing.x)}", false],
    ["${[a.nothing.x, a.nothing[0]]}", [null, null]],
    ["${a.list.map(i, a.nothing.x)}", [null, null, null]],
    ["${a.nothing.x.y}", null],
    ["${has(a.text) && !has(a.map.gone)}", true],
    ['${"%s-%d".format([a.text, a.number])}', "x-3"],
    ["${'a,b'.split(',')}", ["a", "b"]],
    ["${size(a.list)} items", "3 items"],
    // Only the part that is read counts.
    ["${a.partly.known + 1}", 2],
  ])("%s", (text, value) => {
    expect(run(text)).toEqual({ value });
  });

  test.each([
    ["${a.later}", "known after apply"],
    ["${a.later.deeper[0]}", "known after apply"],
    ["${a.partly}", "also later"],
    ["${planned.id}", "the whole node"],
    ["x ${a.text} ${a.later}", "known after apply"],
    ["${a.later + 1}", "known after apply"],
    ["${size(a.partly)}", "also later"],
    ["${true || planned.id}", "the whole node"],
  ])("%s waits", (text, why) => {
    expect(run(text)).toEqual({ value: unknown(why) });
  });

  test("a secret passes through a whole reference only", () => {
    expect(run("${a.password}")).toEqual({ value: { $secret: { id: "s1", fingerprint: "f" } } });
    for (const text of ["x ${a.password}", "${a.password + 'x'}", "${size(a)}"]) {
      expect(run(text)).toMatchObject({ error: expect.stringContaining("secret") });
    }
    expect(run("${a.password.id}")).toMatchObject({ at: "a.password.id" });
  });
});

describe("failures stand at their place", () => {
  test.each([
    ["${gone.x}", "gone.x"],
    ["${config.gone}", "config.gone"],
    ["${a.gone}", "a.gone"],
    ["${a.list[3]}", "a.list[3]"],
    ["${a.list.x}", "a.list.x"],
    ["${a.text.length}", "a.text.length"],
    ["${a.toString}", "a.toString"],
    ["x ${a.nothing}", "a.nothing"],
    ["x ${ a.list }", " a.list "],
    ["x ${a.map}", "a.map"],
    ["${1 / 0}", "1 / 0"],
    ["${a.gone + 1}", ".gone"],
    ["${9007199254740991 + 1}", "9007199254740991 + 1"],
    ["${timestamp('2020-01-01T00:00:00Z')}", "timestamp('2020-01-01T00:00:00Z')"],
    ["${1.0 / 0.0}", "1.0 / 0.0"],
    ["${{1: 2}}", "{1: 2}"],
  ])("%s", (text, at) => {
    const result = run(text);
    expect(result).toHaveProperty("error");
    expect(at).toContain("at" in result ? result.at : "nothing");
  });
});
