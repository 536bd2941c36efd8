import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { type BlockLines, insertResources } from "./insert-resources.ts";
import { readDeclaration } from "./read-declaration.ts";

const entry = { type: "t:T", properties: { a: "x" } };
const block: BlockLines = (entries, unit) =>
  Object.entries(entries).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? [`${name}:`, ...block(value as JsonObject, unit).map((line) => unit + line)]
      : [`${name}: ${String(value)}`],
  );
const added = (text: string, entries: JsonObject = { b: entry }) => insertResources(text, entries, block);

const lines = (unit: string, more = "") =>
  `${more}b:\n${more}${unit}type: t:T\n${more}${unit}properties:\n${more}${unit}${unit}a: x\n`;
const two = lines("  ", "  ");
const old = "  a:\n    type: t:T\n";

describe("entries go to the end of the resources, and all else stays", () => {
  test.each<[string, string, string]>([
    ["at the end of the file", `name: x\nresources:\n${old}`, `name: x\nresources:\n${old}${two}`],
    [
      "before another section",
      `resources:\n${old}\n# next\noutputs: {}\nname: x\n`,
      `resources:\n${old}${two}\n# next\noutputs: {}\nname: x\n`,
    ],
    [
      "after comments inside",
      `name: x\nresources:\n${old}  # later\n  #  c: {}\n\n# end\n`,
      `name: x\nresources:\n${old}  # later\n  #  c: {}\n${two}\n# end\n`,
    ],
    [
      "four spaces",
      "name: x\nresources:\n    a:\n        type: t:T\n",
      `name: x\nresources:\n    a:\n        type: t:T\n${lines("    ", "    ")}`,
    ],
    [
      "Windows lines",
      `name: x\nresources:\n${old}`.replaceAll("\n", "\r\n"),
      `name: x\nresources:\n${old}${two}`.replaceAll("\n", "\r\n"),
    ],
    ["no line end at the end", `name: x\nresources:\n${old}`.trimEnd(), `name: x\nresources:\n${old}${two}`.trimEnd()],
    ["a byte order mark", `\uFEFFname: x\nresources:\n${old}`, `\uFEFFname: x\nresources:\n${old}${two}`],
    ["none yet", "name: x\nresources:\noutputs: {}\n", `name: x\nresources:\n${two}outputs: {}\n`],
    ["none yet, with a comment", "name: x\nresources: # soon\n", `name: x\nresources: # soon\n${two}`],
    ["null", "name: x\nresources: ~\n", `name: x\nresources:\n${two}`],
    ["an empty map", "name: x\nresources: {} # none\noutputs: {}\n", `name: x\nresources: # none\n${two}outputs: {}\n`],
    ["no section", "name: x\n# end\n", `name: x\n# end\nresources:\n${two}`],
    [
      "no section, another indentation",
      "name: x\nproviders:\n    g:\n        kind: google",
      `name: x\nproviders:\n    g:\n        kind: google\nresources:\n${lines("    ", "    ")}`.trimEnd(),
    ],
    ["documents' own marks", `---\nname: x\nresources:\n${old}...\n`, `---\nname: x\nresources:\n${old}${two}...\n`],
    [
      "a whole document further in",
      `  name: x\n  resources:\n    a: {type: t:T}\n`,
      `  name: x\n  resources:\n    a: {type: t:T}\n${lines("  ", "    ")}`,
    ],
    [
      "a block text that ends in comments' likeness",
      "name: x\nresources:\n  a:\n    type: t:T\n    properties:\n      a: |\n        # no comment\n",
      `name: x\nresources:\n  a:\n    type: t:T\n    properties:\n      a: |\n        # no comment\n${two}`,
    ],
    [
      "a block text that keeps its empty lines",
      "name: x\nresources:\n  a:\n    type: t:T\n    properties:\n      a: |+\n        x\n\n\noutputs: {}\n",
      `name: x\nresources:\n  a:\n    type: t:T\n    properties:\n      a: |+\n        x\n\n\n${two}outputs: {}\n`,
    ],
    [
      "flow style",
      "name: x\nresources: { a: { type: t:T } }\n",
      'name: x\nresources: { a: { type: t:T }, "b":{"type":"t:T","properties":{"a":"x"}} }\n',
    ],
    [
      "flow style over lines",
      "name: x\nresources: {\n  a: { type: t:T },\n  }\n",
      'name: x\nresources: {\n  a: { type: t:T },\n  "b": {\n    "type": "t:T",\n    "properties": {\n' +
        '      "a": "x"\n    }\n  }\n  }\n',
    ],
    [
      "JSON in a line",
      '{"name":"x","resources":{}}',
      '{"name":"x","resources":{"b":{"type":"t:T","properties":{"a":"x"}}}}',
    ],
  ])("%s", (_, text, expected) => {
    const result = added(text);
    expect(result).toEqual({ ok: true, value: expected });
    expect(added(expected)).toEqual({ ok: true, value: expected });
    expect(readDeclaration(expected, { file: "f" }).declaration?.resources["b"]).toMatchObject(entry);
  });

  test.each([2, 4])("JSON indented by %i", (unit) => {
    for (const resources of [undefined, {}, { a: { type: "t:T", properties: {} } }]) {
      const document = { name: "x", ...(resources === undefined ? {} : { resources }), outputs: {} };
      const result = added(`${JSON.stringify(document, null, unit)}\n`);
      const whole =
        resources === undefined
          ? { ...document, resources: { b: entry } }
          : { ...document, resources: { ...resources, b: entry } };
      expect(result).toEqual({ ok: true, value: `${JSON.stringify(whole, null, unit)}\n` });
    }
  });

  test("many at once, and none that is there", () => {
    const result = added(`name: x\nresources:\n${old}`, { b: entry, a: entry, c: { type: "t:U" } });
    expect(result).toEqual({ ok: true, value: `name: x\nresources:\n${old}${two}  c:\n    type: t:U\n` });
    const same = `name: x\nresources:\n${old}`;
    expect(added(same, { a: entry })).toEqual({ ok: true, value: same });
  });
});

test.each([
  ["no declaration", "- a\n"],
  ["nothing", "# nothing\n"],
  ["a syntax error", "name: [\n"],
  ["two documents", "name: x\n---\nname: y\n"],
  ["a list", "name: x\nresources:\n- a\n"],
  ["an alias", "name: x\nproviders: &a\n  g: {kind: google}\nresources: *a\n"],
  ["a look-up of that name", "name: x\nlookups:\n  b: {function: f}\n"],
])("%s is left alone", (_, text) => {
  expect(added(text)).toMatchObject({ ok: false });
});
