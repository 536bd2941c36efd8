import { beforeAll, describe, expect, test } from "vitest";
import type { Schema } from "../../definitions/schema/schema.ts";
import { type Cel, loadCel } from "./cel.ts";
import { parseTemplate } from "./parse-template.ts";
import { typeOf } from "./type-of.ts";
import type { TypeScope } from "./type-scope.ts";

const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const boolean: Schema = { type: "boolean" };
const outputs: Schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    id: { type: "string", maxLength: 9 },
    count: integer,
    labels: { type: "object", additionalProperties: text },
    tags: { type: "array", items: text },
    rules: {
      type: "array",
      items: {
        discriminator: { propertyName: "kind" },
        oneOf: [
          { type: "object", additionalProperties: false, properties: { kind: text, same: text, other: text } },
          { type: "object", additionalProperties: false, properties: { kind: text, same: text, other: integer } },
        ],
      },
    },
  },
};
const scope: TypeScope = {
  node: (name) => (name === "portal" ? outputs : name === "open" ? "any" : undefined),
  config: (name) => (name === "env" ? text : undefined),
  nodeNames: ["portal", "open"],
  configNames: ["env"],
};

let cel: Cel;
beforeAll(async () => {
  cel = await loadCel();
});

function typed(source: string) {
  const template = parseTemplate(source, cel);
  if (!template.ok) throw new Error(template.error[0]?.detail);
  const { schema, problems } = typeOf(template.value, scope);
  return {
    schema,
    problems: problems.map(({ code, offset, length, hint }) =>
      [code, source.slice(offset, offset + length), hint].join(" ").trim(),
    ),
  };
}

test("a secret can be passed on whole, or in a text that reads config only", () => {
  const isSecret: TypeScope["isSecret"] = ({ kind, path }) => kind === "config" || path[0] === "id";
  const secretive: TypeScope = { ...scope, isSecret };
  const problemsOf = (source: string) => {
    const template = parseTemplate(source, cel);
    if (!template.ok) throw new Error(source);
    return typeOf(template.value, secretive).problems.map(({ code, offset, length }) => [
      code,
      source.slice(offset, offset + length),
    ]);
  };
  expect(problemsOf("${portal.id}")).toEqual([]);
  expect(problemsOf("x-${portal.count}")).toEqual([]);
  expect(problemsOf("x-${portal.id}")).toEqual([["expression-failed", "portal.id"]]);
  expect(problemsOf("${size(portal.id)}")).toEqual([["expression-failed", "portal.id"]]);
  expect(problemsOf("Bearer ${config.env}")).toEqual([]);
  expect(problemsOf("Bearer ${config.env + 'x'}")).toEqual([["expression-failed", "config.env"]]);
  expect(problemsOf("${portal.count}:${config.env}")).toEqual([["expression-failed", "config.env"]]);
});

describe("the type of a text", () => {
  test.each<[string, Schema | "any"]>([
    ["plain", text],
    ["a ${portal.count}", text],
    ["${portal.id}", { type: "string", maxLength: 9 }],
    ["${portal}", outputs],
    ["${portal.labels.any}", text],
    ["${portal.tags[3]}", text],
    ["${portal.rules[0].same}", text],
    ["${portal.rules[0].other}", "any"],
    ["${open.x[0].y}", "any"],
    ["${config.env}", text],
    ["${portal.id + 'x'}", text],
    ["${portal.count * 2}", integer],
    ["${-portal.count}", integer],
    ["${portal.count > 2 && has(portal.id)}", boolean],
    ["${portal.id in portal.tags}", boolean],
    ["${size(portal.tags)}", integer],
    ["${portal.id.lowerAscii()}", text],
    ["${portal.id.split('/')}", { type: "array", items: text }],
    ["${portal.id.split('/')[0]}", text],
    ["${portal.count > 1 ? portal.id : 'x'}", text],
    ["${portal.count > 1 ? portal.id : 1}", "any"],
    ["${[portal.id, 'x']}", { type: "array", items: text }],
    ["${[portal.id, 1]}", "any"],
    ["${portal.tags + ['x']}", { type: "array", items: text }],
    ["${portal.tags.map(t, size(t))}", { type: "array", items: integer }],
    ["${portal.tags.filter(t, t != '')}", { type: "array", items: text }],
    ["${portal.tags.exists(t, t == 'x')}", boolean],
    ["${portal.labels.map(k, k)}", { type: "array", items: text }],
    ["${portal.rules.map(r, r.same)}", { type: "array", items: text }],
    ["${portal.rules.exists(r, r.other == 1)}", boolean],
    ["${{'a': portal.id}}", { type: "object", properties: { a: text }, additionalProperties: false }],
    ["${open.x + 1}", integer],
    ["${1.5}", "any"],
    ["${null}", "any"],
    ["${dyn(portal).gone}", "any"],
    ["${type(portal.id) == string}", boolean],
  ])("%s", (source, schema) => {
    expect(typed(source)).toEqual({ schema, problems: [] });
  });

  test.each<[string, readonly string[]]>([
    ["${portl.id}", ["unknown-reference portl.id did you mean `portal`?"]],
    ["${config.evn}", ["unknown-reference config.evn did you mean `env`?"]],
    ["x ${portal.idd} y ${zzzzzzz}", ["unknown-reference portal.idd did you mean `id`?", "unknown-reference zzzzzzz"]],
    ["${portal.count.x}", ["unknown-reference portal.count.x"]],
    ["${portal.tags.x}", ["unknown-reference portal.tags.x"]],
    ["${portal[0]}", ["unknown-reference portal[0]"]],
    ['${portal.tags["0"]}', ['unknown-reference portal.tags["0"]']],
    ["${portal.rules[0].sme}", ["unknown-reference portal.rules[0].sme did you mean `same`?"]],
    ["${portal.idd + 'x'}", ["unknown-reference portal.idd did you mean `id`?"]],
    ["${portal.id - 1}", ["expression-type -"]],
    ["${portal.id + portal.count}", ["expression-type + `string(...)` makes text of a value"]],
    ["${portal.tags.map(t, t + 1)}", ["expression-type + `string(...)` makes text of a value"]],
    [
      "a ${portal.tags}",
      ["expression-type portal.tags " + 'a list of texts is put together with `join`, as in `${x.join(", ")}`'],
    ],
  ])("%s is wrong", (source, problems) => {
    expect(typed(source).problems).toEqual(problems);
  });
});
