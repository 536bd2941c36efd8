import { expect, test } from "vitest";
import type { Value } from "../../definitions/schema/value.ts";
import { expressionLanguage } from "./expression-language.ts";

const bindings = (outputs: Value) => ({ node: (name: string) => (name === "c" ? outputs : undefined) });
const numbers = (count: number) => ({ all: Array.from({ length: count }, (_, index) => `https://x/${index}`) });

const resolved = async (text: string, outputs: Value) => {
  const value = { $expr: text };
  return (await expressionLanguage(text)).resolve(value, bindings(outputs));
};
const costly = [{ detail: expect.stringContaining(" steps") }];

test("an expression over lists as long as people have is evaluated", async () => {
  const pairs = "${c.all.filter(x, c.all.exists(y, x + 'q' == y)).size()}";
  expect(await resolved(pairs, numbers(100))).toMatchObject({ value: 0, errors: [] });
  expect(await resolved("${c.all.map(x, x + '/').size()}", numbers(2_000))).toMatchObject({ value: 2000, errors: [] });
});

test.each([
  ["two comprehensions over a long list", "${c.all.filter(x, c.all.exists(y, x + 'q' == y)).size()}", 3_000],
  ["a list that is joined to itself", `\${(${"c.all + ".repeat(80)}c.all).all(x, c.all.exists(y, x == y))}`, 200],
  ["an error on the way", "${c.all.all(x, c.all.all(y, x != 'q' + y)) || true}", 3_000],
  ["a long text that is split again and again", "${c.all.all(x, c.all[0].split('').size() > 0)}", 2],
])("one that takes too long is refused: %s", async (_, text, count) => {
  const { all } = numbers(count);
  const outputs = text.includes("split") ? { all: Array.from({ length: 3_000 }, () => "x".repeat(20_000)) } : { all };
  expect((await resolved(text, outputs)).errors).toEqual([expect.objectContaining({ pointer: "" })]);
  expect(await resolved(text, outputs)).toMatchObject({ errors: costly });
});

test.each([
  [
    "a text in which each character becomes many",
    "${c.text.replace('x', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy').replace('y', c.text).size()}",
  ],
  ["a text that is gone through again and again", "${[1,2,3,4,5,6,7,8].exists(n, c.text.upperAscii() == 'y')}"],
  [
    "a text whose quotes become many",
    `\${${"strings.quote(".repeat(12)}c.text.replace('x', '"')${")".repeat(12)}.size()}`,
  ],
  ["a text that is put between all characters of another one", "${c.text.split('').join(c.text).size()}"],
])("so is %s", async (_, text) => {
  expect(await resolved(text, { text: "x".repeat(500_000) })).toMatchObject({ errors: costly });
});

test.each([
  ["${c.text.replace('o', '0')}", "f00 b00 f00"],
  ["${c.text.replace('foo', '', 1)}", " boo foo"],
  ["${c.text.replace('o', 'oo', 3)}", "foooo booo foo"],
  ["${c.text.replace('q', 'x')}", "foo boo foo"],
  ["${c.text.replace('o', 'x', 0)}", "foo boo foo"],
  ["${c.text.replace('o', 'x', -1)}", "fxx bxx fxx"],
  ["${'ab'.replace('', '-')}", "-a-b-"],
  ["${'ab'.replace('', '-', 2)}", "-a-b"],
  ["${c.text.replace('$', '$&')}", "foo boo foo"],
  ["${'a$b'.replace('$', '$&')}", "a$&b"],
  ["${strings.quote(c.text + '\"')}", '"foo boo foo\\""'],
])("%s is %s", async (text, value) => {
  expect(await resolved(text, { text: "foo boo foo" })).toMatchObject({ value, errors: [] });
});

test("so are many of them that each take less", async () => {
  const text = "${c.all.filter(x, c.all.exists(y, x + 'q' == y)).size()}";
  const language = await expressionLanguage(text);
  const many = Array.from({ length: 2_000 }, () => ({ $expr: text }));
  expect(language.resolve(many, bindings(numbers(80))).errors.length).toBeGreaterThan(1_000);
  // What comes after has some room again, as far as there is any for the whole declaration.
  expect(language.resolve({ $expr: text }, bindings(numbers(80))).errors).toEqual([]);
});
