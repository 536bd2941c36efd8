import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { escapeMarkers } from "../../definitions/schema/value.ts";
import { type Cel, loadCel } from "./cel.ts";
import { type Bindings, evaluate } from "./evaluate.ts";
import { mentionsExpression, needsCel, parseTemplate } from "./parse-template.ts";
import { typeOf } from "./type-of.ts";

let cel: Cel;
beforeAll(async () => {
  cel = await loadCel();
});

const keys = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,5}$/),
  fc.constantFrom("a b", "$x", "in", "true", "__proto__", "constructor", "é"),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom(0.5, -1.25)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** Every path into a value, written as an expression on the node `n`. */
function pathsInto(value: Json, path: string): readonly string[] {
  if (Array.isArray(value)) {
    return [path, ...value.flatMap((item: Json, index) => pathsInto(item, `${path}[${index}]`))];
  }
  if (!isJsonObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsInto(member, `${path}["${key}"]`))];
}

function bind(value: Json): Bindings {
  return { node: (name) => (name === "n" ? escapeMarkers(value) : undefined), config: () => undefined };
}

test("a plain path means what CEL means by it", () => {
  fc.assert(
    fc.property(json, (value) => {
      for (const path of pathsInto(value, "n")) {
        const plain = parseTemplate(`\${${path}}`, null);
        // Parentheses make it more than a plain path.
        const computed = parseTemplate(`\${(${path})}`, cel);
        expect(needsCel(`\${(${path})}`)).toBe(true);
        if (!plain.ok || !computed.ok) throw new Error(`${path} was not parsed`);
        expect(evaluate(computed.value, bind(value))).toEqual(evaluate(plain.value, bind(value)));
        expect(computed.value.references[0]?.path).toEqual(plain.value.references[0]?.path);
      }
    }),
    { numRuns: 200 },
  );
});

test("escaped text is written as it was", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("$", "{", "}", "${", "x", " ", "😀", '"')), (pieces) => {
      // A dollar before an escape would be read as part of it.
      const text = pieces.join("").replaceAll(/\$+(?=\$\{)/g, "");
      const template = parseTemplate(
        text.replaceAll("${", () => "$${"),
        null,
      );
      if (!template.ok) throw new Error(text);
      expect(evaluate(template.value, bind(null))).toEqual({ ok: true, value: text });
    }),
  );
});

test("no text makes anything throw", () => {
  const fragment = fc.constantFrom(
    ...'${ } $${ n n.a config resources [ ] [0] ["a"] ( ) . , \' " """ r" \\ // + - * / % && || ! ? : == < in'.split(
      " ",
    ),
    ..."has(n.a) size( .map(x, .all(x, 1 1u 0x 1.5 null true b'x' { é 😀".split(" "),
    " ",
    "\n",
  );
  const mangled = fc.array(fragment, { maxLength: 20 }).map((pieces) => `\${${pieces.join("")}}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), mangled), json, (text, value) => {
      const template = parseTemplate(text, cel);
      if (!needsCel(text)) expect(parseTemplate(text, null)).toEqual(template);
      if (!template.ok) {
        for (const { offset, length } of template.error) {
          expect(offset >= 0 && length >= 0 && offset + length <= text.length).toBe(true);
        }
        return;
      }
      for (const { offset, length } of template.value.references) expect(offset + length <= text.length).toBe(true);
      typeOf(template.value, { node: () => "any", config: () => undefined, nodeNames: [], configNames: [] });
      const result = evaluate(template.value, bind(value));
      if (!mentionsExpression(text)) expect(result).toEqual({ ok: true, value: text });
    }),
    { numRuns: 1000 },
  );
});
