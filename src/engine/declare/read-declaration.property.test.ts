import fc from "fast-check";
import { dump } from "js-yaml";
import { expect, test } from "vitest";
import { type Json, jsonEqual } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { readDeclaration } from "./read-declaration.ts";
import { spanText } from "./span-text.fixture.ts";

const names = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("__proto__", "true", "12", "<<", "a: b", "~"));
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => Math.abs(n) < 2 ** 53),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      names,
      numbers.map((n) => n + 0),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 4 }),
  ),
})).value;

function propertiesOf(text: string): Json | undefined {
  const { declaration, problems } = readDeclaration(text, { file: "f" });
  expect(problems).toEqual([]);
  return declaration?.resources["r"]?.properties["p"];
}

test("a value reads the same from JSON and from YAML", () => {
  fc.assert(
    fc.property(json, fc.constantFrom("", "  ", "\t"), (value, indent) => {
      const document = { name: "a", resources: { r: { type: "t", properties: { p: value } } } };
      const fromJson = propertiesOf(JSON.stringify(document, null, indent));
      const fromYaml = propertiesOf(dump(document));
      expect(jsonEqual(fromJson, value)).toBe(true);
      expect(jsonEqual(fromYaml, value)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("no text makes the reader throw", () => {
  const fragments = fc.constantFrom(
    ..."a: |- > ? ! !!str &x *x << { } [ ] , ' \" # % --- ... \t \n \r\n \\ \u0085 \u2028".split(" "),
    ..."name: resources: type: 0x .inf 😀 \ud800".split(" "),
    "\n",
    "\n  ",
    "\n    ",
    " ",
  );
  const mangled = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), mangled), (text) => {
      const { declaration, problems } = readDeclaration(text, { file: "f" });
      expect(declaration !== null || problems.length > 0).toBe(true);
      for (const each of problems) {
        if (each.span !== undefined) expect(spanText(text, each.span)).toBeDefined();
      }
    }),
    { numRuns: 1000 },
  );
});

test("a broken declaration never makes the reader throw", () => {
  const whole = dump({
    name: "a",
    config: { c: { type: "list", default: [1] } },
    resources: { r: { type: "t", get: { id: "${c}" } } },
  });
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(6), fc.string({ maxLength: 4 }), (at, removed, added) => {
      const text = whole.slice(0, at) + added + whole.slice(at + removed);
      const { declaration, problems } = readDeclaration(text, { file: "f" });
      expect(declaration !== null || problems.length === 1).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("the spans of keys and values cover their tokens", () => {
  const word = fc
    .stringMatching(/^[A-Za-z_][A-Za-z_ ]{0,8}[A-Za-z_]$/)
    .filter((text) => !/^(null|true|false)$/i.test(text));
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.array(word, { maxLength: 3 }), { maxKeys: 5 }),
      fc.boolean(),
      (value, asJson) => {
        const document = { name: "a", outputs: value };
        const text = asJson ? JSON.stringify(document, null, 2) : dump(document);
        const { spans } = readDeclaration(text, { file: "f" });
        for (const [key, items] of Object.entries(value)) {
          const path = pointer("/outputs", key);
          expect(spanText(text, spans.of(path, "key"))).toBe(key);
          items.forEach((item, index) => {
            expect(spanText(text, spans.of(pointer(path, index), "value"))).toBe(item);
            expect(spanText(text, spans.inside(pointer(path, index), 1, item.length - 1))).toBe(item.slice(1));
          });
        }
      },
    ),
  );
});
