import { beforeAll, describe, expect, test } from "vitest";
import { celSyntaxError } from "./cel/cel-syntax.ts";
import { type Cel, loadCel } from "./cel.ts";
import { mentionsExpression, needsCel, parseTemplate } from "./parse-template.ts";

let cel: Cel;
beforeAll(async () => {
  cel = await loadCel();
});

/** What a text reads, as `kind name path @ the text that says so`. */
function reads(text: string): readonly string[] {
  const template = parseTemplate(text, cel);
  if (!template.ok) throw new Error(template.error[0]?.detail);
  return template.value.references.map(
    ({ via, name, path, offset, length }) =>
      `${via} ${[name, ...path].join("/")} @ ${text.slice(offset, offset + length)}`,
  );
}

function errors(text: string): readonly string[] {
  const template = parseTemplate(text, cel);
  return template.ok
    ? []
    : template.error.map((each) => `${each.code}@${text.slice(each.offset, each.offset + each.length)}`);
}

describe("what a text mentions", () => {
  test.each([
    ["plain", false, false],
    ["$5 {x}", false, false],
    ["$${x}", true, false],
    ["${a.b}", true, false],
    ["a ${ a.b [0] } b ${config.x}", true, false],
    ['${resources["my-name"].x}', true, false],
    ["${}", true, false],
    ["${a", true, false],
    ["${a + b}", true, true],
    ["${true}", true, true],
    ["${1}", true, true],
    ["${a.b()}", true, true],
    ['${a["\\u0041"]}', true, true],
  ])("%s", (text, mentions, needs) => {
    expect(mentionsExpression(text)).toBe(mentions);
    expect(needsCel(text)).toBe(needs);
    if (!needs) parseTemplate(text, null);
  });
});

describe("references", () => {
  test.each<[string, readonly string[]]>([
    ["none", []],
    ["$${a.b}", []],
    ["${a}", ["name a @ a"]],
    ["x ${ a.b } y ${c[0]['d e'].f}", ["name a/b @ a.b", "name c/0/d e/f @ c[0]['d e'].f"]],
    ["${config.x}${lookups.l.y}", ["config x @ config.x", "lookups l/y @ lookups.l.y"]],
    ['${resources["my-name"].x}', ['resources my-name/x @ resources["my-name"].x']],
    ["${a.b + size(c.d[a.e])}", ["name a/b @ a.b", "name c/d @ c.d", "name a/e @ a.e"]],
    ['${a.b.startsWith("x") ? config.y : "}"}', ["name a/b @ a.b", "config y @ config.y"]],
    ["${a.list.map(x, x.y + b.z)}", ["name a/list @ a.list", "name b/z @ b.z"]],
    ["${a.list.exists(a, a.y) && b.y}", ["name a/list @ a.list", "name b/y @ b.y"]],
    ["${{'k': a.b}['k']}", ["name a/b @ a.b"]],
    ["${has(a.b)}", ["name a/b @ a.b"]],
    ["${type(a.b) == int}", ["name a/b @ a.b"]],
    ["${strings.quote(a.b)}", ["name a/b @ a.b"]],
    ["${a.b[-1]}", ["name a/b @ a.b"]],
  ])("of %s", (text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});

describe("mistakes stand at their place", () => {
  test.each<[string, readonly string[]]>([
    ["a ${b", ["invalid-expression@${b"]],
    ["a ${ }", ["invalid-expression@${ }"]],
    ["${a +}", ["invalid-expression@}"]],
    ["${config}", ["invalid-expression@config"]],
    ["${resources[0]}", ["invalid-expression@resources[0]"]],
    ["${size(resources)}", ["invalid-expression@resources"]],
    ["${nope(a.b)}", ["invalid-expression@n"]],
    ["${Message{}}", ["invalid-expression@M"]],
    ["${a +} and ${b +}", ["invalid-expression@}", "invalid-expression@}"]],
    [`\${1${"+1".repeat(3000)}}`, [`expression-too-costly@1${"+1".repeat(3000)}`]],
    [`\${1${"+1".repeat(400)}}`, [`expression-too-costly@1${"+1".repeat(400)}`]],
    [`\${${"[".repeat(40)}${"]".repeat(40)}}`, [`expression-too-costly@${"[".repeat(40)}${"]".repeat(40)}`]],
    ["${a.all(x, x.all(y, y.all(z, z)))}", ["expression-too-costly@a.all(x, x.all(y, y.all(z, z)))"]],
  ])("%s", (text, expected) => {
    expect(errors(text)).toEqual(expected);
  });

  test("long chains of operators and of comprehensions are within the bounds", () => {
    expect(errors(`\${a.b${" + a.b".repeat(100)}}`)).toEqual([]);
    expect(errors("${a.map(x, x).map(x, x).map(x, x).filter(x, x.all(y, y))}")).toEqual([]);
  });
});

test("the syntax of CEL texts", () => {
  expect(
    celSyntaxError('request.time < timestamp("2030-01-01T00:00:00Z") && resource.name.startsWith("x")', cel),
  ).toBeNull();
  expect(celSyntaxError("a &&", cel)).not.toBeNull();
  expect(celSyntaxError("", cel)).not.toBeNull();
});

test("a quote that is open in a long text is found in one pass", () => {
  expect(errors(`\${'${"\\'".repeat(500_000)}}`)).toEqual(["invalid-expression@'"]);
  expect(errors(`\${"${"a".repeat(9_000_000)}" + 'b}`)).toEqual(["invalid-expression@'"]);
});
